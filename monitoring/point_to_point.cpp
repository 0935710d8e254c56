// Sends: counted when they start; only persistent ones are remembered.
#include <limits>
#include <memory>
#include <vector>

#include "monitoring/hooks.h"
#include "monitoring/persistent.h"
#include "monitoring/roles.h"
#include "monitoring/traffic.h"
#include "plugin/interception/handles.h"

namespace topomorph::monitoring {

void send(MPI_Count count, MPI_Datatype datatype, int destination, MPI_Comm comm) {
  ThreadCounters* const thread = ThreadCounters::in_call();
  if (thread == nullptr || destination < 0) return;
  constexpr auto kLayer = wire::Layer::PointToPoint;
  const int role = roles::of_peer(*thread, comm, destination);
  const std::uint64_t bytes = bytes_in(count, datatype);
  TrafficCounter* const traffic = count_messages(*thread, kLayer, false, role, bytes);
  if (traffic == nullptr || count > std::numeric_limits<int>::max()) return;
  thread->known_sends.place(destination) = {comm,  datatype, KnownSend::packed(static_cast<int>(count), destination),
                                            bytes, traffic,  &thread->size_class(kLayer, bytes)};
}

void send_init(MPI_Count count, MPI_Datatype datatype, int destination, MPI_Comm comm, MPI_Request request) {
  ThreadCounters& thread = ThreadCounters::mine();
  const int role = roles::of_peer(thread, comm, destination);
  auto sends = std::make_unique<PersistentSends>();
  sends->layer = wire::Layer::PointToPoint;
  sends->payload = role < 0 ? 0 : bytes_in(count, datatype);
  if (role >= 0) sends->sends.push_back({role, sends->payload, 1, PersistentSend::Kind::Messages, 0});
  persistent_sends().insert(roles::number_of(request), std::move(sends));
}

void forget(MPI_Request request) {
  if (request != handles::request_null()) persistent_sends().erase(roles::number_of(request));
}

void StartedRequests::replace(MPI_Request before, MPI_Request after) {
  persistent_sends().move(roles::number_of(before), roles::number_of(after));
}

void start_requests(int count, const MPI_Request* requests) {
  ThreadCounters* const thread = ThreadCounters::in_call();
  if (thread == nullptr) return;
  for (int i = 0; i < count; ++i) {
    const PersistentSends* const started = persistent_sends().find(roles::number_of(requests[i]));
    if (started == nullptr) continue;
    for (const PersistentSend& send : started->sends) send.count(*thread, started->layer);
    add(thread->call->bytes, started->payload);
  }
}

}  // namespace topomorph::monitoring
