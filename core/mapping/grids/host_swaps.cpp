// Improvement of an assignment of cells to hosts by swaps of two cells.
#include "core/mapping/grids/host_swaps.h"

#include <algorithm>
#include <tuple>
#include <vector>

namespace topomorph::mapping {

namespace {

class HostSwaps {
 public:
  HostSwaps(const CartesianPattern& pattern, std::span<std::uint32_t> host, bool keep_first)
      : host_(host), first_(keep_first ? 1 : 0), begin_(host.size() + 1, 0) {
    pattern.for_each_edge([&](Role a, Role b) { ++begin_[a + 1], ++begin_[b + 1]; });
    for (std::size_t cell = 0; cell < host.size(); ++cell) begin_[cell + 1] += begin_[cell];
    neighbours_.resize(begin_.back());
    std::vector<std::uint64_t> next(begin_.begin(), begin_.end() - 1);
    pattern.for_each_edge([&](Role a, Role b) {
      neighbours_[next[a]++] = static_cast<std::uint32_t>(b);
      neighbours_[next[b]++] = static_cast<std::uint32_t>(a);
    });
  }

  void run() {
    while (pass()) {
    }
  }

 private:
  /// A cell with a neighbour on another host, and the edges that a move there saves.
  struct Candidate {
    std::uint32_t from, to;
    std::int64_t gain;
    std::uint32_t cell;
    bool operator<(const Candidate& other) const {
      return std::tuple(from, to, -gain, cell) < std::tuple(other.from, other.to, -other.gain, other.cell);
    }
  };

  std::span<const std::uint32_t> neighbours(std::uint32_t cell) const {
    return {neighbours_.data() + begin_[cell], neighbours_.data() + begin_[cell + 1]};
  }

  std::int64_t gain(std::uint32_t cell, std::uint32_t to) const {
    std::int64_t sum = 0;
    for (const std::uint32_t other : neighbours(cell)) sum += (host_[other] == to) - (host_[other] == host_[cell]);
    return sum;
  }

  std::int64_t edges_between(std::uint32_t a, std::uint32_t b) const {
    const auto row = neighbours(a);
    return std::count(row.begin(), row.end(), b);
  }

  std::vector<Candidate> candidates() const {
    std::vector<Candidate> result;
    std::vector<std::uint32_t> hosts;
    for (std::uint32_t cell = first_; cell < host_.size(); ++cell) {
      hosts.clear();
      for (const std::uint32_t other : neighbours(cell)) {
        if (host_[other] != host_[cell]) hosts.push_back(host_[other]);
      }
      std::sort(hosts.begin(), hosts.end());
      hosts.erase(std::unique(hosts.begin(), hosts.end()), hosts.end());
      for (const std::uint32_t to : hosts) result.push_back({host_[cell], to, gain(cell, to), cell});
    }
    std::sort(result.begin(), result.end());
    return result;
  }

  /// Examines every pair of neighbouring hosts once. Returns whether anything was saved.
  bool pass() {
    const std::vector<Candidate> all = candidates();
    bool improved = false;
    for (auto begin = all.begin(); begin != all.end();) {
      const auto end = std::find_if(begin, all.end(),
                                    [&](const Candidate& c) { return c.from != begin->from || c.to != begin->to; });
      if (begin->from < begin->to) {
        const Candidate first_back{begin->to, begin->from, std::int64_t{1} << 40, 0};
        const auto back = std::lower_bound(all.begin(), all.end(), first_back);
        improved |= swap_pairs({begin, end}, {back, all.end()});
      }
      begin = end;
    }
    return improved;
  }

  /// Swaps cells of two hosts. Both lists have falling gains; `back` begins with the candidates of the opposite
  /// direction.
  bool swap_pairs(std::span<const Candidate> there, std::span<const Candidate> back) {
    bool improved = false;
    for (const Candidate& a : there) {
      for (const Candidate& b : back) {
        if (b.from != a.to || b.to != a.from || a.gain + b.gain <= 0) break;
        if (try_swap(a, b)) {
          improved = true;
          break;
        }
      }
    }
    return improved;
  }

  /// Swaps two cells if that saves edges. The candidates' gains may be outdated and only preselect; here the gain is
  /// exact.
  bool try_swap(const Candidate& a, const Candidate& b) {
    if (host_[a.cell] != a.from || host_[b.cell] != b.from) return false;
    const std::int64_t saved = gain(a.cell, a.to) + gain(b.cell, b.to) - 2 * edges_between(a.cell, b.cell);
    if (saved <= 0) return false;
    std::swap(host_[a.cell], host_[b.cell]);
    return true;
  }

  std::span<std::uint32_t> host_;
  std::uint32_t first_;  // first cell that may move
  std::vector<std::uint64_t> begin_;
  std::vector<std::uint32_t> neighbours_;  // in both directions, one entry for each edge
};

}  // namespace

void improve_by_host_swaps(const CartesianPattern& pattern, std::span<std::uint32_t> host_of_cell, bool keep_first) {
  HostSwaps(pattern, host_of_cell, keep_first).run();
}

}  // namespace topomorph::mapping
