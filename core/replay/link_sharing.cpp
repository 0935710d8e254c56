// Transfers that share links: max-min fair rates, recomputed for the connected part that changed.
#include "core/replay/link_sharing.h"

#include <algorithm>
#include <cmath>

namespace topomorph::replay {

namespace {

/// A link whose credit is used up gets it back at this part of a full bucket, so that it does not flicker.
constexpr double kReopen = 0.125;
/// Rates that differ by less are the same.
constexpr double kSame = 1e-12;

}  // namespace

void LinkSharing::add_link(double capacity) {
  SharedLink link;
  link.capacity = capacity;
  link.credit = burst_.bytes;
  link.open = burst_.bytes > 0;
  links_.push_back(std::move(link));
}

LinkSharing::Route LinkSharing::add_route(std::vector<std::uint32_t> links) {
  Route route = static_cast<Route>(routes_.size());
  if (free_routes_.empty()) {
    routes_.emplace_back();
  } else {
    route = free_routes_.back();
    free_routes_.pop_back();
  }
  routes_[route] = {};
  routes_[route].place.resize(links.size());
  routes_[route].links = std::move(links);
  return route;
}

void LinkSharing::drop_route(Route route) {
  routes_[route] = {};
  free_routes_.push_back(route);
}

void LinkSharing::settle(Route route, double now) {
  RouteState& state = routes_[route];
  const double since = state.work.since();
  const double bytes = state.work.settle(now) * state.work.jobs();
  if (bytes == 0 || (timeline_ == nullptr && burst_.bytes == 0)) return;
  for (const std::uint32_t link : state.links) {
    links_[link].passed += bytes;
    if (timeline_ != nullptr) timeline_->add_bytes(link, since, now, bytes);
  }
}

void LinkSharing::join(Route route, double now) {
  RouteState& state = routes_[route];
  for (std::uint32_t hop = 0; hop < state.links.size(); ++hop) {
    SharedLink& link = links_[state.links[hop]];
    state.place[hop] = static_cast<std::uint32_t>(link.routes.size());
    link.routes.push_back({route, hop});
    if (link.routes.size() == 1) link.busy_since = now;
  }
}

void LinkSharing::leave(Route route, double now) {
  RouteState& state = routes_[route];
  for (std::uint32_t hop = 0; hop < state.links.size(); ++hop) {
    SharedLink& link = links_[state.links[hop]];
    const Crossing last = link.routes.back();
    link.routes[state.place[hop]] = last;
    routes_[last.route].place[last.hop] = state.place[hop];
    link.routes.pop_back();
    if (link.routes.empty()) link.busy += now - link.busy_since;
  }
}

void LinkSharing::touch(Route route, double due) {
  for (const std::uint32_t link : routes_[route].links) {
    if (links_[link].dirty) continue;
    links_[link].dirty = true;
    dirty_.push_back(link);
  }
  due_ = std::min(due_, due);
}

double LinkSharing::first_rate(const RouteState& route) const {
  double rate = kNever;
  for (const std::uint32_t l : route.links) {
    rate = std::min(rate, capacity_now(links_[l]) / std::max<std::uint32_t>(links_[l].transfers, 1));
  }
  return rate;
}

void LinkSharing::start(double now, Route route, double bytes, std::uint32_t transfer) {
  RouteState& state = routes_[route];
  settle(route, now);
  for (const std::uint32_t l : state.links) {
    ++links_[l].transfers;
    links_[l].bytes += static_cast<std::uint64_t>(bytes);
  }
  if (state.work.jobs() == 0) {
    join(route, now);
    state.work.set_rate(first_rate(state));
  }
  state.work.add(bytes, transfer);
  finishes_.set(route, state.work.next());
  touch(route, now + tolerance_ * bytes / state.work.rate());
}

void LinkSharing::count_small(double now, Route route, std::uint64_t bytes, double seconds) {
  for (const std::uint32_t l : routes_[route].links) {
    links_[l].bytes += bytes;
    links_[l].busy += static_cast<double>(bytes) / links_[l].capacity;
    links_[l].passed += static_cast<double>(bytes);
    if (timeline_ != nullptr) timeline_->add_bytes(l, now, now + seconds, static_cast<double>(bytes));
  }
}

void LinkSharing::finish(std::vector<std::uint32_t>& done) {
  const Route route = finishes_.top();
  const double now = finishes_.next();
  RouteState& state = routes_[route];
  settle(route, now);
  const std::size_t before = done.size();
  const double bytes = state.work.finish(done);
  for (const std::uint32_t l : state.links) links_[l].transfers -= static_cast<std::uint32_t>(done.size() - before);
  if (state.work.jobs() == 0) leave(route, now);
  finishes_.set(route, state.work.next());
  touch(route, now + tolerance_ * bytes / state.work.rate());
}

double LinkSharing::capacity_now(const SharedLink& link) const {
  return link.open ? std::max(burst_.rate, link.capacity) : link.capacity;
}

void LinkSharing::share(double now) {
  while (credits_.next() <= now) {
    const std::uint32_t link = credits_.top();
    credits_.set(link, kNever);
    links_[link].credit = 0;
    if (!links_[link].dirty) dirty_.push_back(link);
    links_[link].dirty = true;
  }
  due_ = kNever;
  ++round_;
  part_links_.clear();
  part_routes_.clear();
  for (const std::uint32_t link : dirty_) {
    links_[link].dirty = false;
    collect_part(link);
  }
  dirty_.clear();
  if (burst_.bytes > 0) {
    for (const Route route : part_routes_) settle(route, now);
    for (const std::uint32_t link : part_links_) update_credit(links_[link], now);
  }
  fill();
  apply(now);
}

void LinkSharing::collect_part(std::uint32_t first) {
  if (links_[first].seen == round_) return;
  links_[first].seen = round_;
  std::size_t next = part_links_.size();
  part_links_.push_back(first);
  for (; next < part_links_.size(); ++next) {
    for (const Crossing& crossing : links_[part_links_[next]].routes) {
      RouteState& route = routes_[crossing.route];
      if (route.seen == round_) continue;
      route.seen = round_;
      part_routes_.push_back(crossing.route);
      for (const std::uint32_t link : route.links) {
        if (links_[link].seen == round_) continue;
        links_[link].seen = round_;
        part_links_.push_back(link);
      }
    }
  }
}

/// Progressive filling: the link with the least share for each of its transfers determines them; what they take is
/// gone on their other links. The shares of the remaining links never fall, so an outdated share in the heap is too
/// low and is corrected when it comes to the top.
void LinkSharing::fill() {
  heap_.clear();
  for (const Route route : part_routes_) routes_[route].fair = -1;
  for (const std::uint32_t l : part_links_) {
    links_[l].left = capacity_now(links_[l]);
    links_[l].waiting = links_[l].transfers;
    if (links_[l].waiting > 0) heap_.push_back({links_[l].left / links_[l].waiting, l});
  }
  std::make_heap(heap_.begin(), heap_.end());
  while (!heap_.empty()) {
    const Share top = heap_.front();
    std::pop_heap(heap_.begin(), heap_.end());
    heap_.pop_back();
    SharedLink& link = links_[top.link];
    if (link.waiting == 0) continue;
    const double share = std::max(link.left, 0.0) / link.waiting;
    if (share > top.share * (1 + kSame)) {
      heap_.push_back({share, top.link});
      std::push_heap(heap_.begin(), heap_.end());
      continue;
    }
    for (const Crossing& crossing : link.routes) {
      RouteState& route = routes_[crossing.route];
      if (route.fair >= 0) continue;
      route.fair = top.share;
      for (const std::uint32_t l : route.links) {
        links_[l].left -= top.share * route.work.jobs();
        links_[l].waiting -= route.work.jobs();
      }
    }
  }
}

void LinkSharing::apply(double now) {
  for (const Route route : part_routes_) {
    RouteState& state = routes_[route];
    if (std::abs(state.fair - state.work.rate()) <= kSame * state.fair) continue;
    settle(route, now);
    state.work.set_rate(state.fair);
    finishes_.set(route, state.work.next());
  }
  if (burst_.bytes == 0) return;
  for (const std::uint32_t link : part_links_) watch_credit(link, now);
}

void LinkSharing::update_credit(SharedLink& link, double now) {
  link.credit = std::min(burst_.bytes, link.credit + link.capacity * (now - link.credit_at) - link.passed);
  link.credit = std::max(link.credit, 0.0);
  link.credit_at = now;
  link.passed = 0;
  link.open = link.credit > (link.open ? 1e-6 : kReopen) * burst_.bytes;
}

void LinkSharing::watch_credit(std::uint32_t l, double now) {
  const SharedLink& link = links_[l];
  double used = 0;
  for (const Crossing& crossing : link.routes) {
    used += routes_[crossing.route].work.rate() * routes_[crossing.route].work.jobs();
  }
  const bool ends = link.open && used > link.capacity * (1 + kSame);
  credits_.set(l, ends ? now + link.credit / (used - link.capacity) : kNever);
}

void LinkSharing::end(double now) {
  for (Route route = 0; route < routes_.size(); ++route) {
    if (routes_[route].work.jobs() > 0) settle(route, now);
  }
  for (SharedLink& link : links_) {
    if (!link.routes.empty()) link.busy += now - link.busy_since;
  }
}

}  // namespace topomorph::replay
