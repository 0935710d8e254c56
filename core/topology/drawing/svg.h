// Scalable vector graphics: as much of them as our pictures need.
#pragma once

#include <string>
#include <string_view>

namespace topomorph::topology {

/// The colours of a picture, on white.
namespace colour {
inline constexpr std::string_view kInk = "#1d2733", kFaint = "#66717e", kLine = "#8795a5", kSlot = "#cfe3f7",
                                  kUnused = "#f1f2f4", kPlace = "#fbe3c0";
}  // namespace colour

enum class Anchor { Start, Middle, End };

struct Size {
  double width = 0, height = 0;
};

/// A growing picture: what is drawn later lies above. Coordinates in pixels from the upper left corner.
class Svg {
 public:
  void box(double x, double y, Size size, std::string_view fill, std::string_view stroke = colour::kLine);
  void circle(double x, double y, double radius, std::string_view fill);
  void line(double x1, double y1, double x2, double y2, double width = 1, std::string_view stroke = colour::kLine);
  /// `y` is the base line, turned by `degrees` around its beginning or end. Text is escaped.
  void text(double x, double y, double size, std::string_view text, Anchor anchor = Anchor::Start,
            std::string_view fill = colour::kInk, double degrees = 0);
  /// What the rest of this picture is drawn relative to.
  void append(double x, double y, const Svg& other);

  /// The whole file, on white.
  std::string file(Size size, std::string_view title) const;

 private:
  std::string body_;
};

/// About how wide a text of this size is.
double text_width(std::string_view text, double size);

/// The text, cut to the width with a dot at its end where it is too long.
std::string fitted(std::string_view text, double size, double width);

}  // namespace topomorph::topology
