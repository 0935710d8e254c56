// Reads output of the InfiniBand tools from files, which may contain their messages and be truncated.
#include "core/topology/sources/infiniband/tool_output.h"

#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "core/base/number.h"
#include "core/base/text.h"

namespace topomorph::topology::infiniband {
namespace {

template <std::size_t N>
bool contains_one(std::string_view line, const std::array<std::string_view, N>& words) {
  return std::any_of(words.begin(), words.end(), [&](auto word) { return line.find(word) != std::string_view::npos; });
}

/// Recognizes "libibnetdisc/query_smp.c:228; ...", a message of the discovery library.
bool is_from_source(std::string_view line) {
  const std::string_view word = line.substr(0, line.find(' '));
  return word.ends_with(';') && word.find(".c:") != std::string_view::npos;
}

/// Recognizes lines that are only a message, of any tool.
bool is_message(std::string_view line) {
  static constexpr std::array<std::string_view, 14> kBegins = {
      "DR path ", "ibwarn:", "ibpanic:", "ibdebug:", "ibnetdiscover:", "ibroute:", "dump_",
      "src/",     "mad_rpc", "umad_",    "SubnGet",  "Failed ",        "can't ",   "Usage: "};
  return line.empty() || line[0] == '#' || line.find(": iberror: ") != std::string_view::npos || is_from_source(line) ||
         std::any_of(kBegins.begin(), kBegins.end(), [&](auto begin) { return line.starts_with(begin); });
}

/// Ignores progress ("DR path ..."): a node's description in it may contain such a word.
bool tells_of_failure(std::string_view line) {
  static constexpr std::array<std::string_view, 7> kWords = {"iberror", "ibpanic", "fail",   "Fail",
                                                             "error",   "timed",   "timeout"};
  return !line.starts_with('#') && !line.starts_with("DR path ") && contains_one(line, kWords);
}

/// Returns where a message of stderr begins inside a line of output, npos if there is none.
std::size_t message_within(std::string_view line) { return std::min(line.find("ibwarn: ["), line.find("ibpanic: [")); }

}  // namespace

std::string shortened(std::string_view line) {
  constexpr std::size_t kMost = 120;
  return std::string(line.substr(0, kMost)) + (line.size() > kMost ? "..." : "");
}

std::uint32_t number_in(std::string_view text, const LineReader& reader, std::string_view what, std::uint32_t most) {
  const auto number = parse_count(text);
  if (!number || *number > most) reader.fail(fmt::format("found \"{}\", expected {} of at most {}", text, what, most));
  return static_cast<std::uint32_t>(*number);
}

ToolOutput::ToolOutput(const std::string& path, Warnings& warnings, std::function<std::string()> missing)
    : reader_(path), warnings_(warnings), missing_(std::move(missing)) {}

void ToolOutput::warn(std::string_view what) {
  failed_ = true;
  if (const std::string missing = missing_(); !missing.empty()) {
    warnings_.add(reader_.path(), reader_.line(), fmt::format("found {}: {}", what, missing));
  }
}

bool ToolOutput::pass_over(std::string_view line) {
  if (is_message(line)) {
    if (tells_of_failure(line)) warn(fmt::format("\"{}\"", shortened(line)));
    return true;
  }
  if (message_within(line) == std::string_view::npos) return false;
  warn("a message in a line");
  behind_a_piece_ = true;
  return true;
}

std::optional<std::string_view> ToolOutput::next() {
  behind_a_piece_ = false;
  for (auto found = reader_.next(); found; found = reader_.next()) {
    const std::string_view line = trimmed(*found);
    if (!pass_over(line)) return line;
  }
  return std::nullopt;
}

}  // namespace topomorph::topology::infiniband
