// Sums records by name.
#include "core/accounting/groups.h"

#include <algorithm>
#include <unordered_map>

namespace topomorph::accounting {

void Groups::add(std::string_view name, const JobRecord& record) {
  all_.add(record);
  Group& group = group_of(name);
  group.totals.add(record);
  predictions_.add(group.number, record);
  if (record.job_order() == JobOrder::Dropped && !record.reason.empty()) group.dropped_reason = record.reason;
}

Group& Groups::group_of(std::string_view name) {
  const auto [group, is_new] = groups_.at(name, [this](const Group& lost) { rest_ += lost.totals; });
  if (!is_new) return group;
  group.name = name;
  group.number = ++last_number_;
  group.may_miss = uncertainty();
  return group;
}

void Groups::settle() {
  std::unordered_map<std::uint64_t, Totals*> by_number;
  for (auto& [name, group] : groups_) by_number.emplace(group.number, &group.totals);
  predictions_.each_found([&](std::uint64_t number, const Runs& runs, double gain) {
    const auto found = by_number.find(number);
    (found == by_number.end() ? rest_ : *found->second).predict(runs, gain);
    all_.predict(runs, gain);
  });
}

std::size_t Groups::count(const std::function<double(const Totals&)>& value) const {
  const auto counts = [&](const auto& entry) { return value(entry.second.totals) > 0; };
  return static_cast<std::size_t>(std::count_if(groups_.begin(), groups_.end(), counts));
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
