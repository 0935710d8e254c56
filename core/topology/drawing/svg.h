// Writes scalable vector graphics: the few elements that the pictures need.
#pragma once

#include <string>
#include <string_view>

namespace topomorph::topology {

/// For a white background.
namespace colour {
inline constexpr std::string_view kInk = "#1d2733", kFaint = "#66717e", kLine = "#8795a5", kSlot = "#cfe3f7",
                                  kUnused = "#f1f2f4", kPlace = "#fbe3c0";
}  // namespace colour

enum class Anchor { Start, Middle, End };

struct Size {
  double width = 0, height = 0;
};

/// A growing picture: later elements cover earlier ones. Coordinates are pixels from the upper left corner.
class Svg {
 public:
  void box(double x, double y, Size size, std::string_view fill, std::string_view stroke = colour::kLine);
  void circle(double x, double y, double radius, std::string_view fill);
  void line(double x1, double y1, double x2, double y2, double width = 1, std::string_view stroke = colour::kLine);
  /// Writes text with its base line at `y`, rotated by `degrees` around (x, y). Escapes the text.
  void text(double x, double y, double size, std::string_view text, Anchor anchor = Anchor::Start,
            std::string_view fill = colour::kInk, double degrees = 0);
  /// Adds the other picture, shifted by (x, y).
  void append(double x, double y, const Svg& other);

  std::string file(Size size, std::string_view title) const;

 private:
  std::string body_;
};

/// Returns the approximate width of a text of this font size.
double text_width(std::string_view text, double size);

/// Returns the text; if it is too wide, cut to the width with a dot at its end.
std::string fitted(std::string_view text, double size, double width);

}  // namespace topomorph::topology
