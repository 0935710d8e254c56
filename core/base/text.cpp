// Writes volumes and percentages.
#include "core/base/text.h"

#include <algorithm>
#include <array>
#include <cmath>

#include <fmt/format.h>

namespace topomorph::inline base {

std::string volume_text(std::uint64_t bytes) {
  constexpr std::array kUnits = {"B", "kB", "MB", "GB", "TB", "PB", "EB"};
  auto value = static_cast<double>(bytes);
  std::size_t unit = 0;
  while (value >= 999.5) {  // a value that would be shown with four digits takes the next unit
    value /= 1000;
    ++unit;
  }
  return fmt::format("{:.3g} {}", value, kUnits.at(unit));
}

std::string plain_text(double value, int digits) {
  constexpr int kMostPlaces = 6;
  const double size = std::abs(value);
  const int whole_digits = size > 0 ? static_cast<int>(std::floor(std::log10(size))) + 1 : 1;
  const int places = std::clamp(digits - whole_digits, 0, kMostPlaces);
  std::string text = fmt::format("{:.{}f}", value, places);
  if (places > 0) text.erase(text.find_last_not_of('0') + 1);
  if (text.ends_with('.')) text.pop_back();
  return text == "-0" ? "0" : text;
}

std::string change_text(std::uint64_t before, std::uint64_t after) {
  if (before == 0) {
    return "0 %";
  }
  const auto first = static_cast<double>(before);
  return change_text((static_cast<double>(after) - first) / first * 100);
}

std::string change_text(double percent) {
  const double whole = std::round(percent);
  return whole == 0 ? "0 %" : fmt::format("{:+.0f} %", whole);
}

std::string under_text(double percent, double limit) {
  return fmt::format("{:.2g} % is under {:g} %", std::floor(std::max(percent, 0.0) * 10) / 10, limit);
}

}  // namespace topomorph::inline base
