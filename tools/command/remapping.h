// Options and output of topomorph map --from: a mapping that starts from the present one.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include <CLI/CLI.hpp>
#include <nlohmann/json.hpp>

#include "core/evaluation/cost_model.h"
#include "core/mapping/remapping/remap.h"
#include "core/model/given_topology.h"

namespace topomorph::command {

struct RemappingOptions {
  std::string from;  ///< empty: no present mapping
  std::optional<std::uint64_t> move_cost, most_moved;
};

void add_remapping_options(CLI::App& app, RemappingOptions& options);

/// Throws InputError for options that need --from, and for a cost model that --from does not know.
void check_remapping(const RemappingOptions& options, evaluation::CostModel cost);

/// Returns the present mapping, in slot numbers of the topology. Throws InputError, with file and line.
Mapping present_mapping(const RemappingOptions& options, std::uint64_t roles, const GivenTopology& given);

/// Remaps to the listed slots only (ascending; empty: all); roles on others have lost theirs. Pins and speeds of
/// `map` must be those of this part, `present` and the result have the slot numbers of the whole topology.
mapping::RemapResult remap_on(const Affinity& affinity, const std::shared_ptr<const Topology>& whole,
                              const std::vector<Slot>& slots, const Mapping& present, const mapping::MapOptions& map,
                              const RemappingOptions& options);

/// Returns one line for the user.
std::string as_text(const mapping::RemapResult& result, const RemappingOptions& options, Weight weight);

nlohmann::ordered_json remapping_json(const mapping::RemapResult& result);

}  // namespace topomorph::command
