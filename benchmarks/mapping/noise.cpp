// Affinities that are not known exactly: the four models of noise of [Jeannot 2022, section 5.5].
#include "benchmarks/mapping/noise.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

#include <fmt/format.h>

#include "benchmarks/mapping/random.h"
#include "core/base/error.h"
#include "core/formats/formats.h"

namespace topomorph::benchmarks {

namespace {

constexpr std::uint64_t kMostDense = 16384;  // roles of additive noise: 2^28 entries

bool is_gaussian(NoiseModel model) {
  return model == NoiseModel::GaussianAdditive || model == NoiseModel::GaussianMultiplicative;
}

bool is_additive(NoiseModel model) {
  return model == NoiseModel::GaussianAdditive || model == NoiseModel::UniformAdditive;
}

class Noise {
 public:
  Noise(NoiseModel model, double k, std::uint64_t seed) : model_(model), k_(k), random_(seed) {}

  /// Returns the volume with noise. Computes in doubles, as the paper does: volumes above 2^53 lose their last bits.
  std::uint64_t on(std::uint64_t volume) {
    const auto m = static_cast<double>(volume);
    const double r = k_ * (is_gaussian(model_) ? normal() : 2 * random_.unit() - 1);
    const double noisy = std::round(m + (is_additive(model_) ? r : m * r));
    constexpr double kMost = 0x1.0p62;  // sums of two stay below 2^64
    return static_cast<std::uint64_t>(std::clamp(noisy, 0.0, kMost));
  }

 private:
  /// Returns a normal deviate [Box 1958].
  double normal() {
    const double radius = std::sqrt(-2 * std::log(1 - random_.unit()));
    return radius * std::cos(2 * std::numbers::pi * random_.unit());
  }

  NoiseModel model_;
  double k_;
  Random random_;
};

void add_directed(Instance& instance, Role from, Role to, std::uint64_t volume) {
  if (volume > 0) instance.edges.push_back({from, to, volume, volume});
}

}  // namespace

NoiseModel noise_model_named(const std::string& name) {
  constexpr std::array<std::pair<std::string_view, NoiseModel>, 4> kNames = {
      {{"gaussian-additive", NoiseModel::GaussianAdditive},
       {"gaussian-multiplicative", NoiseModel::GaussianMultiplicative},
       {"uniform-additive", NoiseModel::UniformAdditive},
       {"uniform-multiplicative", NoiseModel::UniformMultiplicative}}};
  for (const auto& [known, model] : kNames) {
    if (known == name) return model;
  }
  throw InputError(fmt::format("--model: found \"{}\", expected one of {}", name, kNoiseModels));
}

Instance with_noise(const Affinity& affinity, NoiseModel model, double k, std::uint64_t seed) {
  if (!(k >= 0)) throw InputError(fmt::format("--noise: found {}, expected 0 or more", k));
  const Affinity matrix = formats::both_directions(affinity);
  if (is_additive(model) && matrix.roles() > kMostDense) {
    throw InputError(fmt::format("found {} roles, expected at most {} for additive noise", matrix.roles(), kMostDense));
  }
  Noise noise(model, k, seed);
  Instance instance{matrix.roles(), {}};
  for (Role i = 0; i < matrix.roles(); ++i) {
    Role next = 0;  // all roles below have their noise
    const auto up_to = [&](Role end) {
      for (; next < end; ++next) {
        if (is_additive(model) && next != i) add_directed(instance, i, next, noise.on(0));
      }
    };
    for (const AffinityEntry& entry : matrix.row(i)) {
      up_to(entry.destination);
      add_directed(instance, i, next++, noise.on(entry.bytes));
    }
    up_to(matrix.roles());
  }
  return instance;
}

}  // namespace topomorph::benchmarks
