// Chooses the pairs of processes that measure the network.
#include "reorder/network_sample.h"

#include <algorithm>
#include <functional>
#include <map>
#include <optional>
#include <utility>

#include "core/base/digest.h"
#include "reorder/steps/parts.h"

namespace topomorph::reorder {
namespace {

constexpr std::size_t kPairs = 2;  // at once: the median of more would not be worth the load
constexpr unsigned kBitsOfPart = 32;

std::uint64_t number_of(PairPart part) {
  return part.other < 0 ? 0 : (static_cast<std::uint64_t>(part.other) + 1) << 1 | (part.starts ? 1 : 0);
}

PairPart part_of(std::uint64_t number) { return {static_cast<int>(number >> 1) - 1, (number & 1) != 0}; }

using PairParts = std::vector<std::array<PairPart, 2>>;

void pair_up(PairParts& parts, std::size_t kind, std::size_t first, std::size_t second) {
  parts[first][kind] = {static_cast<int>(second), true};
  parts[second][kind] = {static_cast<int>(first), false};
}

std::vector<std::uint64_t> all_packed(const PairParts& parts) {
  std::vector<std::uint64_t> numbers;
  for (const auto& [first, second] : parts) numbers.push_back(packed(first, second));
  return numbers;
}

/// Returns the first two processes of a host for which the comparison of their packages is true.
template <class Compare>
std::optional<std::pair<std::size_t, std::size_t>> two(std::span<const std::string> packages, Compare compare) {
  for (std::size_t second = 1; second < packages.size(); ++second) {
    for (std::size_t first = 0; first < second; ++first) {
      if (compare(packages[first], packages[second])) return std::pair(first, second);
    }
  }
  return std::nullopt;
}

/// Pairs hosts that are far from each other in the order of the ranks.
void pair_across(PairParts& parts) {
  const std::size_t hosts = parts.size(), pairs = std::min(kPairs, hosts / 2);
  for (std::size_t k = 0; k < pairs; ++k) {
    pair_up(parts, 1, k * hosts / (2 * pairs), (k + pairs) * hosts / (2 * pairs));
  }
}

void pair_by_switches(PairParts& parts, std::span<const std::uint64_t> switches) {
  std::map<std::uint64_t, std::size_t> alone;
  std::size_t pairs = 0, last = 0;
  for (std::size_t host = 0; host < switches.size(); ++host) {
    if (switches[host] != switches[0]) last = host;
    const auto [waiting, is_first] = alone.emplace(switches[host], host);
    if (is_first || pairs == kPairs || parts[waiting->second][0].other >= 0) continue;
    pair_up(parts, 0, waiting->second, host);
    ++pairs;
  }
  pair_up(parts, 1, 0, last);
}

}  // namespace

std::uint64_t packed(PairPart first, PairPart second) { return number_of(second) << kBitsOfPart | number_of(first); }

std::array<PairPart, 2> unpacked(std::uint64_t parts) {
  return {part_of(parts & ((std::uint64_t{1} << kBitsOfPart) - 1)), part_of(parts >> kBitsOfPart)};
}

std::string_view package_of(std::string_view path) {
  const auto package = path.find("Package:");
  return package == std::string_view::npos ? std::string_view() : path.substr(0, path.find('/', package));
}

std::uint64_t switch_of(std::string_view network) {
  const std::string_view address = network.substr(0, network.find(' '));
  const auto host = address.rfind('.');
  if (host == std::string_view::npos) return 0;
  return fnv1a(address.substr(0, host)) | 1;
}

std::vector<std::uint64_t> parts_in_host(std::span<const std::string> packages) {
  PairParts parts(packages.size());
  const auto same = [](const std::string& a, const std::string& b) { return !a.empty() && a == b; };
  if (const auto pair = two(packages, same)) pair_up(parts, 0, pair->first, pair->second);
  if (const auto pair = two(packages, std::not_fn(same))) pair_up(parts, 1, pair->first, pair->second);
  return all_packed(parts);
}

std::uint64_t kinds_in(std::span<const std::uint64_t> parts) {
  std::uint64_t kinds = 0;
  for (const std::uint64_t both : parts) {
    const auto [first, second] = unpacked(both);
    kinds |= (first.other >= 0 ? 1U : 0U) | (second.other >= 0 ? 2U : 0U);
  }
  return kinds;
}

void keep_kinds(std::vector<std::uint64_t>& parts, std::uint64_t kinds) {
  for (std::uint64_t& both : parts) {
    const auto [first, second] = unpacked(both);
    both = packed((kinds & 1) != 0 ? first : PairPart(), (kinds & 2) != 0 ? second : PairPart());
  }
}

std::vector<std::uint64_t> kinds_of_hosts(std::span<const std::uint64_t> kinds) {
  std::vector<std::uint64_t> chosen(kinds.size());
  for (const std::uint64_t kind : {1U, 2U}) {
    std::vector<std::size_t> hosts;
    for (std::size_t host = 0; host < kinds.size(); ++host) {
      if ((kinds[host] & kind) != 0) hosts.push_back(host);
    }
    if (hosts.empty()) continue;
    chosen[hosts.front()] |= kind;
    chosen[hosts[hosts.size() / 2]] |= kind;
  }
  return chosen;
}

std::vector<std::uint64_t> parts_of_hosts(std::span<const std::uint64_t> switches) {
  PairParts parts(switches.size());
  const bool known = std::find(switches.begin(), switches.end(), 0) == switches.end();
  const bool alike = std::adjacent_find(switches.begin(), switches.end(), std::not_equal_to<>()) == switches.end();
  if (known && !alike) {
    pair_by_switches(parts, switches);
  } else {
    pair_across(parts);
  }
  return all_packed(parts);
}

}  // namespace topomorph::reorder
