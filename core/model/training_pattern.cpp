// The traffic of a training job by its kinds of parallelism.
#include "core/model/training_pattern.h"

#include <algorithm>
#include <utility>

namespace topomorph::inline model {

namespace {

/// Numbers of a process in the kinds of parallelism, those of experts aside.
using Place = std::array<std::uint64_t, kParallelisms>;

/// Knows who is who.
class Numbering {
 public:
  explicit Numbering(const TrainingPattern& pattern) : pattern_(pattern) {
    std::uint64_t stride = 1;
    for (const Parallelism kind : pattern.order) {
      if (kind == Parallelism::Expert) continue;
      stride_[index_of(kind)] = stride;
      stride *= degree(kind);
    }
  }

  std::uint64_t degree(Parallelism kind) const { return pattern_.degree[index_of(kind)]; }

  Place place_of(std::uint64_t rank) const {
    Place place = {};
    for (const Parallelism kind : kAllParallelisms) {
      if (kind != Parallelism::Expert) place[index_of(kind)] = rank / stride_[index_of(kind)] % degree(kind);
    }
    return place;
  }

  std::uint64_t rank_of(const Place& place) const {
    std::uint64_t rank = 0;
    for (const Parallelism kind : kAllParallelisms) rank += place[index_of(kind)] * stride_[index_of(kind)];
    return rank;
  }

  /// Number among the processes of context and data parallelism together, in the order of their ranks.
  std::uint64_t replica_of(const Place& place) const {
    return place[index_of(inner())] + place[index_of(outer())] * degree(inner());
  }

  /// Returns the rank of the process of this number, in the other kinds where `place` is.
  std::uint64_t rank_of_replica(Place place, std::uint64_t replica) const {
    place[index_of(inner())] = replica % degree(inner());
    place[index_of(outer())] = replica / degree(inner());
    return rank_of(place);
  }

  std::uint64_t replicas() const { return degree(Parallelism::Context) * degree(Parallelism::Data); }

 private:
  Parallelism inner() const {
    const bool context = stride_[index_of(Parallelism::Context)] <= stride_[index_of(Parallelism::Data)];
    return context ? Parallelism::Context : Parallelism::Data;
  }
  Parallelism outer() const { return inner() == Parallelism::Context ? Parallelism::Data : Parallelism::Context; }

  const TrainingPattern& pattern_;
  Place stride_ = {};
};

/// Collects what each process sends.
class StepTraffic {
 public:
  explicit StepTraffic(const TrainingPattern& pattern) : pattern_(pattern), numbering_(pattern) {}

  Affinity affinity() {
    const std::uint64_t processes = pattern_.processes();
    for (rank_ = 0; rank_ < processes; ++rank_) {
      place_ = numbering_.place_of(rank_);
      ring_of(Parallelism::Tensor);
      ring_of(Parallelism::Context);
      ring_of_gradients();
      experts();
      stages();
    }
    return Affinity::from_traffic(processes, std::move(traffic_));
  }

 private:
  void send(std::uint64_t to, std::uint64_t bytes) {
    if (to != rank_ && bytes > 0) traffic_.push_back({rank_, to, bytes, bytes});
  }

  std::uint64_t bytes(Parallelism kind) const { return pattern_.bytes[index_of(kind)]; }

  /// Sends what the kind sends to the process that has this number in it, and is else where this one is.
  void send_to(Parallelism kind, std::uint64_t number) {
    Place place = place_;
    place[index_of(kind)] = number;
    send(numbering_.rank_of(place), bytes(kind));
  }

  void ring_of(Parallelism kind) { send_to(kind, (place_[index_of(kind)] + 1) % numbering_.degree(kind)); }

  void ring_of_gradients() {
    const std::uint64_t next = (numbering_.replica_of(place_) + 1) % numbering_.replicas();
    send(numbering_.rank_of_replica(place_, next), bytes(Parallelism::Data));
  }

  void experts() {
    const std::uint64_t group = numbering_.degree(Parallelism::Expert), own = numbering_.replica_of(place_);
    if (group < 2) return;
    const std::uint64_t first = own / group * group;
    for (std::uint64_t other = first; other < first + group; ++other) {
      send(numbering_.rank_of_replica(place_, other), bytes(Parallelism::Expert) / (group - 1));
    }
  }

  void stages() {
    const std::uint64_t own = place_[index_of(Parallelism::Pipeline)];
    if (own + 1 < numbering_.degree(Parallelism::Pipeline)) send_to(Parallelism::Pipeline, own + 1);
    if (own > 0) send_to(Parallelism::Pipeline, own - 1);
  }

  const TrainingPattern& pattern_;
  const Numbering numbering_;
  std::uint64_t rank_ = 0;
  Place place_ = {};
  std::vector<Traffic> traffic_;
};

}  // namespace

std::uint64_t TrainingPattern::processes() const {
  std::uint64_t processes = 1;
  for (const Parallelism kind : kAllParallelisms) {
    if (kind != Parallelism::Expert) processes *= degree[index_of(kind)];
  }
  return processes;
}

Affinity to_affinity(const TrainingPattern& pattern) { return StepTraffic(pattern).affinity(); }

std::array<double, kParallelisms> bytes_of_step(const Transformer& model,
                                                const std::array<std::uint64_t, kParallelisms>& degree) {
  const auto of = [&](Parallelism kind) { return static_cast<double>(degree[index_of(kind)]); };
  const double tensor = of(Parallelism::Tensor), context = of(Parallelism::Context), experts = of(Parallelism::Expert);
  const double replicas = context * of(Parallelism::Data);
  const double activation = model.sequence / context * model.micro_batch * model.hidden * model.element;
  const double layers = model.layers / of(Parallelism::Pipeline);
  const double passes = layers * model.micro_batches;
  const double parameters = 12 * model.hidden * model.hidden * layers / tensor;
  std::array<double, kParallelisms> bytes = {};
  // Forth and back two all-reduces of the activations in each layer.
  bytes[index_of(Parallelism::Tensor)] = passes * 4 * 2 * (tensor - 1) / tensor * activation;
  // Keys and values around the ring, once forth and, with their gradients, twice back.
  bytes[index_of(Parallelism::Context)] = passes * 3 * 2 * (context - 1) * activation / tensor;
  // To the experts and from them, forth and back.
  bytes[index_of(Parallelism::Expert)] = passes * 4 * model.experts * (experts - 1) / experts * activation / tensor;
  // Gradients are scattered, parameters gathered.
  bytes[index_of(Parallelism::Data)] = (replicas - 1) / replicas * parameters * (model.gradient + model.element);
  bytes[index_of(Parallelism::Pipeline)] = model.micro_batches * activation / tensor;
  return bytes;
}

}  // namespace topomorph::inline model
