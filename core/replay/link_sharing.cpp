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
  fillings_.emplace_back();
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

/// Accounts for the bytes that passed with the rates up to `now`.
void LinkSharing::change_used(SharedLink& link, std::uint32_t number, double now, double change) {
  const double bytes = link.used * (now - link.used_since);
  link.passed += bytes;
  if (timeline_ != nullptr && bytes > 0) timeline_->add_bytes(number, link.used_since, now, bytes);
  link.used_since = now;
  link.used = link.routes.empty() ? 0 : link.used + change;  // no rounding errors remain in an idle link
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

void LinkSharing::start(double now, Route route, double bytes, std::uint32_t transfer, double latency) {
  RouteState& state = routes_[route];
  state.work.settle(now);
  state.latency = latency;
  for (const std::uint32_t l : state.links) {
    ++links_[l].transfers;
    links_[l].bytes += static_cast<std::uint64_t>(bytes);
  }
  if (state.work.jobs() == 0) {
    join(route, now);
    state.work.set_rate(first_rate(state));
  }
  for (const std::uint32_t l : state.links) change_used(links_[l], l, now, state.work.rate());
  state.work.add(bytes, transfer);
  finishes_.set(route, state.work.next());
  touch(route, now + tolerance_ * (bytes / state.work.rate() + state.latency));
}

void LinkSharing::count(double now, std::uint32_t l, std::uint64_t bytes, double seconds) {
  links_[l].bytes += bytes;
  links_[l].busy += static_cast<double>(bytes) / links_[l].capacity;
  links_[l].passed += static_cast<double>(bytes);
  if (timeline_ != nullptr) timeline_->add_bytes(l, now, now + seconds, static_cast<double>(bytes));
}

void LinkSharing::count_small(double now, Route route, std::uint64_t bytes, double seconds) {
  for (const std::uint32_t link : routes_[route].links) count(now, link, bytes, seconds);
}

void LinkSharing::finish(std::vector<std::uint32_t>& done) {
  const Route route = finishes_.top();
  const double now = finishes_.next();
  RouteState& state = routes_[route];
  state.work.settle(now);
  const std::size_t before = done.size();
  const double bytes = state.work.finish(done);
  const auto finished = static_cast<std::uint32_t>(done.size() - before);
  if (state.work.jobs() == 0) leave(route, now);
  for (const std::uint32_t l : state.links) {
    links_[l].transfers -= finished;
    change_used(links_[l], l, now, -state.work.rate() * finished);
  }
  finishes_.set(route, state.work.next());
  touch(route, now + tolerance_ * (bytes / state.work.rate() + state.latency));
}

double LinkSharing::capacity_now(const SharedLink& link) const {
  return link.open ? std::max(burst_.rate, link.capacity) : link.capacity;
}

void LinkSharing::share(double now) {
  while (credits_.next() <= now) {
    const std::uint32_t link = credits_.top();
    credits_.set(link, kNever);
    links_[link].open = false;
    if (!links_[link].dirty) dirty_.push_back(link);
    links_[link].dirty = true;
  }
  due_ = kNever;
  ++computation_;
  inside_.clear();
  part_.clear();
  rim_.clear();
  for (const std::uint32_t link : dirty_) {
    links_[link].dirty = false;
    if (burst_.bytes > 0) {
      update_credit(link, now);
      links_[link].open |= links_[link].credit >= kReopen * burst_.bytes;
    }
    add_to_part(link);
  }
  dirty_.clear();
  do {
    fill();
  } while (rim_limits());
  apply(now);
}

/// Adds a link, its routes, and whatever these reach over links that limit.
void LinkSharing::add_to_part(std::uint32_t first) {
  if (links_[first].inside == computation_) return;
  links_[first].inside = computation_;
  std::size_t next = inside_.size();
  inside_.push_back(first);
  for (; next < inside_.size(); ++next) {
    for (const Crossing& crossing : links_[inside_[next]].routes) add_route_to_part(crossing.route);
  }
}

void LinkSharing::add_route_to_part(Route number) {
  RouteState& route = routes_[number];
  if (route.seen == computation_) return;
  route.seen = computation_;
  part_.push_back(number);
  const std::uint32_t jobs = route.work.jobs();
  for (const std::uint32_t l : route.links) {
    Filling& filling = fillings_[l];
    if (filling.seen != computation_) filling = {.seen = computation_};
    filling.used += route.work.rate() * jobs;
    filling.transfers += jobs;
    SharedLink& link = links_[l];
    if (link.inside == computation_) continue;
    if (link.limits) {
      link.inside = computation_;
      inside_.push_back(l);
    } else if (link.rim != computation_) {
      link.rim = computation_;
      rim_.push_back(l);
    }
  }
}

/// Returns whether a link of the rim limits, and adds such links to the part.
bool LinkSharing::rim_limits() {
  const std::size_t before = inside_.size();
  for (std::size_t i = 0; i < rim_.size(); ++i) {
    if (links_[rim_[i]].limits) add_to_part(rim_[i]);
  }
  return inside_.size() > before;
}

/// All transfers of a link inside are in the part; on the rim the others keep what they have.
void LinkSharing::prepare(std::uint32_t l) {
  SharedLink& link = links_[l];
  Filling& filling = fillings_[l];
  link.limits = false;
  if (filling.seen != computation_) return;  // a link without transfers
  filling.left = capacity_now(link) - (link.inside == computation_ ? 0 : link.used - filling.used);
  filling.waiting = filling.transfers;
  heap_.push_back({std::max(filling.left, 0.0) / filling.waiting, l});
}

/// Moves the top to its place.
void LinkSharing::sift_down() {
  Share* const heap = heap_.data();
  const std::size_t size = heap_.size();
  const Share top = heap[0];
  std::size_t i = 0, child = 1;
  for (; child + 1 < size; child = 2 * i + 1) {
    child += static_cast<std::size_t>(heap[child + 1] < heap[child]);
    if (!(heap[child] < top)) break;
    heap[i] = heap[child];
    i = child;
  }
  if (child + 1 == size && heap[child] < top) {
    heap[i] = heap[child];
    i = child;
  }
  heap[i] = top;
}

void LinkSharing::pop_share() {
  heap_.front() = heap_.back();
  heap_.pop_back();
  if (!heap_.empty()) sift_down();
}

/// Progressive filling: the link with the least share for each of its transfers determines them; what they take is
/// gone on their other links. The shares of the remaining links never fall, so an outdated share in the heap is too
/// low and is corrected when it comes to the top.
void LinkSharing::fill() {
  ++fill_;
  heap_.clear();
  for (const std::uint32_t l : inside_) prepare(l);
  for (const std::uint32_t l : rim_) {
    if (links_[l].inside != computation_) prepare(l);
  }
  std::make_heap(heap_.begin(), heap_.end(), [](const Share& a, const Share& b) { return b < a; });
  without_rate_ = part_.size();
  while (without_rate_ > 0) {
    const Share top = heap_.front();
    const Filling& filling = fillings_[top.link];
    if (filling.waiting == 0) {
      pop_share();
      continue;
    }
    const double share = std::max(filling.left, 0.0) / filling.waiting;
    if (share > top.share * (1 + kSame)) {
      heap_.front().share = share;
      sift_down();
    } else {
      pop_share();
      determine(top.link, top.share);
    }
  }
}

void LinkSharing::determine(std::uint32_t number, double share) {
  links_[number].limits = true;
  for (const Crossing& crossing : links_[number].routes) {
    RouteState& route = routes_[crossing.route];
    if (route.seen != computation_ || route.filled == fill_) continue;
    route.fair = share;
    route.filled = fill_;
    --without_rate_;
    const std::uint32_t jobs = route.work.jobs();
    for (const std::uint32_t l : route.links) {
      fillings_[l].left -= share * jobs;
      fillings_[l].waiting -= jobs;
    }
  }
}

void LinkSharing::apply(double now) {
  for (const Route route : part_) {
    RouteState& state = routes_[route];
    const double change = state.fair - state.work.rate();
    if (std::abs(change) <= kSame * state.fair) continue;
    state.work.settle(now);
    for (const std::uint32_t l : state.links) change_used(links_[l], l, now, change * state.work.jobs());
    state.work.set_rate(state.fair);
    finishes_.set(route, state.work.next());
  }
  if (burst_.bytes == 0) return;
  for (const std::uint32_t link : inside_) watch_credit(link, now);
  for (const std::uint32_t link : rim_) watch_credit(link, now);
}

void LinkSharing::update_credit(std::uint32_t l, double now) {
  SharedLink& link = links_[l];
  change_used(link, l, now, 0);
  link.credit = std::min(burst_.bytes, link.credit + link.capacity * (now - link.credit_at) - link.passed);
  link.credit = std::max(link.credit, 0.0);
  link.credit_at = now;
  link.passed = 0;
}

void LinkSharing::watch_credit(std::uint32_t l, double now) {
  update_credit(l, now);
  const SharedLink& link = links_[l];
  const bool ends = link.open && link.used > link.capacity * (1 + kSame);
  credits_.set(l, ends ? now + link.credit / (link.used - link.capacity) : kNever);
}

void LinkSharing::end(double now) {
  for (std::uint32_t l = 0; l < links_.size(); ++l) {
    change_used(links_[l], l, now, 0);
    if (!links_[l].routes.empty()) links_[l].busy += now - links_[l].busy_since;
  }
}

}  // namespace topomorph::replay
