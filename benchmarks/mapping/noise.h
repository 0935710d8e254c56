// Affinities that are not known exactly: the four models of noise of [Jeannot 2022, section 5.5].
#pragma once

#include <string>

#include "benchmarks/mapping/instances.h"

namespace topomorph::benchmarks {

enum class NoiseModel { GaussianAdditive, GaussianMultiplicative, UniformAdditive, UniformMultiplicative };

/// Returns the model of a name in kNoiseModels. Throws InputError for other names.
NoiseModel noise_model_named(const std::string& name);
inline constexpr const char* kNoiseModels =
    "gaussian-additive|gaussian-multiplicative|uniform-additive|uniform-multiplicative";

/// Returns the symmetric matrix m(i, j) = m(j, i) of the traffic between i and j with noise: each entry becomes m + r
/// (additive: all pairs, also those of volume 0) or m + m r (multiplicative), rounded, at least 0. Each entry has its
/// own draw r, which is normal with mean 0 and standard deviation k, or uniform in [-k, k]. Bytes and messages are
/// equal. Additive noise is for small instances: the result has all pairs.
Instance with_noise(const Affinity& affinity, NoiseModel model, double k, std::uint64_t seed);

}  // namespace topomorph::benchmarks
