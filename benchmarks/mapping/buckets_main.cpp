// topomorph-buckets: bucket grouping with lazy and with full sorting on dense affinities [Jeannot 2022, table 1].
#include <cstdio>
#include <ctime>
#include <string>

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include "benchmarks/mapping/command.h"
#include "core/base/error.h"
#include "core/mapping/baselines/buckets.h"

namespace topomorph::benchmarks {

namespace {

/// Random volumes of 24 bits between all pairs, computed on demand, and heavier pairs added to them.
class DensePairs final : public mapping::PairSource {
 public:
  enum class Heavy { None, Partners, Grid };

  DensePairs(std::uint64_t roles, Heavy heavy, std::uint64_t seed) : roles_(roles), heavy_(heavy), seed_(seed) {
    while (side_ * side_ < roles) ++side_;
  }

  std::size_t vertices() const override { return roles_; }
  std::span<const mapping::Edge> row(mapping::Vertex v, std::vector<mapping::Edge>& scratch) const override {
    scratch.clear();
    for (mapping::Vertex to = v + 1; to < roles_; ++to) scratch.push_back({to, affinity(v, to)});
    return scratch;
  }
  mapping::EdgeWeight sample(Random& random) const override {
    const auto a = static_cast<mapping::Vertex>(random.below(roles_)),
               b = static_cast<mapping::Vertex>(random.below(roles_ - 1));
    const mapping::Vertex other = b < a ? b : b + 1;
    return affinity(std::min(a, other), std::max(a, other));
  }

 private:
  static constexpr mapping::EdgeWeight kBackground = mapping::EdgeWeight{1} << 24;

  mapping::EdgeWeight affinity(mapping::Vertex a, mapping::Vertex b) const {
    Random random(seed_ ^ (std::uint64_t{a} << 32 | b));
    const auto weight = static_cast<mapping::EdgeWeight>(random.next() >> 40) + 1;
    return weight + (is_heavy(a, b) ? kBackground : 0);
  }
  bool is_heavy(mapping::Vertex a, mapping::Vertex b) const {
    if (heavy_ == Heavy::Partners) return b == a + roles_ / 2;
    return heavy_ == Heavy::Grid && (b == a + side_ || (b == a + 1 && b % side_ != 0));
  }

  std::uint64_t roles_, side_ = 1;
  Heavy heavy_;
  std::uint64_t seed_;
};

struct Options {
  std::uint64_t roles = 0, seed = 1;
  std::string matrix = "uniform";
};

double cpu_seconds() { return static_cast<double>(std::clock()) / CLOCKS_PER_SEC; }

struct Run {
  mapping::BucketStatistics statistics;
  std::vector<std::pair<mapping::Vertex, mapping::Vertex>> pairs;
  double seconds = 0;

  Run(const DensePairs& source, std::size_t buckets, std::uint64_t seed) {
    Random random(seed);
    const double start = cpu_seconds();
    pairs = mapping::bucket_matching(source, random, buckets, statistics);
    seconds = cpu_seconds() - start;
  }
};

DensePairs::Heavy heavy_named(const std::string& name) {
  if (name == "partners") return DensePairs::Heavy::Partners;
  return name == "grid" ? DensePairs::Heavy::Grid : DensePairs::Heavy::None;
}

void run(const CLI::App&, const Options& options) {
  const DensePairs source(options.roles, heavy_named(options.matrix), options.seed);
  const Run lazy(source, 0, options.seed), full(source, 1, options.seed);
  if (lazy.pairs != full.pairs) throw InputError("lazy and full sorting gave different groups");
  std::puts(fmt::format("{{\"roles\": {}, \"matrix\": \"{}\", \"buckets\": {}, \"buckets_used\": {}, \"sorted\": {}, "
                        "\"sorted_by_full\": {}, \"lazy_seconds\": {:.4f}, \"full_seconds\": {:.4f}}}",
                        options.roles, options.matrix, lazy.statistics.buckets, lazy.statistics.buckets_used,
                        lazy.statistics.sorted_elements, full.statistics.sorted_elements, lazy.seconds, full.seconds)
                .c_str());
}

void declare(CLI::App& app, Options& options) {
  app.add_option("roles", options.roles, "how many; the full sort takes 8 bytes x roles x roles")
      ->check(CLI::Range(2U, 65536U))
      ->required();
  app.add_option("--matrix", options.matrix,
                 "uniform weights; partners: each role has one that stands out; grid: its neighbours on a grid do")
      ->check(CLI::IsMember({"uniform", "partners", "grid"}))
      ->capture_default_str();
  app.add_option("--seed", options.seed, "same seed, same matrix")->capture_default_str();
}

}  // namespace

}  // namespace topomorph::benchmarks

int main(int argc, char** argv) {
  using namespace topomorph::benchmarks;
  return run_command<Options>(
      argc, argv, "topomorph-buckets",
      "Pairs the roles of a dense affinity, with lazy and with full sorting: topomorph-buckets 4096", declare, run);
}
