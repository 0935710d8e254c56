// The way between two processes under a mapping: latency, rate and shared links, remembered for pairs in use.
#include "core/replay/paths.h"

#include <algorithm>
#include <bit>

namespace topomorph::replay {

namespace {

constexpr std::uint32_t kInside = ~std::uint32_t{0};
constexpr std::size_t kFewestEntries = 1024, kMostEntries = std::size_t{1} << 20;
constexpr std::size_t kWays = 4;  // places of a pair

std::uint64_t hash_of(std::span<const std::uint32_t> links) {
  std::uint64_t hash = links.size();
  for (const std::uint32_t link : links) {
    hash = (hash ^ link) * 0x9e3779b97f4a7c15U;
    hash ^= hash >> 29;
  }
  return hash;
}

}  // namespace

Paths::Paths(const Platform& platform, const Mapping& mapping, LinkSharing& sharing, std::size_t most_routes)
    : platform_(platform), mapping_(mapping), sharing_(sharing), most_routes_(most_routes) {
  entries_.resize(std::clamp<std::size_t>(std::bit_ceil(mapping.size() * 16), kFewestEntries, kMostEntries));
  find_inside_links();
}

/// Links inside a host are those between its slots. The way out of a host from a slot is on the way to the first or to
/// the last slot of the host, whichever is further away. Only slots in use count: the machine may be much larger.
void Paths::find_inside_links() {
  std::unordered_map<std::uint32_t, std::pair<Slot, Slot>> ends;
  for (const Slot slot : mapping_) ends.try_emplace(platform_.host_of[slot], slot, slot);
  for (Slot slot = 0; slot < platform_.host_of.size(); ++slot) {
    const auto host = ends.find(platform_.host_of[slot]);
    if (host == ends.end()) continue;
    host->second.first = std::min(host->second.first, slot);
    host->second.second = std::max(host->second.second, slot);
  }
  for (const Slot slot : mapping_) {
    const auto [first, last] = ends.at(platform_.host_of[slot]);
    path_.clear();
    for (const Slot other : {first, last}) {
      platform_.routing->route(slot, other, path_);
      platform_.routing->route(other, slot, path_);
    }
    for (const Link link : path_) numbers_.emplace(link, kInside);
  }
}

/// A pair has a few places beside each other; a new one takes the first, and the others move on.
const Path& Paths::find(std::uint32_t sender, std::uint32_t receiver) {
  const std::uint64_t pair = std::uint64_t{sender} << 32 | receiver;
  Entry* const places = places_of(pair);
  for (std::size_t way = 0; way < kWays; ++way) {
    if (places[way].pair == pair) return places[way].path;
  }
  return add({pair, make(sender, receiver)}).path;
}

Paths::Entry* Paths::places_of(std::uint64_t pair) {
  return &entries_[(pair ^ pair >> 31) * 0x9e3779b97f4a7c15U >> 24 & (entries_.size() - kWays)];
}

/// To make a path again costs more than a message: when many are lost, the memory grows.
Paths::Entry& Paths::add(const Entry& entry) {
  if (places_of(entry.pair)[kWays - 1].pair != kNoPair && ++lost_ * 16 > entries_.size()) grow();
  Entry* const places = places_of(entry.pair);
  std::copy_backward(places, places + kWays - 1, places + kWays);
  return places[0] = entry;
}

void Paths::grow() {
  lost_ = 0;
  if (entries_.size() >= kMostEntries) return;
  std::vector<Entry> old(2 * entries_.size());
  old.swap(entries_);
  for (const Entry& entry : old) {
    if (entry.pair == kNoPair) continue;
    Entry* const places = places_of(entry.pair);
    *std::find_if(places, places + kWays - 1, [](const Entry& e) { return e.pair == kNoPair; }) = entry;
  }
}

Path Paths::make(std::uint32_t sender, std::uint32_t receiver) {
  const Slot a = mapping_[sender], b = mapping_[receiver];
  const evaluation::LinkCost cost = platform_.cost(a, b);
  if (is_local(sender, receiver)) return {cost.latency, 1 / cost.bandwidth, Path::kLocal};
  std::vector<std::uint32_t> links = links_between(a, b);
  Path path{.latency = cost.latency};
  for (const std::uint32_t link : links) path.seconds_per_byte = std::max(path.seconds_per_byte, 1 / capacities_[link]);
  if (platform_.piece > 0 && links.size() > 1) {
    path.out = links.front();
    links.erase(links.begin());
  }
  path.route = route_of(std::move(links));
  return path;
}

std::vector<std::uint32_t> Paths::links_between(Slot a, Slot b) {
  path_.clear();
  platform_.routing->route(a, b, path_);
  std::vector<std::uint32_t> links;
  for (const Link link : path_) {
    const std::uint32_t number = number_of(link);
    if (number != kInside) links.push_back(number);
  }
  return links;
}

std::uint32_t Paths::route_of(std::vector<std::uint32_t> links) {
  const std::uint64_t hash = hash_of(links);
  const auto [begin, end] = routes_.equal_range(hash);
  for (auto it = begin; it != end; ++it) {
    const auto known = sharing_.links_of(it->second);
    if (std::equal(known.begin(), known.end(), links.begin(), links.end())) return it->second;
  }
  if (routes_.size() >= most_routes_) forget_idle_routes();
  const std::uint32_t route = sharing_.add_route(std::move(links));
  routes_.emplace(hash, route);
  return route;
}

std::uint32_t Paths::number_of(Link link) {
  const auto [known, added] = numbers_.try_emplace(link, static_cast<std::uint32_t>(links_.size()));
  if (added) {
    links_.push_back(link);
    capacities_.push_back(platform_.routing->bandwidth(link) * platform_.link_bandwidth);
    sharing_.add_link(capacities_.back());
  }
  return known->second;
}

void Paths::forget_idle_routes() {
  std::fill(entries_.begin(), entries_.end(), Entry{});
  for (auto it = routes_.begin(); it != routes_.end();) {
    const std::uint32_t route = it->second;
    const bool idle = sharing_.is_idle(route);
    it = idle ? routes_.erase(it) : std::next(it);
    if (idle) sharing_.drop_route(route);
  }
}

}  // namespace topomorph::replay
