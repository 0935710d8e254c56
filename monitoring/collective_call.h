// One collective call that is being counted: this process's part in it, its payload and its modelled messages.
#pragma once

#include <memory>
#include <vector>

#include <mpi.h>

#include "core/trace/step.h"
#include "monitoring/counting/collective_model.h"
#include "monitoring/counting/persistent.h"
#include "monitoring/counting/roles.h"

namespace topomorph::monitoring {

/// If Open MPI reports the messages itself (collectives_exact()), only the payload is counted.
class CollectiveCall final : private model::Sink {
 public:
  CollectiveCall(MPI_Comm comm, Request persistent);
  /// Stores what a persistent request will send.
  ~CollectiveCall();
  CollectiveCall(const CollectiveCall&) = delete;
  CollectiveCall& operator=(const CollectiveCall&) = delete;

  model::Place place() const { return place_; }
  /// Returns the size of the group that blocks go to and come from.
  int peers() const { return place_.remote_size > 0 ? place_.remote_size : place_.size; }
  model::Root root(int argument) const;
  bool is_root(int argument) const;

  void payload(std::uint64_t bytes);

  /// Records the call while calls are recorded. Those of intercommunicators are not, on any of their members. `bytes`
  /// is as trace::collective() says; `root` is the argument.
  void record(trace::Collective kind, std::uint64_t bytes, int root = 0);

  /// Records messages from and to neighbours; `block(i)` has the bytes of the i-th destination.
  void record_neighbours(const std::vector<int>& sources, const std::vector<int>& destinations,
                         const model::Blocks& block);

  /// Runs a model, as in play([&](Sink& sink) { model::bcast(…, sink); }). Does nothing if the messages are reported.
  template <class Play>
  void play(Play model) {
    if (modelled_) model(static_cast<model::Sink&>(*this));
  }

 private:
  void send(Side side, int peer, std::uint64_t bytes, std::uint64_t messages) override;
  bool exchange(bool inward, std::uint64_t bytes, std::uint64_t alike) override;
  void beyond(int peer, std::uint64_t bytes, std::uint64_t more) override;
  /// Counts now, or stores for each start of a persistent request.
  void count(const PersistentSend& send);

  ThreadCounters* const thread_;
  const MPI_Comm comm_;
  const Request persistent_;
  const bool modelled_;
  const model::Place place_;
  std::unique_ptr<PersistentSends> later_;  ///< what each start of a persistent request will send; null for other calls
};

}  // namespace topomorph::monitoring
