// The four models of noise: which entries change, by how much, and none below 0.
#include "benchmarks/mapping/noise.h"

#include <cmath>
#include <map>

#include <gtest/gtest.h>

#include "core/base/error.h"
#include "tests/core/testing.h"

namespace topomorph::benchmarks {
namespace {

constexpr NoiseModel kAll[] = {NoiseModel::GaussianAdditive, NoiseModel::GaussianMultiplicative,
                               NoiseModel::UniformAdditive, NoiseModel::UniformMultiplicative};

/// A ring of 64 roles with volume 1000 in one direction.
Affinity ring() {
  std::vector<Traffic> traffic;
  for (Role role = 0; role < 64; ++role) traffic.push_back({role, (role + 1) % 64, 1000, 1});
  return Affinity::from_traffic(64, traffic);
}

using Entries = std::map<std::pair<Role, Role>, std::uint64_t>;

Entries entries(const Instance& instance) {
  Entries result;
  for (const Traffic& edge : instance.edges)
    EXPECT_TRUE(result.insert({{edge.source, edge.destination}, edge.bytes}).second);
  return result;
}

bool is_edge(const std::pair<Role, Role>& pair) {
  const Role apart = (pair.second + 64 - pair.first) % 64;
  return apart == 1 || apart == 63;
}

TEST(Noise, OfNothingIsTheSymmetricMatrix) {
  for (const NoiseModel model : kAll) {
    const Entries found = entries(with_noise(ring(), model, 0, 1));
    EXPECT_EQ(found.size(), 128U);
    for (const auto& [pair, volume] : found) EXPECT_TRUE(is_edge(pair) && volume == 1000) << pair.first;
  }
}

TEST(Noise, ChangesTheEntriesOfItsModel) {
  for (const NoiseModel model : kAll) {
    const bool additive = model == NoiseModel::GaussianAdditive || model == NoiseModel::UniformAdditive;
    const Entries found = entries(with_noise(ring(), model, additive ? 100 : 0.1, 1));
    std::size_t others = 0;
    double sum = 0, squares = 0;
    for (const auto& [pair, volume] : found) {
      EXPECT_NE(pair.first, pair.second);
      if (!is_edge(pair)) {
        ++others;
        continue;
      }
      const double change = static_cast<double>(volume) - 1000;
      sum += change, squares += change * change;
    }
    EXPECT_EQ(others > 0, additive);
    EXPECT_NEAR(static_cast<double>(others), additive ? 64 * 61 / 2.0 : 0.0, 200);  // half of the draws are below 0
    const bool gaussian = model == NoiseModel::GaussianAdditive || model == NoiseModel::GaussianMultiplicative;
    EXPECT_NEAR(sum / 128, 0, 30);
    EXPECT_NEAR(std::sqrt(squares / 128), gaussian ? 100 : 100 / std::sqrt(3), 15);
  }
}

TEST(Noise, OfUniformModelsKeepsToItsRange) {
  for (const auto& [pair, volume] : entries(with_noise(ring(), NoiseModel::UniformAdditive, 300, 2))) {
    EXPECT_LE(volume, is_edge(pair) ? 1300U : 300U);
    EXPECT_GE(volume, is_edge(pair) ? 700U : 1U);
  }
}

TEST(Noise, IsTheSameForTheSameSeed) {
  const Entries first = entries(with_noise(ring(), NoiseModel::GaussianAdditive, 50, 1));
  EXPECT_EQ(first, entries(with_noise(ring(), NoiseModel::GaussianAdditive, 50, 1)));
  EXPECT_NE(first, entries(with_noise(ring(), NoiseModel::GaussianAdditive, 50, 2)));
}

TEST(Noise, RefusesWhatIsNoModel) {
  EXPECT_THROW(noise_model_named("pink"), InputError);
  EXPECT_EQ(noise_model_named("uniform-multiplicative"), NoiseModel::UniformMultiplicative);
  EXPECT_THROW(with_noise(ring(), NoiseModel::UniformAdditive, -1, 1), InputError);
  EXPECT_THROW(with_noise(Affinity::from_traffic(20000, {}), NoiseModel::UniformAdditive, 1, 1), InputError);
}

}  // namespace
}  // namespace topomorph::benchmarks
