// Measures the costs of messages between two processes.
#include "core/measuring/pair.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <cstring>

#include <time.h>

#include "core/base/deadline.h"
#include "core/measuring/stream.h"

namespace topomorph::measuring {
namespace {

double now() { return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count(); }

/// `seconds` are less than one.
void sleep_for(double seconds) {
  const timespec time{0, static_cast<long>(seconds * 1e9)};
  nanosleep(&time, nullptr);
}

/// Repetitions of a measurement. Needs no memory but its own: a process that has none would keep the other waiting.
template <std::size_t kMost>
class Samples {
 public:
  void add(double value) { values_[count_++] = value; }
  bool full() const { return count_ == kMost; }
  std::size_t count() const { return count_; }
  double median() {
    if (count_ == 0) return 0;
    const auto middle = values_.begin() + static_cast<std::ptrdiff_t>(count_ / 2);
    std::nth_element(values_.begin(), middle, values_.begin() + static_cast<std::ptrdiff_t>(count_));
    return *middle;
  }

 private:
  std::array<double, kMost> values_;
  std::size_t count_ = 0;
};

constexpr std::size_t kGoOn = 1, kEnd = 0;  // bytes of the message that says whether another repetition follows

// --- processor time

/// Returns the processor time that two looks at the clock take.
double price_of_clock() {
  Samples<9> samples;
  while (!samples.full()) {
    const double start = thread_seconds();
    samples.add(thread_seconds() - start);
  }
  return samples.median();
}

/// Returns the processor time of a send: a batch of sends is timed together. Before each, the other process is ready.
double measure_send(Link& link, double seconds) {
  constexpr std::size_t kBatch = Link::kRequests, kMostBatches = 100, kLeast = 3;
  Samples<kMostBatches> samples;
  const double until = now() + seconds;
  while (!samples.full() && (samples.count() < kLeast || now() < until)) {
    link.send(kGoOn);
    link.receive();
    const double start = thread_seconds();
    for (std::size_t i = 0; i < kBatch; ++i) link.start_send(i, 1);
    samples.add((thread_seconds() - start) / kBatch);
    for (std::size_t i = 0; i < kBatch; ++i) link.complete(i);
  }
  link.send(kEnd);
  return samples.median();
}

void answer_sends(Link& link) {
  constexpr std::size_t kBatch = Link::kRequests;
  while (link.receive() == kGoOn) {
    link.send(1);
    for (std::size_t i = 0; i < kBatch; ++i) link.receive();
  }
}

/// Sends a message whenever the other process is about to sleep.
void send_to_sleeper(Link& link) {
  while (link.receive() == kGoOn) link.send(1);
}

/// Returns the processor time of a receive. Each message arrives in the system while this process sleeps, outside of
/// the communication library: to fetch it is part of receiving. One at a time, because the library may fetch all
/// together.
double measure_receive(Link& link, double seconds, double latency) {
  constexpr std::size_t kMost = 200, kLeast = 3;
  constexpr double kLongest = 5e-4;
  Samples<kMost> samples;
  const double until = now() + seconds;
  while (!samples.full() && (samples.count() < kLeast || now() < until)) {
    link.send(kGoOn);
    sleep_for(std::min(4 * latency, kLongest));
    const double start = thread_seconds();
    link.receive();
    samples.add(thread_seconds() - start);
  }
  link.send(kEnd);
  return std::max(samples.median() - price_of_clock(), 0.0);
}

// --- rate and burst

constexpr std::size_t kFirst = std::size_t{1} << 13;  // bytes: after the messages that show a small burst
constexpr double kParts = 40;                         // messages in all, so that the second half has many

/// Returns the size of the next messages: that of which kParts take `seconds` at the rate of the last ones. Grows
/// slowly, because a burst pretends a rate that does not last.
std::size_t next_size(std::size_t size, double rate, double seconds) {
  const double fitting = std::clamp(rate * seconds / kParts, static_cast<double>(kFirst),
                                    static_cast<double>(std::min(2 * size, Link::kLongest)));
  return static_cast<std::size_t>(fitting);
}

/// Sizes the messages of a stream that takes `seconds`.
class GrowingSize {
 public:
  explicit GrowingSize(double seconds) : seconds_(seconds) {}

  std::size_t operator()(std::size_t sent, double arrived) {
    if (sent == Arrivals::kMost || (sent >= kAhead + 2 * kInFlight && now() - start_ >= seconds_)) return 0;
    if (sent < kAhead) return kShort;
    if (sent % kInFlight == 0) {
      if (sent > kAhead) size_ = next_size(size_, (arrived - arrived_) / std::max(now() - turn_, 1e-9), seconds_);
      turn_ = now(), arrived_ = arrived;
    }
    return size_;
  }

 private:
  const double seconds_, start_ = now();
  double turn_ = start_, arrived_ = 0;  // at the last change of the size
  std::size_t size_ = kFirst;
};

/// What the process that answers has found.
struct Answer {
  double bandwidth, burst_bytes, burst_bandwidth;
  std::uint64_t number;
};

}  // namespace

double measure_latency(Link& link, double seconds) {
  constexpr std::size_t kMost = 1000, kLeast = 5, kWarm = 4;
  Samples<kMost> samples;
  const double until = now() + seconds;
  for (std::size_t i = 0; !samples.full() && (i < kWarm + kLeast || now() < until); ++i) {
    const double start = now();
    link.send(kGoOn);
    link.receive();
    if (i >= kWarm) samples.add((now() - start) / 2);
  }
  link.send(kEnd);
  return samples.median();
}

void answer_latency(Link& link) {
  while (link.receive() == kGoOn) link.send(1);
}

PairFinding measure_pair(Link& link, double seconds) {
  constexpr double kPart = 0.08;  // share of the time for each but the last, which has long messages
  const double until = now() + seconds;
  PairFinding found;
  found.costs.latency = measure_latency(link, kPart * seconds);
  found.costs.send = measure_send(link, kPart * seconds);
  found.costs.receive = measure_receive(link, kPart * seconds, found.costs.latency);
  send_stream(link, GrowingSize(std::max(until - now(), seconds / 4)));
  link.receive();
  Answer answer{};
  std::memcpy(&answer, link.contents(0).data(), sizeof answer);
  found.costs.bandwidth = answer.bandwidth;
  found.costs.burst = {answer.burst_bytes, answer.burst_bandwidth};
  found.other = answer.number;
  return found;
}

void answer_pair(Link& link, std::uint64_t number) {
  answer_latency(link);
  answer_sends(link);
  send_to_sleeper(link);
  Arrivals arrivals;
  receive_stream(link, [&](std::size_t bytes) { arrivals.add(now(), bytes); });
  const BurstCost burst = arrivals.burst();
  const Answer answer{arrivals.rate(), burst.bytes, burst.bandwidth, number};
  std::memcpy(link.contents(0).data(), &answer, sizeof answer);
  link.send(sizeof answer);
}

}  // namespace topomorph::measuring
