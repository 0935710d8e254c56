// What the program's calls with reorder=1, whose order was kept, would gain.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "core/formats/profile/topology_rows.h"
#include "core/planning/gain.h"
#include "core/planning/job_slots.h"

namespace topomorph::report {

/// The prediction for one virtual topology, and for all that the same call made on the same processes.
struct TopologyGain {
  std::string call;  ///< "Cart_create 4x4"
  std::uint64_t ranks = 0, calls = 0;
  std::optional<planning::Gain> gain;  ///< of the edges; nothing if these, or the places of the ranks, are not known
  std::string message;                 ///< in the words of a job that reorders it; empty: no better order was found
  std::string in_run;  ///< the same of the order that topomorph run would give the whole job; may be empty
};

/// The slots of all ranks now, and those in the order of topomorph run, if it would change the order.
struct TopologyPlaces {
  const planning::JobSlots& job;
  const Mapping* in_run = nullptr;
};

/// Searches for `seconds` at most. Without `places` nothing is predicted.
TopologyGain gain_of_topology(const formats::ProfiledTopology& topology, const std::optional<TopologyPlaces>& places,
                              double seconds);

/// Returns the section of the text, of a profile with so many kinds of topologies; empty if `list` is.
std::string topologies_text(const std::vector<TopologyGain>& list, std::uint64_t kinds);

/// Returns the value of "topologies" of a profile.
nlohmann::ordered_json topologies_json(const std::vector<TopologyGain>& list, std::uint64_t kinds);

}  // namespace topomorph::report
