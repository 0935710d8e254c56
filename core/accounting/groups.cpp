// Sums records by name.
#include "core/accounting/groups.h"

#include <algorithm>
#include <unordered_map>
#include <utility>

namespace topomorph::accounting {

namespace {

using Ranked = std::vector<std::pair<double, const Group*>>;

/// Puts the groups of a limited owner into rounds of `share`: those of a later round come behind all of an earlier one.
void share_out(Ranked& sorted, std::size_t share) {
  std::unordered_map<const Account*, std::size_t> of_owner;
  std::vector<std::pair<std::size_t, Ranked::value_type>> rounds;
  for (const auto& entry : sorted) {
    const Account* const owner = entry.second->only;
    const bool is_limited = owner != nullptr && owner->is_limited();
    rounds.emplace_back(is_limited ? of_owner[owner]++ / share : 0, entry);
  }
  std::ranges::stable_sort(rounds, {}, &decltype(rounds)::value_type::first);
  std::ranges::transform(rounds, sorted.begin(), &decltype(rounds)::value_type::second);
}

/// Returns how many groups behind the first `top` are greater than the least of these.
std::size_t passed_over(const Ranked& shared_out, std::size_t top) {
  if (shared_out.size() <= top) return 0;
  const auto shown_end = shared_out.begin() + static_cast<std::ptrdiff_t>(top);
  const double least = std::min_element(shared_out.begin(), shown_end)->first;
  const auto is_greater = [&](const auto& entry) { return entry.first > least; };
  return static_cast<std::size_t>(std::count_if(shown_end, shared_out.end(), is_greater));
}

}  // namespace

void Group::add_owner(const Account* account) {
  if (is_of_several || account == only) return;
  const bool is_of_nobody = account != nullptr && account->standing == Standing::Nameless;
  if (is_of_nobody && only != nullptr) return;  // a user can make up such an owner, to seem two
  const bool replaces = account != nullptr && only != nullptr && only->standing == Standing::Nameless;
  is_of_several = !replaces;
  only = replaces ? account : nullptr;
}

void Groups::add(std::string_view name, const JobRecord& record) {
  all_.add(record);
  Group* const group = group_of(name, record.account);
  if (group == nullptr) {
    ++record.account->crowded;
    rest_.add(record);
    return predictions_.add(0, record);
  }
  group->totals.add(record);
  predictions_.add(group->number, record);
  if (record.job_order() == JobOrder::Dropped && !record.reason.empty()) group->dropped_reason = record.reason;
}

/// Returns the group of a name; null if it is new and its owner's quota is used up.
Group* Groups::group_of(std::string_view name, Account* account) {
  if (Group* const known = groups_.find(name)) {
    known->add_owner(account);
    return known;
  }
  if (account != nullptr && !account->takes_name()) return nullptr;
  const auto lose = [this](const Group& lost) {
    rest_ += lost.totals;
    if (lost.begun_by != nullptr) --lost.begun_by->names;
  };
  Group& group = groups_.at(name, lose).first;
  group.name = name;
  group.number = ++last_number_;
  group.may_miss = uncertainty();
  group.begun_by = account;
  group.only = account;
  return &group;
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

Rows Groups::rows(const std::function<double(const Totals&)>& value, std::size_t top) const {
  Ranked found;
  for (const auto& [name, group] : groups_) {
    const double worth = value(group.totals);
    if (worth > 0) found.emplace_back(worth, &group);
  }
  const auto is_before = [](const auto& a, const auto& b) {
    return a.first != b.first ? a.first > b.first : a.second->name < b.second->name;
  };
  std::sort(found.begin(), found.end(), is_before);
  share_out(found, (top + 3) / 4);
  Rows rows;
  rows.passed_over = passed_over(found, top);
  found.resize(std::min(top, found.size()));
  std::sort(found.begin(), found.end(), is_before);
  for (const auto& [worth, group] : found) rows.groups.push_back(group);
  return rows;
}

}  // namespace topomorph::accounting
