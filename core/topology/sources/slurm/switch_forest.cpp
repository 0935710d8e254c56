// Makes a forest of the switches of Slurm's files, which may have several switches above one, and empty ones.
#include "core/topology/sources/slurm/switch_forest.h"

#include <algorithm>
#include <map>
#include <set>
#include <unordered_map>
#include <unordered_set>

#include <fmt/format.h>

#include "core/base/successive.h"

namespace topomorph::topology {

namespace {

using Names = std::vector<std::string>;

/// Each round mends one level of switches, of which the reader of the forest permits 16: a file with more is left to
/// it.
constexpr int kMostRounds = 20;
/// More switches above one than any network has. A hostile file would take a step for each pair of its lines.
constexpr std::size_t kMostAbove = 1024;

/// Removes switches with nothing below them, and those that have only such ones.
void drop_empty(std::vector<SwitchRecord>& records) {
  const auto is_empty = [](const SwitchRecord& record) { return record.switches.empty() && record.nodes.empty(); };
  for (int round = 0; round < kMostRounds && std::ranges::any_of(records, is_empty); ++round) {
    std::unordered_set<std::string> dropped;
    for (const SwitchRecord& record : records) {
      if (is_empty(record)) dropped.insert(record.name);
    }
    std::erase_if(records, is_empty);
    for (SwitchRecord& record : records) {
      std::erase_if(record.switches, [&](const std::string& name) { return dropped.contains(name); });
    }
  }
}

/// Leaves each host under the first switch that lists it.
void keep_first_switch_of_hosts(std::vector<SwitchRecord>& records, std::vector<std::string>& notes) {
  std::unordered_map<std::string, std::string> first;
  std::size_t moved = 0;
  std::string example;
  for (SwitchRecord& record : records) {
    std::erase_if(record.nodes, [&](const std::string& host) {
      const auto [known, is_new] = first.try_emplace(host, record.name);
      if (!is_new && moved++ == 0) example = fmt::format("{} under {} and {}", host, known->second, record.name);
      return !is_new;
    });
  }
  if (moved > 0) {
    notes.push_back(fmt::format("hosts under several switches count under the first alone: {}, as {}", moved, example));
  }
}

/// Unites switches: which one stands for each.
class Unions {
 public:
  explicit Unions(std::size_t count) : first_(successive<std::size_t>(count)) {}

  std::size_t first(std::size_t s) {
    while (first_[s] != s) s = first_[s] = first_[first_[s]];
    return s;
  }
  void unite(std::size_t a, std::size_t b) {
    const std::size_t one = first(a), other = first(b);
    first_[std::max(one, other)] = std::min(one, other);
  }

 private:
  std::vector<std::size_t> first_;
};

void add_missing(Names& names, const Names& more) {
  std::unordered_set<std::string> known(names.begin(), names.end());
  for (const std::string& name : more) {
    if (known.insert(name).second) names.push_back(name);
  }
}

/// Whether the links of united switches lead to the same switches below, so that these have all of them.
enum class Links { Parallel, Elsewhere };

/// Makes one record of each union, at the place of its first, and renames the others wherever they are children.
void merge(std::vector<SwitchRecord>& records, Unions& unions, Links links) {
  std::unordered_map<std::string, std::string> renamed;
  std::vector<SwitchRecord> merged;
  std::unordered_map<std::size_t, std::size_t> place;
  for (std::size_t s = 0; s < records.size(); ++s) {
    const std::size_t first = unions.first(s);
    if (first == s) {
      place[s] = merged.size();
      merged.push_back(records[s]);
      continue;
    }
    SwitchRecord& into = merged[place[first]];
    renamed[records[s].name] = into.name;
    add_missing(into.switches, records[s].switches);
    add_missing(into.nodes, records[s].nodes);
    if (links == Links::Parallel) into.parallel += records[s].parallel;
  }
  for (SwitchRecord& record : merged) {
    Names children;
    for (std::string& name : record.switches) {
      if (const auto other = renamed.find(name); other != renamed.end()) name = other->second;
    }
    add_missing(children, record.switches);
    record.switches = std::move(children);
  }
  records = std::move(merged);
}

/// Unites switches over the same switches and hosts. Returns whether there were some.
bool merge_alike(std::vector<SwitchRecord>& records) {
  std::map<std::pair<std::set<std::string>, std::set<std::string>>, std::size_t> known;
  Unions unions(records.size());
  bool is_changed = false;
  for (std::size_t s = 0; s < records.size(); ++s) {
    const SwitchRecord& record = records[s];
    const auto [other, is_new] = known.try_emplace(
        {{record.switches.begin(), record.switches.end()}, {record.nodes.begin(), record.nodes.end()}}, s);
    const bool is_same_switch = !is_new && records[other->second].name == record.name;  // an error of the file
    if (is_new || is_same_switch) continue;
    unions.unite(other->second, s);
    is_changed = true;
  }
  if (is_changed) merge(records, unions, Links::Parallel);
  return is_changed;
}

/// The switches directly above each.
class Parents {
 public:
  explicit Parents(const std::vector<SwitchRecord>& records) : above_(records.size()) {
    std::unordered_map<std::string_view, std::size_t> number;
    for (std::size_t s = 0; s < records.size(); ++s) number.try_emplace(records[s].name, s);
    for (std::size_t s = 0; s < records.size(); ++s) {
      for (const std::string& name : records[s].switches) {
        const auto child = number.find(name);
        if (child == number.end() || child->second == s) continue;
        std::vector<std::size_t>& above = above_[child->second];
        if (above.empty() || above.back() != s) above.push_back(s);
      }
    }
  }

  const std::vector<std::size_t>& of(std::size_t s) const { return above_[s]; }

  /// Returns all that are above these, at most kMostAbove.
  std::set<std::size_t> above_all(const std::vector<std::size_t>& switches) const {
    std::set<std::size_t> found;
    std::vector<std::size_t> open = switches;
    while (!open.empty() && found.size() < kMostAbove) {
      const std::size_t s = open.back();
      open.pop_back();
      for (const std::size_t up : above_[s]) {
        if (found.insert(up).second) open.push_back(up);
      }
    }
    return found;
  }

 private:
  std::vector<std::vector<std::size_t>> above_;
};

/// Leaves each switch under the lowest of those above it. Returns whether any was under more.
bool drop_shortcuts(std::vector<SwitchRecord>& records) {
  const Parents parents(records);
  bool is_changed = false;
  for (std::size_t s = 0; s < records.size(); ++s) {
    if (parents.of(s).size() < 2) continue;
    const std::set<std::size_t> higher = parents.above_all(parents.of(s));
    if (higher.contains(s) || higher.size() >= kMostAbove) continue;  // a circle, or no network
    for (const std::size_t up : parents.of(s)) {
      if (higher.contains(up)) is_changed |= std::erase(records[up].switches, records[s].name) > 0;
    }
  }
  return is_changed;
}

/// Unites switches that share one below them. Returns whether there were some.
bool merge_overlapping(std::vector<SwitchRecord>& records, std::vector<std::string>& notes) {
  const Parents parents(records);
  Unions unions(records.size());
  std::string example;
  for (std::size_t s = 0; s < records.size(); ++s) {
    for (std::size_t i = 1; i < parents.of(s).size(); ++i) {
      unions.unite(parents.of(s)[0], parents.of(s)[i]);
      if (example.empty()) {
        example = fmt::format("{} and {} over {}", records[parents.of(s)[0]].name, records[parents.of(s)[i]].name,
                              records[s].name);
      }
    }
  }
  if (example.empty()) return false;
  const std::size_t before = records.size();
  merge(records, unions, Links::Elsewhere);
  notes.push_back(fmt::format("{} switches that share a part of those below count as {}, as {}: the nearest tree",
                              before, records.size(), example));
  return true;
}

}  // namespace

std::vector<SwitchRecord> forest_of(std::vector<SwitchRecord> records, std::vector<std::string>& notes) {
  drop_empty(records);
  for (int round = 0; round < kMostRounds && (merge_alike(records) || drop_shortcuts(records));) ++round;
  keep_first_switch_of_hosts(records, notes);
  drop_empty(records);
  const auto mend = [&] {
    return merge_overlapping(records, notes) || merge_alike(records) || drop_shortcuts(records);
  };
  for (int round = 0; round < kMostRounds && mend();) ++round;
  return records;
}

}  // namespace topomorph::topology
