// Sums records by name.
#include "core/accounting/groups.h"

#include <algorithm>

namespace topomorph::accounting {

namespace {

/// Returns the groups, the one with the most node-hours first; the order does not depend on the map's.
template <typename Map>
auto by_weight(const Map& groups) {
  std::vector<const Group*> sorted;
  sorted.reserve(groups.size());
  for (const auto& [name, group] : groups) sorted.push_back(&group);
  std::sort(sorted.begin(), sorted.end(), [](const Group* a, const Group* b) {
    const double hours_a = a->totals.all.node_hours, hours_b = b->totals.all.node_hours;
    return hours_a != hours_b ? hours_a > hours_b : a->name < b->name;
  });
  return sorted;
}

}  // namespace

void Groups::add(std::string_view name, const JobRecord& record) {
  all_.add(record);
  Group& group = group_of(name);
  group.totals.add(record);
  if (record.job_order() == JobOrder::Dropped && !record.reason.empty()) group.dropped_reason = record.reason;
}

Group& Groups::group_of(std::string_view name) {
  const auto found = groups_.find(name);
  if (found != groups_.end()) return found->second;
  if (groups_.size() >= 2 * most_) prune();
  return groups_.emplace(name, Group{std::string(name), {}, given_up_, {}}).first->second;
}

void Groups::prune() {
  const std::vector<const Group*> sorted = by_weight(groups_);
  given_up_ += sorted[most_]->totals.all.node_hours;
  for (std::size_t i = most_; i < sorted.size(); ++i) {
    rest_ += sorted[i]->totals;
    const std::string name = sorted[i]->name;  // the group goes with its key
    groups_.erase(name);
  }
}

std::vector<const Group*> Groups::ranked(const std::function<double(const Totals&)>& value, std::size_t top) const {
  std::vector<std::pair<double, const Group*>> found;
  for (const auto& [name, group] : groups_) {
    const double worth = value(group.totals);
    if (worth > 0) found.emplace_back(worth, &group);
  }
  std::sort(found.begin(), found.end(), [](const auto& a, const auto& b) {
    return a.first != b.first ? a.first > b.first : a.second->name < b.second->name;
  });
  std::vector<const Group*> result;
  for (std::size_t i = 0; i < std::min(top, found.size()); ++i) result.push_back(found[i].second);
  return result;
}

}  // namespace topomorph::accounting
