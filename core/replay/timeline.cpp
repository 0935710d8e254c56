// What the links and the processes did over time, in a bounded number of intervals of equal length.
#include "core/replay/timeline.h"

#include <algorithm>
#include <array>

namespace topomorph::replay {

namespace {

/// The members that have rows.
constexpr std::array kParts = {&ProcessTimes::compute, &ProcessTimes::messages, &ProcessTimes::waiting,
                               &ProcessTimes::core_wait};

}  // namespace

void Timeline::add_bytes(std::uint32_t link, double from, double to, double bytes) {
  add(row(bytes_, link, to), from, to, bytes);
}

void Timeline::add_times(std::uint32_t process, double from, double to, const ProcessTimes& parts) {
  for (std::size_t part = 0; part < kParts.size(); ++part) {
    const double seconds = parts.*kParts[part];
    if (seconds > 0) add(row(times_, process * kParts.size() + part, to), from, to, seconds);
  }
}

std::span<const float> Timeline::bytes(std::uint32_t link) const {
  return link < bytes_.size() ? std::span(bytes_[link]) : std::span<const float>();
}

ProcessTimes Timeline::times(std::uint32_t process, std::size_t interval) const {
  ProcessTimes times;
  for (std::size_t part = 0; part < kParts.size(); ++part) {
    const std::size_t number = process * kParts.size() + part;
    if (number >= times_.size() || times_[number].empty()) continue;
    times.*kParts[part] = static_cast<double>(times_[number][interval]);
    times.end += times.*kParts[part];
  }
  return times;
}

/// Returns the row after all intervals reach to this time.
std::vector<float>& Timeline::row(Rows& rows, std::size_t number, double to) {
  reach(to);
  if (number >= rows.size()) rows.resize(number + 1);
  if (rows[number].empty()) {
    while (intervals_ > 2 && (rows_ + 1) * intervals_ > most_) {
      halve(intervals_ / 2);
      reach(to);
    }
    rows[number].resize(intervals_);
    ++rows_;
  }
  return rows[number];
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
  for (Rows* rows : {&bytes_, &times_}) {
    for (auto& row : *rows) {
      if (!row.empty()) merge(row);
    }
  }
  intervals_ = intervals;
  width_ *= 2;
}

void Timeline::add(std::vector<float>& row, double from, double to, double amount) const {
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
