// Finds the error in the output of a program that has failed.
#include "tools/programs/complaint.h"

#include <algorithm>
#include <array>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>

namespace topomorph::programs {

namespace {

std::vector<std::string_view> lines_of(std::string_view text) {
  std::vector<std::string_view> lines;
  for (std::size_t begin = 0, end = 0; begin < text.size(); begin = end + 1) {
    end = std::min(text.find('\n', begin), text.size());
    const std::string_view line = text.substr(begin, end - begin);
    lines.push_back(line.substr(0, line.find_last_not_of(" \t\r") + 1));
  }
  return lines;
}

/// A line of dashes, which begins or ends a help text of Open MPI.
bool is_ruler(std::string_view line) {
  constexpr std::size_t kShortest = 10;
  return line.size() >= kShortest && line.find_first_not_of('-') == std::string_view::npos;
}

bool is_decoration(std::string_view line) {
  if (line.find_first_not_of(" \t-=*") == std::string_view::npos) return true;
  // "[host:1] 1 more process has sent help message ...", "[host:1] Set MCA parameter "orte_base_help_aggregate" to ..."
  return line.find("base_help_aggregate") != std::string_view::npos ||
         line.find("sent help message") != std::string_view::npos;
}

/// Open MPI's text about a failed rank, which does not name the cause.
bool is_about_any_failure(std::string_view paragraph) {
  constexpr std::array<std::string_view, 3> kBeginnings = {"Primary job", "mpirun detected", "mpirun noticed"};
  return std::any_of(kBeginnings.begin(), kBeginnings.end(),
                     [&](std::string_view beginning) { return paragraph.starts_with(beginning); });
}

}  // namespace

std::string complaint_in(const std::string& errors) {
  std::string said, general, paragraph;
  bool in_help = false, ended = false;
  const auto end_paragraph = [&] {
    if (paragraph.empty()) return false;
    ended = true;
    if (!is_about_any_failure(paragraph)) return true;
    general = std::exchange(paragraph, "");
    return false;
  };
  for (const std::string_view line : lines_of(errors)) {
    if (is_ruler(line) || (in_help && line.empty())) {
      if (end_paragraph()) return paragraph;
      if (!line.empty()) in_help = !in_help, ended = false;
    } else if (!in_help && !is_decoration(line)) {
      said = line;
    } else if (in_help && !ended) {
      paragraph.append(paragraph.empty() ? "" : " ").append(line);
    }
  }
  return end_paragraph() ? paragraph : said.empty() ? general : said;
}

std::string last_line(const std::string& text) {
  const std::size_t end = text.find_last_not_of(" \n\r") + 1;
  const std::size_t begin = end == 0 ? 0 : text.rfind('\n', end - 1) + 1;
  return text.substr(begin, end - begin);
}

std::string problem_of(const ChildResult& child) {
  if (!child.in_time) return "no answer in time";
  const std::string said = complaint_in(child.err);
  return said.empty() ? fmt::format("ended with status {}", child.status) : said;
}

}  // namespace topomorph::programs
