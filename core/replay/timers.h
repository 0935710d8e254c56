// A heap of timers with one time for each number, which can be moved; the earliest is on top, of equal ones the lowest.
#pragma once

#include <cstdint>
#include <limits>
#include <utility>
#include <vector>

namespace topomorph::replay {

inline constexpr double kNever = std::numeric_limits<double>::infinity();

class Timers {
 public:
  /// Returns the earliest time; kNever if none is set.
  double next() const { return heap_.empty() ? kNever : heap_[0].time; }
  /// Returns the number of the earliest timer; at least one must be set.
  std::uint32_t top() const { return heap_[0].number; }

  /// Sets or moves a timer; kNever stops it.
  void set(std::uint32_t number, double time) {
    if (number >= place_.size()) place_.resize(number + std::size_t{1}, kNowhere);
    if (place_[number] == kNowhere) {
      if (time == kNever) return;
      place_[number] = static_cast<std::uint32_t>(heap_.size());
      heap_.push_back({time, number});
      up(heap_.size() - 1);
    } else if (time == kNever) {
      stop(place_[number]);
    } else {
      heap_[place_[number]].time = time;
      down(up(place_[number]));
    }
  }

 private:
  static constexpr std::uint32_t kNowhere = ~std::uint32_t{0};
  struct Timer {
    double time;
    std::uint32_t number;
    bool operator<(const Timer& other) const { return time != other.time ? time < other.time : number < other.number; }
  };

  void stop(std::size_t i) {
    place_[heap_[i].number] = kNowhere;
    const Timer last = heap_.back();
    heap_.pop_back();
    if (i == heap_.size()) return;
    put(i, last);
    down(up(i));
  }
  void put(std::size_t i, const Timer& timer) {
    heap_[i] = timer;
    place_[timer.number] = static_cast<std::uint32_t>(i);
  }
  std::size_t up(std::size_t i) {
    const Timer timer = heap_[i];
    while (i > 0 && timer < heap_[(i - 1) / 2]) {
      put(i, heap_[(i - 1) / 2]);
      i = (i - 1) / 2;
    }
    put(i, timer);
    return i;
  }
  void down(std::size_t i) {
    const Timer timer = heap_[i];
    while (true) {
      std::size_t child = 2 * i + 1;
      if (child >= heap_.size()) break;
      if (child + 1 < heap_.size() && heap_[child + 1] < heap_[child]) ++child;
      if (!(heap_[child] < timer)) break;
      put(i, heap_[child]);
      i = child;
    }
    put(i, timer);
  }

  std::vector<Timer> heap_;
  std::vector<std::uint32_t> place_;  // in the heap, of each number
};

}  // namespace topomorph::replay
