// The traffic of a training job by its kinds of parallelism.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "core/model/affinity.h"

namespace topomorph::inline model {

/// Kinds of parallelism of one training job.
enum class Parallelism { Tensor, Context, Expert, Data, Pipeline };
inline constexpr std::size_t kParallelisms = 5;
inline constexpr std::array kAllParallelisms = {Parallelism::Tensor, Parallelism::Context, Parallelism::Expert,
                                                Parallelism::Data, Parallelism::Pipeline};

constexpr std::size_t index_of(Parallelism kind) { return static_cast<std::size_t>(kind); }

/// A training step: how many processes share what, who is who, and what each process sends in it.
struct TrainingPattern {
  std::array<std::uint64_t, kParallelisms> degree = {1, 1, 1, 1, 1};  ///< by Parallelism
  /// Kinds from the one whose number changes fastest with the rank, as in Megatron-LM's default
  /// "tp-cp-ep-dp-pp", which is DeepSpeed's order of (pipe, data, model) too.
  std::array<Parallelism, kParallelisms> order = kAllParallelisms;
  /// By Parallelism: bytes that each process sends in a step to the next of its ring (tensor, context, data), to all
  /// others of its group together (expert), to each neighbouring stage (pipeline).
  std::array<std::uint64_t, kParallelisms> bytes = {};

  /// Experts are spread over processes of context and data parallelism and add none.
  std::uint64_t processes() const;
};

/// Returns the traffic of a step. Groups of tensor, context and data parallelism send around a ring in the order of
/// their ranks, as NCCL does for large buffers: an all-reduce of S bytes among n processes sends 2 (n - 1) / n S to the
/// next. Gradients are summed over data and context parallelism together. Experts exchange all with all. Stages send
/// forth and back. Both volumes of an entry are bytes.
Affinity to_affinity(const TrainingPattern& pattern);

/// The bytes of a transformer's step follow from its size [Narayanan 2021, sections 2 and 3].
struct Transformer {
  double hidden = 8192, layers = 80, sequence = 4096, experts = 2;
  double micro_batch = 1, micro_batches = 8;
  double element = 2, gradient = 4;  ///< bytes
};

/// Returns by Parallelism what TrainingPattern::bytes says, for these degrees.
std::array<double, kParallelisms> bytes_of_step(const Transformer& model,
                                                const std::array<std::uint64_t, kParallelisms>& degree);

}  // namespace topomorph::inline model
