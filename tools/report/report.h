// The numbers of a report, which text, JSON and page show.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/evaluation/evaluate.h"
#include "core/evaluation/prediction.h"
#include "tools/report/heat_map.h"
#include "tools/report/host_traffic.h"
#include "tools/report/input.h"
#include "tools/report/job_course.h"
#include "tools/report/network_plan.h"
#include "tools/report/topology_gain.h"

namespace topomorph::report {

/// One order of the ranks with all its costs.
struct Order {
  Mapping slot_of_role;
  std::vector<Role> role_at;  ///< in the order of the slots, so that the ranks of a host are neighbours
  evaluation::Evaluation evaluation;
  evaluation::Prediction predicted;
  evaluation::PairCosts pairs;
  std::optional<evaluation::LinkLoads> links;  ///< with the busiest ones; only if routes are known
  std::vector<HostTraffic> hosts;
  HeatMap heat;
  std::vector<LinkBytes> link_bytes;  ///< of the links of the plan
};

/// A pair of ranks with much traffic.
struct BusyPair {
  Role source = 0;
  AffinityEntry entry;
};

/// The saving of the best order found.
struct Saving {
  planning::Gain gain;
  std::string line;                        ///< that `topomorph run` would print
  std::string algorithm;                   ///< that found the order
  double min_gain = 0;                     ///< percent of the time in MPI below which `topomorph run` keeps the order
  bool worth_it = false;                   ///< `topomorph run` would reorder
  std::optional<double> ended_after = {};  ///< seconds after which the search was cut off; nothing: it was complete
  bool better() const { return gain.percent > 0; }
};

struct Report {
  Source source;
  std::optional<Place> place;  ///< nothing if the places of the ranks are not known
  std::vector<BusyPair> busiest;
  std::optional<Order> before, after;    ///< without a place `before` has the heat map only
  std::optional<Saving> saving;          ///< nothing if no better order was searched
  std::vector<TopologyGain> topologies;  ///< of the source, in its order
  std::optional<NetworkPlan> network;
  std::string no_network;  ///< the reason why there is no drawing
  std::optional<JobCourse> course;
  std::string no_course;  ///< the reason why there is none
  std::shared_ptr<const Routing> routing;
  evaluation::LinkCost unit_link;       ///< cost of a link of bandwidth 1
  std::vector<std::string> confidence;  ///< sentences about the reliability of the numbers
};

struct BuildOptions {
  bool search = true;                   ///< for a better order
  double search_seconds = 15;           ///< at most; the best order found until then counts
  std::uint64_t pairs = 10;             ///< number of busiest pairs
  std::uint64_t links = 10;             ///< number of busiest links
  double min_gain = 5;                  ///< percent
  std::uint64_t heat_text = 1'100'000;  ///< characters of one heat map; 0: none
};

/// Computes the report. Throws InputError as map_by_cost() does.
Report build_report(Source source, std::optional<Place> place, const BuildOptions& options);

/// Returns Routing::name() with the name of a host in place of its number: "node3 up" for "host 3 up".
std::string link_words(const Report& report, Link link);

/// Describes the distance of two ranks that meet on this level: "inside a Package", "inside a host", "between hosts".
std::string level_words(const Place& place, const evaluation::Evaluation& evaluation, std::size_t level);

/// Returns the percentage of bytes that go between other pairs of ranks in the second run than in the first
/// (core/evaluation/pattern_difference.h). The length of the runs does not count. Returns nothing if the numbers of
/// ranks differ.
std::optional<double> pattern_change_percent(const Report& first, const Report& second);

}  // namespace topomorph::report
