// Builds the steps of one process of a generated trace, and finds its neighbours on a grid of processes.
#include "benchmarks/scale/steps.h"

#include <bit>

#include "core/base/random.h"
#include "core/base/successive.h"

namespace topomorph::scale {

void Steps::add(trace::Step step) {
  step.seconds = pending_;
  pending_ = 0;
  steps_.push_back(step);
}

void Steps::send(std::uint32_t to, std::uint64_t bytes, std::uint16_t channel) { add(trace::send(to, bytes, channel)); }

void Steps::receive(std::uint32_t from, std::uint16_t channel) { add(trace::receive(from, channel)); }

void Steps::start_send(std::uint32_t to, std::uint64_t bytes, std::uint16_t channel) {
  add(trace::start_send(to, bytes, requests_++, channel));
}

void Steps::start_receive(std::uint32_t from, std::uint16_t channel) {
  add(trace::start_receive(from, requests_++, channel));
}

void Steps::wait_all() {
  if (requests_ > 0) add(trace::wait(0, requests_));
  requests_ = 0;
}

void Steps::allreduce(std::uint64_t bytes) { add(trace::collective(trace::Collective::Allreduce, bytes)); }

void Steps::exchange(std::uint32_t to, std::uint32_t from, std::uint64_t bytes, std::uint16_t channel) {
  start_receive(from, channel);
  start_send(to, bytes, channel);
  wait_all();
}

/// Computation at the end of the body must stay in it, and so becomes a step.
void Steps::repeat(std::uint64_t count, const std::function<void()>& body) {
  if (pending_ > 0) add(trace::compute(0));
  const std::size_t loop = steps_.size();
  steps_.push_back(trace::loop(count, 0));
  body();
  if (pending_ > 0) add(trace::compute(0));
  steps_[loop].length = static_cast<std::uint32_t>(steps_.size() - loop - 1);
}

std::vector<trace::Step> Steps::take() {
  if (pending_ > 0) add(trace::compute(0));
  return std::move(steps_);
}

trace::Trace processes(std::uint32_t ranks, const std::function<void(std::uint32_t rank, Steps& steps)>& make) {
  trace::Trace trace;
  trace.groups.push_back(successive<std::uint32_t>(ranks));
  Random random(1);
  for (std::uint32_t rank = 0; rank < ranks; ++rank) {
    Steps steps(0.98 + 0.04 * static_cast<double>(random.below(1001)) / 1000);
    make(rank, steps);
    trace.processes.push_back({.steps = steps.take()});
  }
  return trace;
}

Box Box::of(std::uint32_t ranks) {
  Box box;
  for (std::size_t d = 0; ranks > 1; ranks /= 2, d = (d + 1) % 3) box.extent[d] *= 2;
  return box;
}

std::array<std::uint32_t, 3> Box::place(std::uint32_t rank) const {
  return {rank % extent[0], rank / extent[0] % extent[1], rank / extent[0] / extent[1]};
}

std::optional<std::uint32_t> Box::neighbour(std::uint32_t rank, std::size_t dimension, std::int64_t step,
                                            bool wraps) const {
  auto at = place(rank);
  const std::int64_t size = extent[dimension];
  std::int64_t there = at[dimension] + step;
  if (wraps) there = (there % size + size) % size;
  if (there < 0 || there >= size) return std::nullopt;
  at[dimension] = static_cast<std::uint32_t>(there);
  return at[0] + extent[0] * (at[1] + extent[1] * at[2]);
}

void exchange_faces(Steps& steps, const Box& box, std::uint32_t rank, std::size_t dimension, std::uint64_t bytes,
                    bool wraps, std::int64_t distance) {
  if (box.extent[dimension] == 1) return;
  const auto up = box.neighbour(rank, dimension, distance, wraps);
  const auto down = box.neighbour(rank, dimension, -distance, wraps);
  const auto channel = static_cast<std::uint16_t>(2 * dimension);
  const auto back = static_cast<std::uint16_t>(2 * dimension + 1);
  if (down) steps.start_receive(*down, channel);
  if (up) steps.start_receive(*up, back);
  if (up) steps.start_send(*up, bytes, channel);
  if (down) steps.start_send(*down, bytes, back);
  steps.wait_all();
}

std::uint32_t side_of(std::uint32_t ranks) { return std::uint32_t{1} << (std::countr_zero(ranks) / 2); }

}  // namespace topomorph::scale
