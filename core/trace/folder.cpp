// Folds the steps of a process while they are recorded: repeated sequences become loops.
#include "core/trace/folder.h"

#include <algorithm>
#include <cmath>

namespace topomorph::trace {

namespace {

constexpr std::uint64_t kBase = 0xd1342543de82ef95U;
constexpr std::size_t kFirstSteps = 8;

std::uint64_t mix(std::uint64_t a, std::uint64_t b) {
  std::uint64_t z = (a ^ b * 0x9e3779b97f4a7c15U) + 0x9e3779b97f4a7c15U;
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9U;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebU;
  return z ^ (z >> 31);
}

std::uint64_t hash_of(const Step& step) {
  const std::uint64_t kinds =
      static_cast<std::uint64_t>(step.kind) << 24 | static_cast<std::uint64_t>(step.collective) << 16 | step.channel;
  return mix(mix(kinds, step.peer), mix(step.amount, std::uint64_t{step.slot} << 32 | step.length));
}

}  // namespace

Folder::Folder(std::size_t most_bytes) : most_bytes_(most_bytes) {}

std::size_t Folder::bytes() const {
  return steps_.capacity() * sizeof(Step) + items_.capacity() * sizeof(Item) + powers_.capacity() * sizeof(Hash) +
         buckets_.capacity() * sizeof(std::uint32_t) + sizeof(*this);
}

/// Makes room for one item and two steps: the step, and the head of a loop.
bool Folder::make_room() {
  if (steps_.size() + 2 <= steps_.capacity() && items_.size() + 1 <= items_.capacity()) return true;
  std::size_t room = steps_.capacity() == 0 ? kFirstSteps : steps_.capacity() * 2;
  const std::size_t each = sizeof(Step) + sizeof(Item) + sizeof(Hash);
  const std::size_t fixed = sizeof(*this) + kBuckets * sizeof(std::uint32_t);
  const std::size_t most = most_bytes_ > fixed ? (most_bytes_ - fixed) / each : 0;
  room = std::min(room, most);
  if (room < steps_.size() + 2) return false;
  if (!steps_.reserve(room) || !items_.reserve(room) || !powers_.reserve(room + 1)) return false;
  if (powers_.size() == 0) powers_.push(1);
  if (room > kContext && buckets_.size() == 0) {
    if (!buckets_.reserve(kBuckets)) return false;
    while (buckets_.size() < kBuckets) buckets_.push(0);
  }
  while (powers_.size() < room + 1) powers_.push(powers_[powers_.size() - 1] * kBase);
  return true;
}

void Folder::add(const Step& step) {
  ++seen_;
  if (window_ || !make_room()) {
    window_ = true;
    return;
  }
  Item item;
  item.begin = static_cast<std::uint32_t>(steps_.size());
  item.hash = hash_of(step);
  steps_.push(step);
  steps_[item.begin].seconds += pending_;
  pending_ = 0;
  push(item);
  while (fold()) {
  }
}

void Folder::finish() {
  if (pending_ > 0) add(trace::compute(0));
}

/// The index of contexts is a list for each bucket. Items come and go at the end only, so each pop restores the list.
void Folder::push(Item item) {
  const std::size_t at = items_.size();
  item.prefix = (at == 0 ? 0 : items_[at - 1].prefix) * kBase + item.hash;
  item.last_loop = item.body > 0 ? static_cast<std::uint32_t>(at + 1) : at == 0 ? 0 : items_[at - 1].last_loop;
  items_.push(item);
  if (at + 1 < kContext) return;
  Item& added = items_[at];
  added.context = mix(range(at + 1 - kContext, at + 1), kContext);
  std::uint32_t& bucket = buckets_[added.context % kBuckets];
  added.previous = bucket;
  bucket = static_cast<std::uint32_t>(at + 1);
}

void Folder::pop() {
  const Item& item = items_[items_.size() - 1];
  if (items_.size() >= kContext) buckets_[item.context % kBuckets] = item.previous;
  items_.truncate(items_.size() - 1);
}

/// Drops items with their steps.
void Folder::pop_items(std::size_t items) {
  const std::uint32_t begin = items_[items_.size() - items].begin;
  for (std::size_t i = 0; i < items; ++i) pop();
  steps_.truncate(begin);
}

Folder::Hash Folder::range(std::size_t begin, std::size_t end) const {
  return items_[end - 1].prefix - (begin == 0 ? 0 : items_[begin - 1].prefix) * power(end - begin);
}

Folder::Hash Folder::loop_hash(Hash body, std::uint64_t count) const { return mix(mix(body, count), ~Hash{0}); }

std::uint32_t Folder::end_of(std::size_t item) const {
  return item + 1 < items_.size() ? items_[item + 1].begin : static_cast<std::uint32_t>(steps_.size());
}

bool Folder::fold() { return extend_loop() || join_loops() || make_loop(); }

bool Folder::same_steps(std::uint32_t a, std::uint32_t b, std::uint32_t steps) const {
  for (std::uint32_t i = 0; i < steps; ++i) {
    if (!alike(steps_[a + i], steps_[b + i])) return false;
  }
  return true;
}

void Folder::average(std::uint32_t into, std::uint32_t from, std::uint32_t steps, double weight, double more) {
  for (std::uint32_t i = 0; i < steps; ++i) {
    Step& step = steps_[into + i];
    step.seconds += (steps_[from + i].seconds - step.seconds) * (more / (weight + more));
  }
}

/// The items behind a loop may be its next iteration.
bool Folder::extend_loop() {
  std::uint32_t loop = items_[items_.size() - 1].last_loop;
  for (std::uint32_t tried = 0; loop > 0 && tried < kLoops; ++tried) {
    const std::size_t at = loop - 1;
    const Item item = items_[at];
    if (items_.size() - loop == item.body && range(loop, items_.size()) == item.body_hash) {
      Step& head = steps_[item.begin];
      const std::uint32_t next = items_[loop].begin;
      if (steps_.size() - next != head.length || !same_steps(item.begin + 1, next, head.length)) return false;
      average(item.begin + 1, next, head.length, static_cast<double>(head.amount), 1);
      ++head.amount;
      pop_items(item.body);
      Item more = item;
      more.hash = loop_hash(item.body_hash, head.amount);
      pop();
      push(more);
      return true;
    }
    loop = at == 0 ? 0 : items_[at - 1].last_loop;
  }
  return false;
}

/// Two loops with the same body, one after the other, are one.
bool Folder::join_loops() {
  if (items_.size() < 2) return false;
  const Item last = items_[items_.size() - 1];
  Item first = items_[items_.size() - 2];
  if (last.body == 0 || first.body != last.body || first.body_hash != last.body_hash) return false;
  const Step& more = steps_[last.begin];
  Step& head = steps_[first.begin];
  if (head.length != more.length || !same_steps(first.begin + 1, last.begin + 1, head.length)) return false;
  average(first.begin + 1, last.begin + 1, head.length, static_cast<double>(head.amount),
          static_cast<double>(more.amount));
  head.amount += more.amount;
  first.hash = loop_hash(first.body_hash, head.amount);
  pop_items(1);
  pop();
  push(first);
  return true;
}

/// The last items may equal those before them. Short bodies are tried, longer ones looked up by their end.
bool Folder::make_loop() {
  const std::size_t size = items_.size();
  for (std::uint32_t body = 1; body < kContext && 2 * body <= size; ++body) {
    if (make_loop_of(body)) return true;
  }
  if (size < 2 * kContext) return false;
  const Item& last = items_[size - 1];
  std::uint32_t candidate = last.previous;
  for (std::uint32_t tried = 0; candidate > 0 && tried < kCandidates; ++tried) {
    const std::size_t body = size - candidate;
    if (2 * body > size) return false;  // further candidates are further away
    const bool same = items_[candidate - 1].context == last.context;
    if (same && make_loop_of(static_cast<std::uint32_t>(body))) return true;
    candidate = items_[candidate - 1].previous;
  }
  return false;
}

bool Folder::make_loop_of(std::uint32_t body) {
  const std::size_t size = items_.size(), second = size - body, first = second - body;
  const Hash hash = range(second, size);
  if (range(first, second) != hash) return false;
  std::uint32_t depth = 0;
  for (std::size_t i = second; i < size; ++i) depth = std::max(depth, items_[i].depth);
  if (depth + 1 > kMaxDepth) return false;
  const std::uint32_t begin = items_[first].begin, middle = items_[second].begin;
  const auto length = static_cast<std::uint32_t>(steps_.size() - middle);
  if (middle - begin != length || !same_steps(begin, middle, length)) return false;
  average(begin, middle, length, 1, 1);
  for (std::uint32_t i = 0; i < 2 * body; ++i) pop();
  steps_.truncate(middle);
  steps_.insert(begin, loop(2, length));
  Item item;
  item.begin = begin;
  item.body = body;
  item.depth = depth + 1;
  item.body_hash = hash;
  item.hash = loop_hash(hash, 2);
  push(item);
  return true;
}

}  // namespace topomorph::trace
