// The table of persistent requests, and counting their starts.
#include "monitoring/counting/persistent.h"

#include <cstddef>
#include <memory>
#include <new>

#include "monitoring/counting/roles.h"
#include "monitoring/counting/thread_counters.h"
#include "runtime/mpi/handles.h"

namespace topomorph::monitoring {

void PersistentSend::count(ThreadCounters& thread, wire::Layer layer) const {
  const auto number = static_cast<std::uint32_t>(role);
  switch (kind) {
    case Kind::Messages:
      thread.count(layer, false, false, number, bytes, messages);
      break;
    case Kind::Exchange:
    case Kind::ExchangeInward:
      thread.count_exchange(layer, kind == Kind::ExchangeInward, number, bytes, messages, more);
      break;
    case Kind::Beyond:
      thread.count_beyond(layer, number, bytes, more);
      break;
  }
}

RequestTable<PersistentSends>& persistent_sends() {
  using Table = RequestTable<PersistentSends>;
  alignas(Table) static std::byte memory[sizeof(Table)];  // never destroyed, and needs no memory
  static auto* const table = new (memory) Table;
  return *table;
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
