// Two threads measure a link of known costs between them.
#include "core/measuring/pair.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <condition_variable>
#include <deque>
#include <mutex>
#include <stdexcept>
#include <thread>
#include <vector>

#include <gtest/gtest.h>

namespace topomorph::measuring {
namespace {

using Clock = std::chrono::steady_clock;
using Seconds = std::chrono::duration<double>;

struct Message {
  std::vector<char> bytes;
  Clock::time_point arrival;
};

/// One direction: messages arrive after the latency, one after the other at the rate.
class Pipe {
 public:
  static constexpr double kLatency = 2e-4, kRate = 50e6;

  void put(std::span<const char> bytes) {
    const std::lock_guard lock(mutex_);
    const auto length = [](double seconds) { return std::chrono::duration_cast<Clock::duration>(Seconds(seconds)); };
    free_ = std::max(free_, Clock::now()) + length(static_cast<double>(bytes.size()) / kRate);
    messages_.push_back({{bytes.begin(), bytes.end()}, free_ + length(kLatency)});
    changed_.notify_one();
  }

  Message take() {
    std::unique_lock lock(mutex_);
    if (!changed_.wait_for(lock, std::chrono::seconds(10), [&] { return !messages_.empty(); }))
      throw std::runtime_error("no message");
    Message message = std::move(messages_.front());
    messages_.pop_front();
    lock.unlock();
    std::this_thread::sleep_until(message.arrival);
    return message;
  }

 private:
  std::mutex mutex_;
  std::condition_variable changed_;
  std::deque<Message> messages_;
  Clock::time_point free_{};
};

class ThreadLink : public Link {
 public:
  ThreadLink(Pipe& out, Pipe& in) : out_(out), in_(in), room_(kLong * kLongest) {}

  void start_send(std::size_t request, std::size_t bytes) override {
    receives_[request] = false;
    out_.put(contents(request % kLong).first(bytes));
  }
  void start_synchronous_send(std::size_t request, std::size_t bytes) override {
    start_send(request, bytes);
    std::this_thread::sleep_for(Seconds(static_cast<double>(bytes) / Pipe::kRate));
  }
  void start_receive(std::size_t request) override { receives_[request] = true; }
  std::size_t complete(std::size_t request) override {
    if (!receives_[request]) return 0;
    const Message message = in_.take();
    std::ranges::copy(message.bytes, contents(request % kLong).begin());
    return message.bytes.size();
  }
  std::span<char> contents(std::size_t request) override {
    return std::span(room_).subspan(request * kLongest, kLongest);
  }

 private:
  Pipe &out_, &in_;
  std::vector<char> room_;
  std::array<bool, kRequests> receives_{};
};

TEST(Pair, FindsTheCostsOfALink) {
  Pipe there, back;
  ThreadLink other(back, there), mine(there, back);
  std::thread answering([&] { answer_pair(other, 17); });
  const PairFinding found = measure_pair(mine, 0.05);
  answering.join();
  EXPECT_EQ(found.other, 17U);
  EXPECT_GE(found.costs.latency, Pipe::kLatency);
  EXPECT_GT(found.costs.bandwidth, 0);
  EXPECT_LT(found.costs.bandwidth, 1.3 * Pipe::kRate);
  EXPECT_GE(found.costs.send, 0);
  EXPECT_GE(found.costs.receive, 0);
}

TEST(Pair, LatencyAloneIsHalfARoundTrip) {
  Pipe there, back;
  ThreadLink other(back, there), mine(there, back);
  std::thread answering([&] { answer_latency(other); });
  EXPECT_GE(measure_latency(mine, 0.01), Pipe::kLatency);
  answering.join();
}

}  // namespace
}  // namespace topomorph::measuring
