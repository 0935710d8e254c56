// Computes all numbers of a report from a profile and a place, and says how sure they are.
#include "tools/report/report.h"

#include <algorithm>
#include <queue>

#include <fmt/format.h>

#include "core/base/deadline.h"
#include "core/base/number.h"
#include "core/base/successive.h"
#include "core/base/text.h"
#include "core/base/workers.h"
#include "core/decision/choice.h"
#include "core/evaluation/pattern_difference.h"
#include "core/model/tree.h"

namespace topomorph::report {

namespace {

bool less_busy(const BusyPair& a,
               const BusyPair& b) {  // orders the queue: the least busy on top; of equal ones the later
  if (a.entry.bytes != b.entry.bytes) return a.entry.bytes > b.entry.bytes;
  if (a.entry.messages != b.entry.messages) return a.entry.messages > b.entry.messages;
  return std::pair(a.source, a.entry.destination) < std::pair(b.source, b.entry.destination);
}

std::vector<BusyPair> busiest_pairs(const Affinity& affinity, std::size_t count) {
  std::priority_queue<BusyPair, std::vector<BusyPair>, decltype(&less_busy)> queue(&less_busy);
  for (Role source = 0; source < affinity.roles(); ++source) {
    for (const AffinityEntry& entry : affinity.row(source)) {
      if (entry.destination != source) queue.push({source, entry});
      if (queue.size() > count) queue.pop();
    }
  }
  std::vector<BusyPair> pairs;
  for (; !queue.empty(); queue.pop()) pairs.push_back(queue.top());
  std::reverse(pairs.begin(), pairs.end());
  return pairs;
}

/// Returns the roles in the order of their slots.
std::vector<Role> roles_by_slot(const Mapping& mapping) {
  auto roles = successive<Role>(mapping.size());
  std::stable_sort(roles.begin(), roles.end(), [&](Role a, Role b) { return mapping[a] < mapping[b]; });
  return roles;
}

std::vector<std::uint64_t> positions_of(const std::vector<Role>& role_at) {
  std::vector<std::uint64_t> positions(role_at.size());
  for (std::uint64_t at = 0; at < role_at.size(); ++at) positions[role_at[at]] = at;
  return positions;
}

/// Computes everything but the heat map, which needs all orders at once.
Order order_of(const Report& report, Mapping mapping, const BuildOptions& options) {
  const Affinity& affinity = report.source.affinity;
  const Place& place = *report.place;
  Order order;
  order.role_at = roles_by_slot(mapping);
  order.evaluation = evaluation::evaluate(affinity, *place.job.topology, mapping);
  order.predicted = evaluation::predict_by(affinity, *place.job.topology, mapping, place.aim.cost);
  order.pairs = evaluation::pair_costs(affinity, *place.job.topology, mapping);
  if (report.routing) order.links = evaluation::link_loads(affinity, *report.routing, mapping, options.links);
  order.hosts = host_traffic(affinity, place.hosts, mapping);
  if (report.network) {
    order.link_bytes = loads_of_plan(*report.network, place.job, affinity, mapping, report.routing.get());
  }
  order.slot_of_role = std::move(mapping);
  return order;
}

Order order_without_place(const Affinity& affinity) {
  Order order;
  order.role_at = successive<Role>(affinity.roles());
  return order;
}

/// Adds both directions of each pair in both of its cells. Returns the affinity unchanged if doubled volumes exceed 64
/// bits.
Affinity exchanged(const Affinity& affinity) {
  constexpr std::uint64_t kHalf = ~std::uint64_t{0} / 2;
  if (affinity.total_bytes() > kHalf || affinity.total_messages() > kHalf) return affinity;
  std::vector<Traffic> traffic;
  for (Role source = 0; source < affinity.roles(); ++source) {
    for (const auto& [destination, bytes, messages] : affinity.row(source)) {
      traffic.push_back({source, destination, bytes, messages});
      traffic.push_back({destination, source, bytes, messages});
    }
  }
  return Affinity::from_traffic(affinity.roles(), std::move(traffic));
}

void add_heat_maps(Report& report, std::uint64_t most_text) {
  if (most_text == 0) return;
  std::vector<std::vector<std::uint64_t>> positions = {positions_of(report.before->role_at)};
  if (report.after) positions.push_back(positions_of(report.after->role_at));
  const Source& source = report.source;
  const Affinity both = source.directed ? Affinity() : exchanged(source.affinity);
  const Affinity& shown = source.directed ? source.affinity : both;
  std::vector<HeatMap> maps = heat_maps(shown, positions, most_text, source.knows_messages);
  report.before->heat = std::move(maps.front());
  if (report.after) report.after->heat = std::move(maps.back());
}

mapping::MapOptions map_options(const Source& source, const Place& place, const BuildOptions& options) {
  mapping::MapOptions map;
  if (source.profile) map.preset = decision::preset_for(source.profile->ranks);
  map.weight = place.aim.weight;
  map.grid = source.grid;
  map.launcher_order = place.job.slot_of_process;
  if (place.role_0_stays) map.pinned = {{0, place.job.slot_of_process[0]}};
  map.threads = usable_threads();
  map.time_limit = options.search_seconds;
  return map;
}

/// Searches the best order for the same slots, as `topomorph run` would.
void search(Report& report, const BuildOptions& options) {
  const Place& place = *report.place;
  const mapping::MapOptions map = map_options(report.source, place, options);
  const decision::Wish wish{options.min_gain};
  const std::optional<replay::Platform> platform = report.source.trace ? replayed_machine(place) : std::nullopt;
  decision::OrderProblem problem{report.source.affinity, place.job, place.job.slot_of_process, map, place.aim, wish};
  if (report.source.trace) problem.trace = &*report.source.trace;
  if (platform) problem.platform = &*platform;
  const Deadline deadline(options.search_seconds);
  const decision::Decision found = decision::decide(problem);
  Saving saving{found.told.gain, found.line, found.told.algorithm, decision::least_gain(problem), found.reorders};
  if (deadline.passed()) saving.ended_after = options.search_seconds;
  if (saving.better()) report.after = order_of(report, found.told.mapping, options);
  report.saving = std::move(saving);
}

/// Predicts what the calls with reorder=1 would save. All of them together take as long as the search for an order.
void add_topologies(Report& report, const BuildOptions& options) {
  const auto& list = report.source.topologies.list;
  const bool predicts = options.search && report.place, changes = report.after && report.saving->worth_it;
  for (const formats::ProfiledTopology& topology : list) {
    const Mapping* const in_run = changes ? &report.after->slot_of_role : nullptr;
    report.topologies.push_back(
        gain_of_topology(topology, predicts ? std::optional(TopologyPlaces{report.place->job, in_run}) : std::nullopt,
                         options.search_seconds / static_cast<double>(list.size())));
  }
}

void add_course(Report& report) {
  ComparedOrders orders{report.before->slot_of_role};
  if (report.after) orders.after = &report.after->slot_of_role;
  if (report.saving) orders.gain = &report.saving->gain;
  report.course = job_course(report.source, report.place, orders, report.no_course);
}

void add_network(Report& report) {
  const Place& place = *report.place;
  report.routing = evaluation::routing_by(*place.job.topology, place.aim.cost);
  report.unit_link = evaluation::unit_link(*place.job.topology, place.aim.cost);
  report.network = plan_network(place.job, place.hosts, place.aim.cost, report.routing.get(), report.no_network);
}

void add_traffic(const Report& report, std::vector<std::string>& sentences) {
  const Source& source = report.source;
  if (!source.knows_messages) {
    sentences.push_back(
        "The file has one volume for each pair, which counts as bytes. Numbers of messages are not known, so predicted "
        "times leave out latencies.");
  }
  if (!source.directed) {
    sentences.push_back(
        "The file has each pair once, for both directions together: half of the volume counts for each.");
  }
  if (!source.profile) return;
  const formats::Profile& profile = *source.profile;
  if (profile.ranks.size() != profile.job_ranks) {
    sentences.push_back(fmt::format("{} of {} ranks left a record: the job was aborted, and traffic is missing.",
                                    profile.ranks.size(), profile.job_ranks));
  }
  const auto collectives = profile.meta.find("collectives");
  if (collectives == profile.meta.end()) return;
  sentences.push_back(collectives->second == "model"
                          ? "Messages inside collectives were not counted; their traffic follows a model of the MPI "
                            "library's algorithms."
                          : "Traffic was counted message by message, inside collectives too.");
}

void add_place(const Report& report, std::vector<std::string>& sentences) {
  if (!report.place) {
    sentences.push_back(
        "The places of some ranks are not known, so there are no distances and savings. --topology can give a "
        "topology.");
    return;
  }
  if (!report.source.profile || !report.place->given.empty()) return;
  const auto& ranks = report.source.profile->ranks;
  const bool unbound = std::all_of(ranks.begin(), ranks.end(),
                                   [](const formats::ProfiledRank& rank) { return rank.location.path.empty(); });
  if (unbound) {
    sentences.push_back("Processes were not bound to cores, so their places inside the hosts are not known.");
  }
}

void add_costs(const Report& report, std::vector<std::string>& sentences) {
  if (!report.place) return;
  sentences.push_back(
      !report.place->aim.cost.network.empty()
          ? "Latencies and bandwidths of the network are those that a job has measured."
      : report.place->aim.doubtful
          ? "The measured network is doubtful. Latencies and bandwidths are assumed from distances, so predicted "
            "seconds only compare orders."
      : report.place->aim.cost.costs.assumed
          ? "The network was not measured. Latencies and bandwidths are assumed from distances, so predicted seconds "
            "only compare orders. topomorph topology --measure measures them for --level-costs."
          : "Latencies and bandwidths of the network were given (--level-costs).");
  const bool in_sequence = !report.saving || report.saving->gain.time_before == report.before->predicted.seconds;
  sentences.push_back(in_sequence ? "Predicted seconds are those of all messages in sequence. A program's messages "
                                    "overlap, and its computation is not included."
                                  : "The predicted communication time is that of the busiest link or process, without "
                                    "the time in which it waits for others.");
}

void add_replay(const Report& report, std::vector<std::string>& sentences) {
  if (!report.course) return;
  sentences.push_back(
      report.place->aim.cost.network.empty()
          ? "Seconds of the job are those of a replay of its trace. The processor time of messages and bursts of links "
            "count as 0, because the network was not measured by a job."
          : "Seconds of the job are those of a replay of its trace.");
  if (const auto& run = report.place->aim.calibration) {
    sentences.push_back(fmt::format(
        "The run took {:.3g} s, {:.3g} s of them in MPI; its replay {:.3g} s and {:.3g} s. {}", run->measured.seconds,
        run->measured.in_mpi, run->replayed.seconds, run->replayed.in_mpi,
        run->explains() ? fmt::format("The error of seconds of the job is {:.0f} %.", 100 * run->error())
                        : "The replay does not explain the run, so seconds of the job only compare orders."));
  }
  if (report.course->part >= 1) return;
  sentences.push_back(
      fmt::format("The replay has the first {:.2g} % of the steps of the job; the others count as equally fast.",
                  100 * report.course->part));
}

void add_search(const Report& report, std::vector<std::string>& sentences) {
  if (!report.saving || !report.saving->ended_after) return;
  sentences.push_back(
      fmt::format("The search for a better order ended after {:g} s. Its result is valid, and a longer search may find "
                  "more (--time-limit).",
                  *report.saving->ended_after));
}

/// Returns a sentence for everything that limits the meaning of the numbers, and for what was measured exactly.
std::vector<std::string> confidence_of(const Report& report) {
  std::vector<std::string> sentences;
  add_traffic(report, sentences);
  add_place(report, sentences);
  add_search(report, sentences);
  add_costs(report, sentences);
  add_replay(report, sentences);
  return sentences;
}

}  // namespace

Report build_report(Source source, std::optional<Place> place, const BuildOptions& options) {
  Report report;
  report.source = std::move(source);
  report.place = std::move(place);
  report.busiest = busiest_pairs(report.source.affinity, options.pairs);
  if (report.place) {
    add_network(report);
    report.before = order_of(report, report.place->job.slot_of_process, options);
    if (options.search) search(report, options);
  } else {
    report.before = order_without_place(report.source.affinity);
  }
  add_topologies(report, options);
  add_course(report);
  add_heat_maps(report, options.heat_text);
  report.confidence = confidence_of(report);
  return report;
}

std::string link_words(const Report& report, Link link) {
  std::string name = report.routing->name(link);
  const TreeTopology* tree = report.place->job.tree();
  if (tree == nullptr) return name;
  const std::string host = level_name(*tree, report.place->job.host_level) + " ";
  const auto number =
      parse_count(name.starts_with(host) ? name.substr(host.size(), name.find(' ', host.size()) - host.size()) : "");
  const auto& hosts = report.place->hosts.names;
  return number && *number < hosts.size() ? hosts[*number] + name.substr(name.rfind(' ')) : name;
}

std::string level_words(const Place& place, const evaluation::Evaluation& evaluation, std::size_t level) {
  const TreeTopology* tree = place.job.tree();
  if (tree == nullptr) return fmt::format("at distance {}", evaluation.levels[level].distance);
  const std::size_t number = level + 1, hosts = place.job.host_level;
  if (number == hosts) return "inside a host";
  if (number == hosts + 1 && number == tree->levels()) return "between hosts";
  if (number > hosts && number == tree->levels() && !tree->level(number - 1).name.empty()) {
    return "between " + plural(tree->level(number - 1).name);
  }
  const std::string& name = tree->level(number).name;
  if (name.empty()) return fmt::format("on level {}", number);
  const bool cache = name.size() > 1 && name[0] == 'L' && name[1] >= '0' && name[1] <= '9';  // "L2" etc. are caches
  return fmt::format("inside {} {}", cache ? "an" : "a", name);
}

std::optional<double> pattern_change_percent(const Report& first, const Report& second) {
  const Affinity &a = first.source.affinity, &b = second.source.affinity;
  if (a.roles() != b.roles()) return std::nullopt;
  return 100 * evaluation::difference(a, b);
}

}  // namespace topomorph::report
