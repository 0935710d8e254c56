// Measures the network of the job.
#include "reorder/network.h"

#include "core/settings/settings.h"
#include "reorder/network_pairs.h"
#include "reorder/network_rounds.h"
#include "reorder/steps/collective_error.h"
#include "reorder/steps/collective_step.h"
#include "reorder/steps/own_comm.h"
#include "runtime/mpi/handles.h"
#include "runtime/process/phase_timer.h"

namespace topomorph::reorder {
namespace {

/// Rank 0 decides.
bool is_wanted(const OwnComm& comm) {
  return collective_maximum(comm, [&] {
           return std::size_t{comm.rank() == 0 && settings::flag(settings::Id::MeasureNetwork) ? 1U : 0U};
         }) != 0;
}

}  // namespace

wire::Buffer measured_network(const OwnComm& comm, const Place& place) noexcept {
  if (comm.size() == 1) return {};
  wire::Buffer frame;
  const process::FixedString failure = failure_of([&] {
    const process::PhaseTimer timer("network");
    arrive(comm);  // throws at once if an earlier operation has not ended: others may not come either
    // Another one, so that `comm` is still good if an operation does not end.
    const OwnComm own = OwnComm::duplicate_of(handles::comm_world());
    if (!is_wanted(own)) return;
    const std::vector<wire::NetworkRecord> records = measure_in_rounds(own, NetworkPairs(own, place));
    if (!records.empty()) wire::append_records<wire::NetworkRecord>(frame, wire::FrameType::Network, records);
  });
  return failure.empty() ? std::move(frame) : wire::Buffer();  // no memory for the end of a frame leaves its head
}

}  // namespace topomorph::reorder
