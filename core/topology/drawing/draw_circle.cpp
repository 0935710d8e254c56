// Draws networks of any kind as a circle of places with their links.
#include <algorithm>
#include <cmath>
#include <numbers>

#include <fmt/format.h>

#include "core/base/error.h"
#include "core/base/successive.h"
#include "core/topology/drawing/draw.h"
#include "core/topology/export/picture.h"

namespace topomorph::topology {

namespace {

constexpr std::size_t kMostPoints = 2048, kMostLinks = 20000;  // more look like a black disk
constexpr std::size_t kMostSlotPoints = 256;                   // drawn as points; more are listed at their switch

/// A point on the circle: a node, and the slots attached to it that have no point of their own.
struct Point {
  std::uint64_t node;
  std::vector<Slot> slots;
};

class CircleDrawing {
 public:
  CircleDrawing(const GivenTopology& given, const Marks& marks) : picture_(picture_of(given)), marks_(marks) {
    choose_points();
    if (points_.size() > kMostPoints || links_.size() > kMostLinks) {
      throw InputError(fmt::format("--draw: found {} places and {} links, expected at most {} and {}", points_.size(),
                                   links_.size(), kMostPoints, kMostLinks));
    }
  }

  Drawing draw() const {
    const auto count = static_cast<double>(points_.size());
    const double pitch = points_.size() <= 128 ? 20 : points_.size() <= 512 ? 14 : 11;
    const double radius = std::max(90.0, count * pitch / (2 * std::numbers::pi)), font = std::min(10.0, pitch - 2);
    double widest = 0;
    for (const Point& point : points_) widest = std::max(widest, text_width(label(point), font));
    const double middle = radius + widest + 24;
    Drawing drawing{{}, {2 * middle, 2 * middle}};
    const auto angle = [&](std::size_t i) { return 2 * std::numbers::pi * static_cast<double>(i) / count; };
    const auto x = [&](std::size_t i, double r) { return middle + r * std::sin(angle(i)); };
    const auto y = [&](std::size_t i, double r) { return middle - r * std::cos(angle(i)); };
    const double width = links_.size() < 500 ? 1 : links_.size() < 3000 ? 0.5 : 0.25;
    for (const auto& [a, b] : links_) drawing.svg.line(x(a, radius), y(a, radius), x(b, radius), y(b, radius), width);
    for (std::size_t i = 0; i < points_.size(); ++i) {
      const bool slot = picture_.nodes[points_[i].node].slot.has_value();
      drawing.svg.circle(x(i, radius), y(i, radius), pitch * 0.32, slot ? fill(points_[i]) : colour::kPlace);
      const double degrees = angle(i) * 180 / std::numbers::pi - 90;
      const bool right = degrees <= 90;
      drawing.svg.text(x(i, radius + 10), y(i, radius + 10) + (points_.size() < 3 ? 4 : 0), font, label(points_[i]),
                       right ? Anchor::Start : Anchor::End, colour::kInk, right ? degrees : degrees + 180);
    }
    return drawing;
  }

 private:
  void choose_points() {
    std::vector<std::uint64_t> degree(picture_.nodes.size(), 0), neighbour(picture_.nodes.size(), 0);
    std::size_t slots = 0;
    for (const PictureNode& node : picture_.nodes) slots += node.slot ? 1 : 0;
    for (const PictureLink& link : picture_.links) {
      ++degree[link.a], ++degree[link.b];
      neighbour[link.a] = link.b, neighbour[link.b] = link.a;
    }
    const auto hangs = [&](std::uint64_t node) {
      return picture_.nodes[node].slot && degree[node] == 1 && degree[neighbour[node]] > 1 && slots > kMostSlotPoints;
    };
    std::vector<std::size_t> point(picture_.nodes.size(), 0);
    for (const std::uint64_t node : around()) {
      if (hangs(node)) continue;
      point[node] = points_.size();
      points_.push_back({node, {}});
    }
    for (std::uint64_t node = 0; node < picture_.nodes.size(); ++node) {
      if (hangs(node)) points_[point[neighbour[node]]].slots.push_back(*picture_.nodes[node].slot);
    }
    for (const PictureLink& link : picture_.links) {
      if (!hangs(link.a) && !hangs(link.b)) links_.emplace_back(point[link.a], point[link.b]);
    }
  }

  /// Returns the nodes in the order on the circle: slots by number, every other node before its first linked slot.
  std::vector<std::uint64_t> around() const {
    std::vector<double> key(picture_.nodes.size());
    for (std::size_t i = 0; i < key.size(); ++i) {
      const PictureNode& node = picture_.nodes[i];
      key[i] = node.slot ? static_cast<double>(*node.slot) : static_cast<double>(picture_.nodes.size() + i);
    }
    for (const PictureLink& link : picture_.links) {
      const auto settle = [&](std::uint64_t node, std::uint64_t slot) {
        if (picture_.nodes[node].slot || !picture_.nodes[slot].slot) return;
        key[node] = std::min(key[node], static_cast<double>(*picture_.nodes[slot].slot) - 0.5);
      };
      settle(link.a, link.b);
      settle(link.b, link.a);
    }
    auto order = successive<std::uint64_t>(picture_.nodes.size());
    std::stable_sort(order.begin(), order.end(), [&](std::uint64_t a, std::uint64_t b) { return key[a] < key[b]; });
    return order;
  }

  std::string_view fill(const Point& point) const { return marks_(*picture_.nodes[point.node].slot).fill; }

  std::string label(const Point& point) const {
    const PictureNode& node = picture_.nodes[point.node];
    if (node.slot) return marks_(*node.slot).text;
    if (point.slots.empty()) return node.name;
    const auto [first, last] = std::minmax_element(point.slots.begin(), point.slots.end());
    if (*first == *last) return fmt::format("{}: {}", node.name, marks_(*first).text);
    return fmt::format("{}: {} ... {}", node.name, marks_(*first).text, marks_(*last).text);
  }

  Picture picture_;
  const Marks& marks_;
  std::vector<Point> points_;
  std::vector<std::pair<std::size_t, std::size_t>> links_;
};

}  // namespace

Drawing draw_circle(const GivenTopology& given, const Marks& marks) { return CircleDrawing(given, marks).draw(); }

}  // namespace topomorph::topology
