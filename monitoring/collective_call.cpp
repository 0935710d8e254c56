// Counts a collective's payload and its modelled messages, now or with each start of a persistent request.
#include "monitoring/collective_call.h"

#include "monitoring/counting/name_lists.h"
#include "monitoring/counting/thread_counters.h"
#include "monitoring/monitor.h"
#include "monitoring/recording/recorder.h"
#include "monitoring/recording/recording.h"
#include "runtime/mpi/communicators.h"

namespace topomorph::monitoring {

namespace {

model::Place asked_place(MPI_Comm comm) {
  model::Place place;
  place.rank = runtime::rank_in(comm);
  place.size = runtime::size_of(comm);
  if (runtime::is_inter(comm)) real::Comm_remote_size(comm, &place.remote_size);
  return place;
}

/// Asks MPI only if the thread's last collective call was on another communicator: the questions are three calls, and
/// where processes share a core, each finds its code and data displaced from the caches.
const model::Place& place_in(ThreadCounters& thread, MPI_Comm comm) {
  RecentPlace& recent = thread.recent_place;
  if (!recent.known || recent.comm != comm) recent = {true, comm, asked_place(comm)};
  return recent.place;
}

}  // namespace

CollectiveCall::CollectiveCall(MPI_Comm comm, Request persistent)
    : thread_(ThreadCounters::in_call()),
      comm_(comm),
      persistent_(persistent),
      modelled_(thread_ != nullptr && !collectives_exact()),
      place_(thread_ != nullptr ? place_in(*thread_, comm) : asked_place(comm)) {
  if (persistent_ == nullptr || thread_ == nullptr) return;
  later_ = std::make_unique<PersistentSends>();
  later_->layer = wire::Layer::Collective;
}

CollectiveCall::~CollectiveCall() {
  if (later_ == nullptr) return;
  noexcept_hook([&] { persistent_sends().insert(roles::number_of(*persistent_), std::move(later_)); });
}

model::Root CollectiveCall::root(int argument) const {
  if (argument == MPI_ROOT) return {model::RootKind::Self, place_.rank};
  if (argument == MPI_PROC_NULL) return {model::RootKind::Uninvolved, 0};
  return {model::RootKind::Rank, argument};
}

bool CollectiveCall::is_root(int argument) const {
  return argument == MPI_ROOT || (place_.remote_size == 0 && argument == place_.rank);
}

void CollectiveCall::payload(std::uint64_t bytes) {
  if (later_ != nullptr) {
    later_->payload += bytes;
  } else if (thread_ != nullptr) {
    add(thread_->call->bytes, bytes);
  }
}

void CollectiveCall::record(trace::Collective kind, std::uint64_t bytes, int root) {
  if (!recording::is_on() || thread_ == nullptr || root < 0 || place_.remote_size > 0) return;
  recording::recorder().collective(*thread_, comm_, persistent_,
                                   trace::collective(kind, bytes, 0, static_cast<std::uint32_t>(root)));
}

void CollectiveCall::record_neighbours(const std::vector<int>& sources, const std::vector<int>& destinations,
                                       const model::Blocks& block) {
  if (!recording::is_on() || thread_ == nullptr) return;
  recording::Operation operation;
  for (const int source : sources) {
    const int role = source < 0 ? roles::kNone : roles::of_member(*thread_, comm_, Side::Local, source);
    if (role >= 0) operation.messages.push_back(trace::start_receive(static_cast<std::uint32_t>(role), 0));
  }
  for (int i = 0; i < static_cast<int>(destinations.size()); ++i) {
    const int to = destinations[static_cast<std::size_t>(i)];
    const int role = to < 0 ? roles::kNone : roles::of_member(*thread_, comm_, Side::Local, to);
    if (role >= 0) operation.messages.push_back(trace::start_send(static_cast<std::uint32_t>(role), block(i), 0));
  }
  recording::recorder().neighbours(*thread_, comm_, persistent_, std::move(operation));
}

void CollectiveCall::count(const PersistentSend& send) {
  if (later_ != nullptr) {
    later_->sends.push_back(send);
  } else {
    send.count(*thread_, wire::Layer::Collective);
  }
}

void CollectiveCall::send(Side side, int peer, std::uint64_t bytes, std::uint64_t messages) {
  const int role = roles::of_member(*thread_, comm_, side, peer);
  if (role >= 0) count({role, bytes, messages, PersistentSend::Kind::Messages, 0});
}

bool CollectiveCall::exchange(bool inward, std::uint64_t bytes, std::uint64_t alike) {
  const std::uint32_t group = roles::group_of(*thread_, comm_);
  if (group == groups::kNone) return false;
  using Kind = PersistentSend::Kind;
  count({static_cast<int>(group), bytes, static_cast<std::uint64_t>(place_.size - 1),
         inward ? Kind::ExchangeInward : Kind::Exchange, alike});
  return true;
}

void CollectiveCall::beyond(int peer, std::uint64_t bytes, std::uint64_t more) {
  const int role = roles::of_member(*thread_, comm_, Side::Local, peer);
  if (role >= 0) count({role, bytes, 1, PersistentSend::Kind::Beyond, more});
}

}  // namespace topomorph::monitoring
