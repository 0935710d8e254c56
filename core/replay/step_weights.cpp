// What each step of a trace would take alone: the measure of how far a replay has come.
#include "core/replay/step_weights.h"

#include <algorithm>
#include <span>
#include <unordered_map>
#include <utility>

#include "core/replay/rounds.h"

namespace topomorph::replay {

namespace {

using trace::Step;
using trace::StepKind;

/// A message between two hosts that stand for all; inside the host if there is one.
struct Usual {
  double alone = 0, per_byte = 0;  ///< seconds of any message, and of each of its bytes
};

Usual usual_message(const Platform& platform) {
  const std::vector<std::uint32_t>& hosts = platform.host_of;
  const auto other = std::ranges::find_if(hosts, [&](std::uint32_t host) { return host != hosts.front(); });
  const bool several = other != hosts.end();
  const Slot last = several ? static_cast<Slot>(other - hosts.begin()) : hosts.size() - 1;
  const evaluation::LinkCost cost = platform.cost(0, last);
  const MessageWork& work = several ? platform.between_hosts : platform.inside_host;
  return {cost.latency + work.send + work.receive, 1 / cost.bandwidth};
}

double weight_of(const Step& step, const trace::Trace& trace, const Platform& platform, const Usual& usual) {
  constexpr double kAnyStep = 1e-9;  // no trace weighs nothing
  const auto bytes = static_cast<double>(step.amount);
  double messages = 0, seconds = kAnyStep + step.seconds;
  switch (step.kind) {
    case StepKind::Send:
    case StepKind::StartSend:
      messages = 1;
      break;
    case StepKind::Collective: {
      const auto size = static_cast<std::uint32_t>(trace.groups[step.slot].size());
      messages =
          most_rounds({step.collective, size, (step.peer + 1) % size, step.peer, step.amount}, platform.collectives);
      break;
    }
    case StepKind::Compute:
    case StepKind::Receive:
    case StepKind::StartReceive:
    case StepKind::Wait:
    case StepKind::Loop:
    case StepKind::Phase:
      break;
  }
  if (messages > 0) seconds += messages * usual.alone + bytes * usual.per_byte;
  return seconds;
}

double sum_of(std::span<const Step> steps, std::span<const float> weights) {
  double sum = 0;
  for (std::size_t i = 0; i < steps.size(); ++i) {
    if (steps[i].kind != StepKind::Loop) {
      sum += static_cast<double>(weights[i]);
      continue;
    }
    const std::size_t length = steps[i].length;
    sum += static_cast<double>(steps[i].amount) * sum_of(steps.subspan(i + 1, length), weights.subspan(i + 1, length));
    i += length;
  }
  return sum;
}

/// Hashes what the steps do; how often loops are repeated, and how long processors work, does not count.
std::uint64_t hash_of_work(std::span<const Step> steps) {
  std::uint64_t hash = steps.size();
  const auto add = [&hash](std::uint64_t value) {
    hash = (hash ^ value) * 0x9e3779b97f4a7c15U;
    hash ^= hash >> 29;
  };
  for (const Step& step : steps) {
    add(static_cast<std::uint64_t>(step.kind) << 32 | static_cast<std::uint64_t>(step.collective) << 16 | step.channel);
    add(std::uint64_t{step.slot} << 32 | step.length);
    if (step.kind == StepKind::Loop) continue;
    add(step.peer);
    add(step.amount);
  }
  return hash;
}

/// A step or a loop outside of loops.
struct Item {
  std::size_t steps = 1;
  double weight = 0;
  std::uint64_t hash = 0;
};

std::vector<Item> items_of(std::span<const Step> steps, std::span<const float> weights) {
  std::vector<Item> items;
  for (std::size_t at = 0; at < steps.size(); at += items.back().steps) {
    const std::size_t length = 1 + (steps[at].kind == StepKind::Loop ? steps[at].length : 0);
    items.push_back({length, sum_of(steps.subspan(at, length), weights.subspan(at, length)),
                     hash_of_work(steps.subspan(at, length))});
  }
  return items;
}

/// Returns for each place the part of the sum that is in items like those up to the one that holds it.
std::vector<float> known_parts(std::span<const Step> steps, std::span<const float> weights, double sum) {
  const std::vector<Item> items = items_of(steps, weights);
  std::unordered_map<std::uint64_t, double> alike;  // weight of all items with the hash that are not yet known
  for (const Item& item : items) alike[item.hash] += item.weight;
  std::vector<float> known;
  double so_far = 0;
  for (const Item& item : items) {
    so_far += std::exchange(alike[item.hash], 0);
    known.insert(known.end(), item.steps, static_cast<float>(sum > 0 ? so_far / sum : 1));
  }
  return known;
}

/// The heaviest loop outside of loops; null if it has less than half of the weight of the steps.
const Step* main_loop(std::span<const Step> steps, std::span<const float> weights) {
  const Step* heaviest = nullptr;
  double most = sum_of(steps, weights) / 2;
  std::size_t at = 0;
  for (const Item& item : items_of(steps, weights)) {
    if (item.steps > 1 && item.weight >= most) heaviest = &steps[at], most = item.weight;
    at += item.steps;
  }
  return heaviest;
}

std::optional<std::size_t> milestone_of(std::span<const Step> steps, std::span<const float> weights) {
  constexpr std::uint64_t kOften = 16;
  std::span<const Step> body = steps;
  for (std::uint64_t times = 1; times < kOften;) {
    const auto begin = static_cast<std::size_t>(body.data() - steps.data());
    const Step* const loop = main_loop(body, weights.subspan(begin, body.size()));
    if (loop == nullptr) return std::nullopt;
    times = loop->amount < kOften ? times * loop->amount : kOften;
    body = {loop + 1, loop->length};
  }
  while (!body.empty() && body.front().kind == StepKind::Loop) body = body.subspan(1);
  return static_cast<std::size_t>(body.data() - steps.data());
}

}  // namespace

StepWeights::StepWeights(const trace::Trace& trace, const Platform& platform) {
  const Usual usual = usual_message(platform);
  for (const trace::ProcessTrace& process : trace.processes) {
    std::vector<float>& weights = weights_.emplace_back();
    weights.reserve(process.steps.size());
    for (const Step& step : process.steps)
      weights.push_back(static_cast<float>(weight_of(step, trace, platform, usual)));
    const double sum = sum_of(process.steps, weights);
    known_.push_back(known_parts(process.steps, weights, sum));
    total_ += sum / trace::recorded_part(process);
  }
  if (!weights_.empty()) milestone_ = milestone_of(trace.processes.front().steps, weights_.front());
}

}  // namespace topomorph::replay
