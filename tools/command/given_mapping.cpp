// Reads a mapping or makes one by name.
#include "tools/command/given_mapping.h"

#include <random>

#include <fmt/format.h>

#include "core/base/error.h"
#include "core/base/number.h"
#include "core/base/successive.h"
#include "core/formats/mapping_file.h"
#include "core/model/tree.h"
#include "tools/command/slurm_order.h"

namespace topomorph::command {

namespace {

Mapping cyclic(const Topology& topology, const std::string& option) {
  const TreeTopology* tree = as_tree(topology);
  if (tree == nullptr) throw InputError(option + " cyclic: expected a tree as topology, found " + topology.describe());
  if (tree->levels() == 1) return successive<Slot>(tree->slots());  // the root's children are the slots
  const std::vector<Slot>& begin = tree->level(tree->levels() - 1).begin;
  Mapping mapping;
  for (Slot place = 0; mapping.size() < tree->slots(); ++place) {
    for (std::size_t child = 0; child + 1 < begin.size(); ++child) {
      if (begin[child] + place < begin[child + 1]) mapping.push_back(begin[child] + place);
    }
  }
  return mapping;
}

/// Fisher and Yates by hand: the result of std::shuffle differs between C++ libraries.
Mapping random(std::uint64_t slots, std::uint64_t seed) {
  Mapping mapping = successive<Slot>(slots);
  std::mt19937_64 generator(seed);
  for (std::uint64_t i = slots; i > 1; --i) std::swap(mapping[i - 1], mapping[generator() % i]);
  return mapping;
}

constexpr std::string_view kRandom = "random", kRandomWithSeed = "random:";

}  // namespace

bool names_a_mapping(const std::string& text) {
  return text == "identity" || text == "cyclic" || text == "slurm" || text == kRandom ||
         text.starts_with(kRandomWithSeed);
}

Mapping given_mapping(const std::string& text, std::uint64_t roles, const GivenTopology& given,
                      const std::string& option) {
  const bool seeded = text.starts_with(kRandomWithSeed);
  const auto seed = seeded ? parse_count(std::string_view(text).substr(kRandomWithSeed.size())) : 1;
  if (!seed) throw InputError(fmt::format("{}: found '{}', expected random:SEED with a whole number", option, text));
  const Topology& topology = *given.topology;
  Mapping mapping;
  if (text == "slurm") {
    return slurm_mapping(roles, given, option);
  } else if (text == "identity") {
    mapping = successive<Slot>(topology.slots());
  } else if (text == "cyclic") {
    mapping = cyclic(topology, option);
  } else if (text == kRandom || seeded) {
    mapping = random(topology.slots(), *seed);
  } else {
    return formats::read_mapping(text);
  }
  if (roles > mapping.size()) {
    throw InputError(
        fmt::format("found {} roles, expected at most the {} slots of the topology", roles, mapping.size()));
  }
  mapping.resize(roles);
  return mapping;
}

}  // namespace topomorph::command
