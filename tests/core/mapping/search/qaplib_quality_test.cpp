// How near the search comes to the best known values of QAPLIB.
#include "core/evaluation/evaluate.h"
#include "core/formats/affinity_file.h"
#include "core/mapping/portfolio/map.h"
#include "core/mapping/search/dense_problem.h"
#include "core/mapping/search/tabu_mapper.h"
#include "core/topology/spec.h"
#include "tests/core/testing.h"

namespace topomorph::mapping {
namespace {

struct KnownInstance {
  const char* name;
  double objective;  // over ordered pairs
};

constexpr KnownInstance kProven[] = {{"nug12", 578},  {"nug20", 2570},   {"nug25", 3744},
                                     {"nug30", 6124}, {"scr20", 110030}, {"tho30", 149936}};
constexpr KnownInstance kLarge[] = {
    {"sko42", 15812}, {"wil50", 48816}, {"sko64", 48498}, {"sko100a", 152002}, {"tho150", 8133398}};

std::string file_of(const KnownInstance& known) {
  return testing::data_file("qaplib/" + std::string(known.name) + ".dat");
}

/// How much more than the best known, as a share.
double excess(const KnownInstance& known, const MapOptions& options) {
  const Affinity affinity = formats::read_affinity(file_of(known));
  const auto topology = topology::parse_topology("qaplib:" + file_of(known));
  const Mapping mapping = map(affinity, *topology, options).mapping;
  const auto cost = static_cast<double>(evaluation::evaluate(affinity, *topology, mapping).hop_bytes);
  EXPECT_GE(cost, known.objective) << known.name;
  return cost / known.objective - 1;
}

MapOptions tabu_options(Preset preset, std::uint64_t seed) {
  MapOptions options;
  options.algorithm = "tabu";
  options.preset = preset;
  options.seed = seed;
  return options;
}

TEST(QaplibQuality, DefaultIsWithinOnePercentOnAverage) {
  SKIP_WITHOUT(file_of(kProven[0]));
  for (std::uint64_t seed = 1; seed <= 2; ++seed) {
    double sum = 0;
    for (const KnownInstance& known : kProven) sum += excess(known, tabu_options(Preset::Default, seed));
    for (const KnownInstance& known : kLarge) sum += excess(known, tabu_options(Preset::Default, seed));
    EXPECT_LT(sum / (std::size(kProven) + std::size(kLarge)), 0.01) << seed;
  }
}

TEST(QaplibQuality, BestFindsTheProvenOptimum) {
  SKIP_WITHOUT(file_of(kProven[0]));
  for (const KnownInstance& known : kProven) {
    for (std::uint64_t seed = 1; seed <= 3; ++seed) {
      MapOptions options = tabu_options(Preset::Best, seed);
      options.time_limit = 100;  // few slots end it, on busy machines too
      EXPECT_EQ(excess(known, options), 0) << known.name << ' ' << seed;
    }
  }
}

/// The work of preset best, or less, without its clock.
TEST(QaplibQuality, LargeInstancesAreWithinAFifthOfAPercent) {
  SKIP_WITHOUT(file_of(kProven[0]));
  for (const KnownInstance& known : kLarge) {
    const Affinity affinity = formats::read_affinity(file_of(known));
    const auto topology = topology::parse_topology("qaplib:" + file_of(known));
    const MapOptions options;
    Mapping identity(affinity.roles());
    for (Role role = 0; role < identity.size(); ++role) identity[role] = role;
    Workers workers(1);
    const DenseWindow window({affinity, *topology, nullptr, options, Deadline(std::nullopt), workers, map}, identity);
    const double seconds = affinity.roles() < 100 ? 1 : 8;
    const DenseLayout found =
        search(window.dense(), {*window.layout_of(identity)}, {seconds, 1, 0, Deadline(std::nullopt)}, workers);
    const auto cost =
        static_cast<double>(evaluation::evaluate(affinity, *topology, window.to_mapping(found)).hop_bytes);
    EXPECT_LT(cost / known.objective, 1.002) << known.name;
  }
}

}  // namespace
}  // namespace topomorph::mapping
