// Writes scalable vector graphics: the few elements that the pictures need.
#include "core/topology/drawing/svg.h"

#include <fmt/format.h>

namespace topomorph::topology {

namespace {

constexpr double kCharacter = 0.58;  // width of an average character of a sans-serif font, per font size

std::string escaped(std::string_view text) {
  std::string result;
  for (const char c : text) {
    switch (c) {
      case '&':
        result += "&amp;";
        break;
      case '<':
        result += "&lt;";
        break;
      case '>':
        result += "&gt;";
        break;
      case '"':
        result += "&quot;";
        break;
      default:
        result += static_cast<unsigned char>(c) < 0x20 ? ' ' : c;
    }
  }
  return result;
}

}  // namespace

void Svg::box(double x, double y, Size size, std::string_view fill, std::string_view stroke) {
  body_ += fmt::format(
      "<rect x=\"{:.1f}\" y=\"{:.1f}\" width=\"{:.1f}\" height=\"{:.1f}\" rx=\"2\" fill=\"{}\" stroke=\"{}\"/>\n", x, y,
      size.width, size.height, fill, stroke);
}

void Svg::circle(double x, double y, double radius, std::string_view fill) {
  body_ += fmt::format("<circle cx=\"{:.1f}\" cy=\"{:.1f}\" r=\"{:.1f}\" fill=\"{}\" stroke=\"{}\"/>\n", x, y, radius,
                       fill, colour::kFaint);
}

void Svg::line(double x1, double y1, double x2, double y2, double width, std::string_view stroke) {
  body_ += fmt::format(
      "<line x1=\"{:.1f}\" y1=\"{:.1f}\" x2=\"{:.1f}\" y2=\"{:.1f}\" stroke=\"{}\" stroke-width=\"{:.2f}\"/>\n", x1, y1,
      x2, y2, stroke, width);
}

void Svg::text(double x, double y, double size, std::string_view text, Anchor anchor, std::string_view fill,
               double degrees) {
  const char* name = anchor == Anchor::Start ? "start" : anchor == Anchor::Middle ? "middle" : "end";
  const std::string turn =
      degrees == 0 ? "" : fmt::format(" transform=\"rotate({:.1f} {:.1f} {:.1f})\"", degrees, x, y);
  body_ +=
      fmt::format("<text x=\"{:.1f}\" y=\"{:.1f}\" font-size=\"{:.1f}\" text-anchor=\"{}\" fill=\"{}\"{}>{}</text>\n",
                  x, y, size, name, fill, turn, escaped(text));
}

void Svg::append(double x, double y, const Svg& other) {
  body_ += fmt::format("<g transform=\"translate({:.1f} {:.1f})\">\n{}</g>\n", x, y, other.body_);
}

std::string Svg::file(Size size, std::string_view title) const {
  return fmt::format(
      "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{0:.0f}\" height=\"{1:.0f}\" viewBox=\"0 0 {0:.0f} {1:.0f}\" "
      "font-family=\"DejaVu Sans, Helvetica, Arial, sans-serif\">\n<title>{2}</title>\n"
      "<rect width=\"100%\" height=\"100%\" fill=\"#ffffff\"/>\n{3}</svg>\n",
      size.width, size.height, escaped(title), body_);
}

double text_width(std::string_view text, double size) { return kCharacter * size * static_cast<double>(text.size()); }

std::string fitted(std::string_view text, double size, double width) {
  if (text_width(text, size) <= width) return std::string(text);
  const auto characters = static_cast<std::size_t>(width / (kCharacter * size));
  return characters < 3 ? std::string() : std::string(text.substr(0, characters - 1)) + ".";
}

}  // namespace topomorph::topology
