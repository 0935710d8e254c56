// Writes volumes and percentages.
#include "core/base/text.h"

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

namespace {

bool is_safe(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) != 0 ||
         std::string_view("_-+=./,:@%{}^").find(c) != std::string_view::npos;
}

/// Whether a shell makes several words of it: "{a,b}", "{1..9}". Braces around one word stay as they are.
bool has_choice(std::string_view text) {
  int depth = 0;
  for (std::size_t at = 0; at < text.size(); ++at) {
    depth += text[at] == '{' ? 1 : 0;
    if (text[at] == '}') depth = std::max(depth - 1, 0);
    if (depth > 0 && (text[at] == ',' || text.substr(at).starts_with(".."))) return true;
  }
  return false;
}

}  // namespace

std::string shell_word(const std::string& text) {
  if (!text.empty() && std::all_of(text.begin(), text.end(), is_safe) && !has_choice(text)) return text;
  std::string word = "'";
  for (const char c : text) {
    if (c == '\'') word += "'\\'";
    word += c;
  }
  return word + "'";
}

std::string shell_path(const std::string& path) { return shell_word(path.starts_with('-') ? "./" + path : path); }

}  // namespace topomorph::inline base
