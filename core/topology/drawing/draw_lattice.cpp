// Draws meshes, tori and hypercubes as lattices.
#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "core/topology/drawing/draw.h"

namespace topomorph::topology {

namespace {

constexpr std::size_t kMostPlates = 64;
constexpr double kFont = 10, kCaption = 18,
                 kBreak = 0.6;  // gap, in places, between coordinates that are not neighbours

/// Returns the coordinates of one dimension that are drawn: all, or the first and the last ones.
std::vector<std::uint64_t> shown(std::uint64_t size, bool all) {
  std::vector<std::uint64_t> list;
  for (std::uint64_t at = 0; at < size; ++at) {
    list.push_back(at);
    if (!all && size > 10 && at == 6) at = size - 3;
  }
  return list;
}

struct Axis {
  struct Entry {
    Slot offset;      ///< from the first slot of the line
    double at;        ///< position, in places
    bool next, edge;  ///< next: linked with the entry before; edge: at an end of the first dimension
  };
  std::vector<Entry> entries = {{0, 0, false, true}};
  double extent = 1;

  /// Puts copies of the present entries one behind the other, one for each coordinate of the next dimension.
  void repeat(const std::vector<std::uint64_t>& coordinates, std::uint64_t stride, bool first) {
    const std::vector<Entry> block = entries;
    const double span = extent;
    entries.clear();
    for (std::size_t i = 0; i < coordinates.size(); ++i) {
      const bool neighbour = i > 0 && coordinates[i] == coordinates[i - 1] + 1;
      if (i > 0) extent += span + (first && neighbour ? 0 : kBreak);
      for (const Entry& entry : block) {
        entries.push_back({entry.offset + coordinates[i] * stride, extent - span + entry.at,
                           first ? neighbour : entry.next, first ? i == 0 || i + 1 == coordinates.size() : entry.edge});
      }
    }
  }
};

class LatticeDrawing {
 public:
  LatticeDrawing(const GridTopology& grid, const Marks& marks) : grid_(grid), marks_(marks) {
    choose_axes();
    double widest = std::max(text_width("000", kFont), text_width(marks(grid.slots() - 1).text, kFont));
    for (Slot slot = 0; slot < std::min(grid.slots(), kMostDrawnSlots); ++slot) {
      widest = std::max(widest, text_width(marks(slot).text, kFont));
    }
    place_ = {std::min(widest + 8, 90.0), 18};
    pitch_ = {place_.width + 14, place_.height + 14};
    caption_ = plates_.empty() ? 0 : kCaption;
    plate_ = {pitch_.width * (across_.extent + kBreak), pitch_.height * (down_.extent + kBreak) + caption_};
  }

  Drawing draw() const {
    const std::size_t plates = std::max<std::size_t>(plates_.size(), 1), drawn = std::min(plates, kMostPlates);
    const double wanted = std::sqrt(static_cast<double>(drawn) * 1.5 * plate_.height / plate_.width);
    const double columns = std::clamp(std::ceil(wanted), 1.0, static_cast<double>(drawn));
    const auto rows = static_cast<std::size_t>(std::ceil(static_cast<double>(drawn) / columns));
    const std::size_t row = (drawn + rows - 1) / rows;
    Drawing drawing{{}, {static_cast<double>(row) * plate_.width, static_cast<double>(rows) * plate_.height}};
    for (std::size_t plate = 0; plate < drawn; ++plate) {
      drawing.svg.append(static_cast<double>(plate % row) * plate_.width,
                         static_cast<double>(plate / row) * plate_.height, plate_of(plate));
    }
    const std::string note = note_text(plates - drawn);
    if (note.empty()) return drawing;
    drawing.svg.text(4, drawing.size.height + 14, 11, note, Anchor::Start, colour::kFaint);
    drawing.size = {std::max(drawing.size.width, text_width(note, 11)), drawing.size.height + 20};
    return drawing;
  }

 private:
  /// Assigns the dimensions to axes. Of three dimensions the third becomes planes. Of other numbers, dimensions
  /// alternate between across and down; the outermost ones show as many coordinates as can be seen.
  void choose_axes() {
    const bool all = grid_.slots() <= kMostDrawnSlots;
    const auto dimensions = grid_.dimensions();
    std::uint64_t places = 1;
    for (std::size_t d = 0; d < dimensions.size(); ++d) {
      std::vector<std::uint64_t> coordinates = shown(dimensions[d].size, all);
      if (d == 2 && dimensions.size() == 3) {
        plates_ = coordinates;
        break;
      }
      if (places * coordinates.size() > kMostDrawnSlots)
        coordinates.resize(std::max<std::uint64_t>(1, kMostDrawnSlots / places));
      places *= coordinates.size();
      cut_ = cut_ || coordinates.size() < dimensions[d].size;
      (d % 2 == 0 ? across_ : down_).repeat(coordinates, grid_.stride(d), d < 2);
    }
  }

  std::string note_text(std::size_t left_out) const {
    if (left_out > 0) return fmt::format("... and {} more planes", left_out);
    const bool all = grid_.slots() <= kMostDrawnSlots;
    if (!all && grid_.dimensions().size() < 3) return "The first and the last places of each dimension.";
    if (!all && !plates_.empty()) {
      return "The first and the last places of each dimension. Links across the planes are not drawn.";
    }
    if (!plates_.empty()) return "Links across the planes join equal places of neighbouring planes.";
    if (grid_.dimensions().size() > 3) {
      return fmt::format("{}Only the links of the first two dimensions are drawn.", cut_ ? "A part. " : "");
    }
    return {};
  }

  Svg plate_of(std::size_t plate) const {
    Svg svg;
    if (!plates_.empty()) {
      svg.text(4, 12, 11, fmt::format("z = {}", plates_[plate]), Anchor::Start, colour::kFaint);
    }
    for (std::size_t y = 0; y < down_.entries.size(); ++y) {
      for (std::size_t x = 0; x < across_.entries.size(); ++x) links(x, y, svg);
    }
    const Slot base = plates_.empty() ? 0 : plates_[plate] * grid_.stride(2);
    for (std::size_t y = 0; y < down_.entries.size(); ++y) {
      for (std::size_t x = 0; x < across_.entries.size(); ++x) {
        place(base + across_.entries[x].offset + down_.entries[y].offset, x, y, svg);
      }
    }
    return svg;
  }

  double left(std::size_t x) const { return pitch_.width * (across_.entries[x].at + 0.8); }  // centre
  double top(std::size_t y) const { return caption_ + pitch_.height * (down_.entries[y].at + 0.8); }

  /// Draws the links to the places before, and a stub over the edge if the dimension wraps.
  void links(std::size_t x, std::size_t y, Svg& svg) const {
    const auto wraps = [&](std::size_t d, bool edge) {
      return edge && d < grid_.dimensions().size() && grid_.dimensions()[d].wraps && grid_.dimensions()[d].size > 2;
    };
    const Axis::Entry &column = across_.entries[x], &line = down_.entries[y];
    if (column.next) svg.line(left(x - 1), top(y), left(x), top(y));
    if (line.next) svg.line(left(x), top(y - 1), left(x), top(y));
    if (wraps(0, column.edge)) {
      svg.line(left(x), top(y), left(x) + pitch_.width * (column.next ? 0.75 : -0.75), top(y));
    }
    if (wraps(1, line.edge)) svg.line(left(x), top(y), left(x), top(y) + pitch_.height * (line.next ? 0.75 : -0.75));
  }

  void place(Slot slot, std::size_t x, std::size_t y, Svg& svg) const {
    const Mark mark = marks_(slot);
    svg.box(left(x) - place_.width / 2, top(y) - place_.height / 2, place_, mark.fill);
    svg.text(left(x), top(y) + kFont * 0.36, kFont, fitted(mark.text, kFont, place_.width), Anchor::Middle);
  }

  const GridTopology& grid_;
  const Marks& marks_;
  Axis across_, down_;
  std::vector<std::uint64_t> plates_;  // coordinates of the third of three dimensions
  bool cut_ = false;
  Size place_, pitch_, plate_;
  double caption_ = 0;
};

}  // namespace

Drawing draw_lattice(const GridTopology& grid, const Marks& marks) { return LatticeDrawing(grid, marks).draw(); }

}  // namespace topomorph::topology
