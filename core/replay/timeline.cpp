// What the links and the waiting processes did over time, in a bounded number of intervals of equal length.
#include "core/replay/timeline.h"

#include <algorithm>

namespace topomorph::replay {

void Timeline::add_bytes(std::uint32_t link, double from, double to, double bytes) {
  reach(to);
  if (link >= bytes_.size()) bytes_.resize(link + std::size_t{1});
  if (bytes_[link].empty()) {
    while (intervals_ > 2 && (rows_ + 1) * intervals_ > most_) {
      halve(intervals_ / 2);
      reach(to);
    }
    bytes_[link].resize(intervals_);
    ++rows_;
  }
  spread(bytes_[link], from, to, bytes);
}

void Timeline::add_waiting(double from, double to) {
  reach(to);
  spread(waiting_, from, to, to - from);
}

double Timeline::bytes(std::uint32_t link, std::size_t interval) const {
  if (link >= bytes_.size() || bytes_[link].empty()) return 0;
  return static_cast<double>(bytes_[link][interval]);
}

void Timeline::reach(double to) {
  while (to > width_ * static_cast<double>(intervals_)) halve(intervals_);
}

/// Doubles the length of the intervals; `intervals` of them remain.
void Timeline::halve(std::size_t intervals) {
  const auto merge = [&](std::vector<float>& row) {
    for (std::size_t i = 0; 2 * i < row.size(); ++i) {
      row[i] = row[2 * i] + (2 * i + 1 < row.size() ? row[2 * i + 1] : 0);
    }
    std::fill(row.begin() + static_cast<std::ptrdiff_t>((row.size() + 1) / 2), row.end(), 0.0F);
    row.resize(intervals);
  };
  merge(waiting_);
  for (auto& row : bytes_) {
    if (!row.empty()) merge(row);
  }
  intervals_ = intervals;
  width_ *= 2;
}

void Timeline::spread(std::vector<float>& row, double from, double to, double amount) const {
  const auto interval = [&](double time) {
    return std::min(static_cast<std::size_t>(std::max(time, 0.0) / width_), row.size() - 1);
  };
  const std::size_t first = interval(from), last = interval(to);
  if (first == last) {
    row[first] += static_cast<float>(amount);
    return;
  }
  for (std::size_t i = first; i <= last; ++i) {
    const double begin = std::max(from, width_ * static_cast<double>(i));
    const double end = std::min(to, width_ * static_cast<double>(i + 1));
    row[i] += static_cast<float>(amount * std::max(end - begin, 0.0) / (to - from));
  }
}

}  // namespace topomorph::replay
