// Draws trees as nested boxes.
#include <algorithm>
#include <array>
#include <cmath>

#include <fmt/format.h>

#include "core/model/tree.h"
#include "core/topology/drawing/draw.h"

namespace topomorph::topology {

namespace {

constexpr double kGap = 4, kHeader = 15, kShape = 1.5;
constexpr std::array<std::string_view, 5> kFills = {"#eef5fc", "#fdf7ea", "#eef7ee", "#f7f0f8", "#f3f3ee"};

class TreeDrawing {
 public:
  TreeDrawing(const TreeTopology& tree, const HostTable& hosts, const Marks& marks)
      : tree_(tree), hosts_(hosts), marks_(marks) {
    if (!hosts.names.empty()) level_of_hosts_ = level_of_hosts(tree, hosts.begin);
    collapsed_ = tree.levels() + 1;
    while (collapsed_ > 1 && drawn_slots(tree.levels(), 0) > kMostDrawnSlots) --collapsed_;
    choose_cell(drawn_slots(tree.levels(), 0));
  }

  Drawing draw() const { return node(tree_.levels(), 0, 1); }

 private:
  struct Run {
    std::size_t first, count;
  };

  /// Returns the children of a node of level l. On collapsed levels consecutive children of equal size are one run.
  std::vector<Run> children(std::size_t l, std::size_t node) const {
    if (l == 1) return {};
    std::vector<Run> runs;
    const auto [first, last] = tree_.children(l, node);
    for (std::size_t child = first; child < last; ++child) {
      const bool same = !runs.empty() && l >= collapsed_ && slots(l - 1, runs.back().first) == slots(l - 1, child);
      if (same) {
        ++runs.back().count;
      } else {
        runs.push_back({child, 1});
      }
    }
    return runs;
  }
  std::uint64_t slots(std::size_t l, std::size_t node) const { return tree_.begin(l, node + 1) - tree_.begin(l, node); }

  std::uint64_t drawn_slots(std::size_t l, std::size_t node) const {
    if (l == 1) return collapsed_ <= 1 ? 1 : slots(1, node);
    std::uint64_t sum = 0;
    for (const Run& run : children(l, node)) sum += drawn_slots(l - 1, run.first);
    return sum;
  }

  void choose_cell(std::uint64_t drawn) {
    font_ = drawn <= 256 ? 10 : drawn <= 1024 ? 9 : 8;
    cell_ = {text_width("000", font_) + 4, font_ + 6};
    for (Slot slot = 0; drawn <= kMostDrawnSlots && slot < std::min(tree_.slots(), kMostDrawnSlots); ++slot) {
      cell_.width = std::max(cell_.width, std::min(text_width(marks_(slot).text, font_) + 6, 110.0));
    }
  }

  Drawing cell(Slot slot) const {
    const Mark mark = marks_(slot);
    Drawing cell{{}, cell_};
    cell.svg.box(0, 0, cell_, mark.fill);
    cell.svg.text(cell_.width / 2, cell_.height - 4, font_, fitted(mark.text, font_, cell_.width), Anchor::Middle);
    return cell;
  }

  std::string title(std::size_t l, std::size_t node, std::size_t count) const {
    if (count > 1) return fmt::format("{} x {}", count, level_name(tree_, l));
    if (level_of_hosts_ == l) return hosts_.names[node];
    return tree_.nodes(l) == 1 ? level_name(tree_, l) : fmt::format("{} {}", level_name(tree_, l), node);
  }

  Drawing node(std::size_t l, std::size_t node_number, std::size_t count) const {
    std::vector<Drawing> parts;
    if (l > 1) {
      for (const Run& run : children(l, node_number)) parts.push_back(node(l - 1, run.first, run.count));
    } else if (collapsed_ > 1) {
      for (Slot slot = tree_.level(1).begin[node_number]; slot < tree_.level(1).begin[node_number + 1]; ++slot) {
        parts.push_back(cell(slot));
      }
    } else {
      parts.push_back(text_cell(fmt::format("{} slots", slots(1, node_number))));
    }
    return boxed(parts, title(l, node_number, count), l, slots(l, node_number) > 1);
  }

  Drawing text_cell(const std::string& text) const {
    Drawing cell{{}, {text_width(text, 10) + 10, 18}};
    cell.svg.box(0, 0, cell.size, colour::kSlot);
    cell.svg.text(5, 13, 10, text);
    return cell;
  }

  /// Returns the width for the title of any node of a level, so that equal nodes are drawn alike.
  double header_width(std::size_t l, const std::string& title, const std::string& distance) const {
    const std::string longest = fmt::format("{} {}", level_name(tree_, l), tree_.nodes(l) - 1);
    const double width = std::max(text_width(title, 10), tree_.nodes(l) == 1 ? 0 : text_width(longest, 10));
    return width + (distance.empty() ? 0 : text_width(distance, 9) + 12) + 2 * kGap;
  }

  /// Returns the number of columns that gives the box about the shape of a page, with rows of equal length.
  static std::size_t columns_of(const std::vector<Drawing>& parts, double least_width) {
    double area = 0, width = 0;
    for (const Drawing& part : parts) {
      area += (part.size.width + kGap) * (part.size.height + kGap);
      width += part.size.width + kGap;
    }
    const auto count = static_cast<double>(parts.size());
    const double wanted = std::max(std::sqrt(area * kShape), least_width - kGap) / (width / count);
    const double rows = std::ceil(count / std::clamp(std::floor(wanted + 0.2), 1.0, count));
    return static_cast<std::size_t>(std::ceil(count / rows));
  }

  Drawing boxed(const std::vector<Drawing>& parts, const std::string& title, std::size_t l, bool branches) const {
    const std::string distance = branches ? fmt::format("distance {}", tree_.level(l).distance) : "";
    const double header = header_width(l, title, distance);
    const std::size_t columns = columns_of(parts, header);
    Svg inside;
    double x = kGap, y = kHeader + kGap, row = 0, right = header;
    for (std::size_t i = 0; i < parts.size(); ++i) {
      if (i > 0 && i % columns == 0) x = kGap, y += row + kGap, row = 0;
      inside.append(x, y, parts[i].svg);
      x += parts[i].size.width + kGap;
      row = std::max(row, parts[i].size.height);
      right = std::max(right, x);
    }
    Drawing box{{}, {right, y + row + kGap}};
    box.svg.box(0, 0, box.size, kFills[(l - 1) % kFills.size()]);
    box.svg.text(kGap, 12, 10, title);
    box.svg.text(box.size.width - kGap, 12, 9, distance, Anchor::End, colour::kFaint);
    box.svg.append(0, 0, inside);
    return box;
  }

  const TreeTopology& tree_;
  const HostTable& hosts_;
  const Marks& marks_;
  std::optional<std::size_t> level_of_hosts_;
  std::size_t collapsed_ = 0;  // from this level on, equal children are drawn once
  Size cell_;
  double font_ = 10;
};

}  // namespace

Drawing draw_tree(const TreeTopology& tree, const HostTable& hosts, const Marks& marks) {
  return TreeDrawing(tree, hosts, marks).draw();
}

}  // namespace topomorph::topology
