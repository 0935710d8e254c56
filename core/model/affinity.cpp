// Builds the affinity in compressed rows.
#include "core/model/affinity.h"

#include <algorithm>
#include <iterator>
#include <numeric>

#include "core/base/error.h"
#include "core/base/successive.h"

namespace topomorph::inline model {

namespace {

void check_roles(std::uint64_t roles, std::span<const Traffic> traffic) {
  check_number_of_roles(roles);
  for (const Traffic& t : traffic) {
    if (t.source >= roles || t.destination >= roles) {
      throw InputError("found traffic from role " + std::to_string(t.source) + " to role " +
                       std::to_string(t.destination) + ", expected roles below " + std::to_string(roles));
    }
  }
}

/// Throws InputError unless both totals fit 64 bits; then no sum over a part of the traffic overflows.
void check_totals(std::span<const Traffic> traffic) {
  std::uint64_t bytes = 0, messages = 0;
  for (const Traffic& t : traffic) {
    if (__builtin_add_overflow(bytes, t.bytes, &bytes) || __builtin_add_overflow(messages, t.messages, &messages)) {
      throw InputError("the traffic of all roles adds up to more than 2^64 - 1");
    }
  }
}

/// Sorts a row by destination and adds up repeated destinations. Returns its new end.
std::vector<AffinityEntry>::iterator sort_and_merge(std::vector<AffinityEntry>::iterator begin,
                                                    std::vector<AffinityEntry>::iterator end) {
  std::sort(begin, end, [](const auto& a, const auto& b) { return a.destination < b.destination; });
  auto out = begin;
  for (auto in = begin; in != end; ++in) {
    if (out != begin && std::prev(out)->destination == in->destination) {
      std::prev(out)->bytes += in->bytes;
      std::prev(out)->messages += in->messages;
    } else {
      *out++ = *in;
    }
  }
  return out;
}

}  // namespace

void check_number_of_roles(std::uint64_t roles) {
  if (roles <= kMaxRoles) return;
  throw InputError("found " + std::to_string(roles) + " roles, expected at most " + std::to_string(kMaxRoles));
}

void check_roles_have_entries(std::uint64_t roles, std::uint64_t entries) {
  constexpr std::uint64_t kCheap = std::uint64_t{1} << 20, kRolesForEntry = 64;
  if (roles > kCheap && roles / kRolesForEntry > entries) {
    throw InputError("found " + std::to_string(roles) + " roles with " + std::to_string(entries) +
                     " entries, expected at least one for every " + std::to_string(kRolesForEntry));
  }
}

Affinity Affinity::from_traffic(std::uint64_t roles, std::vector<Traffic> traffic) {
  check_roles(roles, traffic);
  check_totals(traffic);
  const auto begin = interval_begins(roles, traffic, [](const Traffic& t) { return t.source; });
  std::vector<AffinityEntry> entries(traffic.size());
  std::vector<std::uint64_t> next(begin.begin(), begin.end() - 1);
  for (const Traffic& t : traffic) entries[next[t.source]++] = {t.destination, t.bytes, t.messages};
  traffic = {};  // frees it: peak memory is twice the traffic

  Affinity result;
  result.row_begin_.assign(roles + 1, 0);
  auto out = entries.begin();
  for (Role role = 0; role < roles; ++role) {
    const auto first = entries.begin() + static_cast<std::ptrdiff_t>(begin[role]);
    const auto last = entries.begin() + static_cast<std::ptrdiff_t>(begin[role + 1]);
    out = std::move(first, sort_and_merge(first, last), out);
    result.row_begin_[role + 1] = static_cast<std::uint64_t>(out - entries.begin());
  }
  entries.erase(out, entries.end());
  result.entries_ = std::move(entries);
  return result;
}

std::span<const AffinityEntry> Affinity::row(Role source) const {
  return {entries_.data() + row_begin_[source], entries_.data() + row_begin_[source + 1]};
}

void Affinity::add_groups(std::vector<GroupTraffic> groups) {
  std::vector<Traffic> all = {{0, 0, total_bytes(), total_messages()}};
  for (const GroupTraffic& group : groups) {
    for (std::size_t i = 0; i < group.members.size(); ++i) {
      all.push_back({group.members[i], group.members[i], group.bytes[i], group.messages[i]});
    }
  }
  if (!groups.empty()) check_roles(roles(), all), check_totals(all);
  groups_.insert(groups_.end(), std::make_move_iterator(groups.begin()), std::make_move_iterator(groups.end()));
}

std::uint64_t Affinity::total_bytes() const {
  std::uint64_t sum = 0;
  for (const AffinityEntry& entry : entries_) sum += entry.bytes;
  for (const GroupTraffic& group : groups_) sum = std::accumulate(group.bytes.begin(), group.bytes.end(), sum);
  return sum;
}

std::uint64_t Affinity::total_messages() const {
  std::uint64_t sum = 0;
  for (const AffinityEntry& entry : entries_) sum += entry.messages;
  for (const GroupTraffic& group : groups_) sum = std::accumulate(group.messages.begin(), group.messages.end(), sum);
  return sum;
}

}  // namespace topomorph::inline model
