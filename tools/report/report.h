// All that a report tells, in numbers: text, JSON and the page are three ways to say it.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/evaluation/evaluate.h"
#include "core/evaluation/link_loads.h"
#include "core/evaluation/pair_costs.h"
#include "core/evaluation/prediction.h"
#include "core/formats/profile/profile.h"
#include "core/model/cartesian_pattern.h"
#include "core/planning/gain.h"
#include "core/planning/gain_message.h"
#include "core/planning/job_slots.h"
#include "core/topology/spec.h"
#include "tools/report/heat_map.h"
#include "tools/report/network_plan.h"

namespace topomorph::report {

/// What a report is made of: a profile, or an affinity alone.
struct Source {
  std::string file;
  std::optional<formats::Profile> profile;
  std::vector<formats::TrafficSum> sums = {};  ///< of the profile's traffic, by phase and layer
  Affinity affinity;
  bool knows_messages = true;  ///< the affinity tells them from bytes
  bool directed = true;        ///< else the file has each pair once, and half of it was put in each direction
  std::optional<CartesianPattern> grid = {};  ///< where the affinity is that of a grid
};

/// Where the ranks are, and what is to be saved there.
struct Place {
  planning::JobSlots job;
  HostTable hosts;  ///< of the job's slots; always with names, since something must stand on the axes
  planning::Aim aim;
  bool role_0_stays = true;  ///< as in a job, where it is who reads stdin
  std::string given;         ///< the user's SPEC; empty: as the profile has it
  std::vector<std::string> notes = {};
};

/// Bytes of one host's ranks.
struct HostTraffic {
  std::uint64_t ranks = 0;
  std::uint64_t inside = 0;  ///< among them
  std::uint64_t out = 0;     ///< to other hosts
  std::uint64_t in = 0;      ///< from other hosts
};

/// One way to place the ranks, and all that it costs.
struct Order {
  Mapping slot_of_role;
  std::vector<Role> role_at;  ///< by position: slot by slot, so that each host's ranks follow each other
  evaluation::Evaluation evaluation;
  evaluation::Prediction predicted;
  evaluation::PairCosts pairs;
  std::optional<evaluation::LinkLoads> links;  ///< where routes are known, with the busiest
  std::vector<HostTraffic> hosts;
  HeatMap heat;
  std::vector<LinkBytes> link_bytes;  ///< of the plan's links
};

/// A pair of ranks that exchange much.
struct BusyPair {
  Role source = 0;
  AffinityEntry entry;
};

/// What the best order found would save.
struct Saving {
  planning::Gain gain;
  std::string message;                     ///< in the words of `topomorph run`; empty: nothing
  std::string algorithm;                   ///< that found the order
  double min_gain = 0;                     ///< percent below which `topomorph run` would keep the order
  std::optional<double> ended_after = {};  ///< seconds: the search was not at its end; nothing: it was
  bool better() const { return !message.empty(); }
};

struct Report {
  Source source;
  std::optional<Place> place;  ///< nothing where nobody knows where the ranks are
  std::vector<BusyPair> busiest;
  std::optional<Order> before, after;  ///< the heat map alone of `before` is there without a place
  std::optional<Saving> saving;        ///< nothing where no better order was looked for
  std::optional<NetworkPlan> network;
  std::string no_network;  ///< why there is no drawing
  std::shared_ptr<const Routing> routing;
  evaluation::LinkCost unit_link;       ///< cost of a link of bandwidth 1
  std::vector<std::string> confidence;  ///< sentences: how sure all this is
};

struct BuildOptions {
  bool search = true;                   ///< for a better order
  double search_seconds = 15;           ///< at most; the best that was found until then counts
  std::uint64_t pairs = 10;             ///< of the busiest ones
  std::uint64_t links = 10;             ///< likewise
  double min_gain = 5;                  ///< percent
  std::uint64_t heat_text = 1'100'000;  ///< characters of one heat map; 0: none
};

/// Throws InputError as map_by_cost() does.
Report build_report(Source source, std::optional<Place> place, const BuildOptions& options);

/// As Routing::name() has it, with a host's own name in place of its number: "node3 up" for "host 3 up".
std::string link_words(const Report& report, Link link);

/// How far two ranks are apart that meet on this level: "inside a Package", "inside a host", "between hosts".
std::string level_words(const Place& place, const evaluation::Evaluation& evaluation, std::size_t level);

}  // namespace topomorph::report
