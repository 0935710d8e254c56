// Affinities of NAS-like programs for 16 to 4096 ranks: those of the tables at scale, and three that only have
// collectives.
#include "benchmarks/extrapolation/nas_patterns.h"

#include <array>
#include <vector>

#include "benchmarks/scale/program.h"
#include "core/replay/affinity.h"

namespace topomorph::benchmarks {

namespace {

constexpr std::array<std::string_view, 11> kPrograms = {"bt", "cg", "ep",   "ft",     "is",       "lu",
                                                        "mg", "sp", "hpcg", "lammps", "minighost"};

/// Adds recursive doubling of a vector.
void add_sum(std::vector<Traffic>& traffic, Role ranks, std::uint64_t bytes) {
  for (Role rank = 0; rank < ranks; ++rank) {
    for (Role bit = 1; bit < ranks; bit *= 2) traffic.push_back({rank, rank ^ bit, bytes, 1});
  }
}

void add_all_to_all(std::vector<Traffic>& traffic, Role ranks, std::uint64_t bytes) {
  for (Role from = 0; from < ranks; ++from) {
    for (Role to = 0; to < ranks; ++to) {
      if (from != to) traffic.push_back({from, to, bytes, 1});
    }
  }
}

/// NAS EP: three sums at the end.
std::vector<Traffic> ep(Role ranks) {
  std::vector<Traffic> traffic;
  for (const std::uint64_t bytes : {8, 8, 80}) add_sum(traffic, ranks, bytes);
  return traffic;
}

/// NAS FT, class C: 21 transpositions of 512^3 complex numbers in slabs, and a sum of one after each.
std::vector<Traffic> ft(Role ranks) {
  constexpr std::uint64_t kPoints = std::uint64_t{1} << 27, kComplex = 16, kTransposed = 21;
  std::vector<Traffic> traffic;
  add_all_to_all(traffic, ranks, kTransposed * kPoints * kComplex / (ranks * ranks));
  add_sum(traffic, ranks, kTransposed * kComplex);
  return traffic;
}

/// NAS IS, class C: 11 times a sum of the sizes of 1024 buckets, the counts to all, and 2^27 keys to all.
std::vector<Traffic> is(Role ranks) {
  constexpr std::uint64_t kKeys = std::uint64_t{1} << 27, kKey = 4, kBuckets = 1024, kSorted = 11;
  std::vector<Traffic> traffic;
  add_sum(traffic, ranks, kSorted * kBuckets * kKey);
  add_all_to_all(traffic, ranks, kSorted * (kKey + kKeys * kKey / (ranks * ranks)));
  return traffic;
}

}  // namespace

std::span<const std::string_view> extrapolated_programs() { return kPrograms; }

Affinity pattern_of(std::string_view program, std::uint32_t ranks) {
  if (program == "ep") return Affinity::from_traffic(ranks, ep(ranks));
  if (program == "ft") return Affinity::from_traffic(ranks, ft(ranks));
  if (program == "is") return Affinity::from_traffic(ranks, is(ranks));
  return replay::affinity_of(scale::make_program(program, ranks));
}

}  // namespace topomorph::benchmarks
