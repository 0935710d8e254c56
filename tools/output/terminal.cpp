// Decides on colours and paints text for a terminal.
#include "tools/output/terminal.h"

#include <algorithm>
#include <chrono>
#include <cstdlib>

#include <fmt/format.h>
#include <unistd.h>

#include "core/base/error.h"
#include "core/base/process.h"
#include "tools/output/message.h"

namespace topomorph::output {

namespace {

constexpr std::chrono::seconds kStep{1};
constexpr std::string_view kWipe = "\r\033[K";

/// Whether the descriptor is a terminal that can overwrite lines: TERM is set and not "dumb".
bool is_able_terminal(int descriptor) {
  const char* const kind = std::getenv("TERM");
  return isatty(descriptor) == 1 && kind != nullptr && *kind != '\0' && std::string_view(kind) != "dumb";
}

/// Writes without stdio's buffers: work may fork, and a child must not inherit half a line. Ignores errors.
void write_line(const std::string& line) {
  [[maybe_unused]] const ssize_t written = write(STDERR_FILENO, line.data(), line.size());
}

}  // namespace

void Colours::choose(const std::string& when) {
  if (when != "auto" && when != "always" && when != "never") {
    throw InputError(fmt::format("--color: found '{}', expected auto|always|never", when));
  }
  when_ = when;
}

bool Colours::on() const {
  if (when_ != "auto") return when_ == "always";
  const char* const refused = std::getenv("NO_COLOR");
  return (refused == nullptr || *refused == '\0') && !launched_by_mpi() && is_able_terminal(STDOUT_FILENO);
}

std::string Colours::painted(std::string_view text, std::string_view code) const {
  return on() ? fmt::format("\033[{}m{}\033[0m", code, text) : std::string(text);
}

namespace {

/// Returns the length of a sequence that painted() makes, at the start of the text; 0 if there is none.
std::size_t paint_at(std::string_view text) {
  for (const std::string_view paint : {"\033[32m", "\033[33m", "\033[1;31m", "\033[1m", "\033[0m"}) {
    if (text.starts_with(paint)) return paint.size();
  }
  return 0;
}

}  // namespace

std::string Colours::with_nothing_else(std::string_view text) const {
  if (!on()) return for_terminal(text, Newlines::Kept);
  std::string fit;
  while (!text.empty()) {
    const std::size_t next = text.find('\033', 1), paint = paint_at(text);
    fit += text.substr(0, paint);
    fit += for_terminal(text.substr(paint, next - paint), Newlines::Kept);
    text.remove_prefix(std::min(next, text.size()));
  }
  return fit;
}

std::string with_headings(const std::string& text, const Colours& colours) {
  if (!colours.on()) return text;
  std::string result;
  bool after_empty = false;
  for (std::size_t begin = 0, end = 0; begin < text.size(); begin = end + 1) {
    end = std::min(text.find('\n', begin), text.size());
    const std::string line = text.substr(begin, end - begin);
    const bool is_heading = after_empty && !line.empty() && line[0] != ' ';
    result += is_heading ? colours.heading(line) : line;
    if (end < text.size()) result += '\n';
    after_empty = line.empty();
  }
  return result;
}

ProgressLine::ProgressLine(std::string what) : what_(std::move(what)) {
  if (is_able_terminal(STDERR_FILENO) && !is_quiet()) watcher_ = std::thread([this] { watch(); });
}

ProgressLine::~ProgressLine() {
  if (!watcher_.joinable()) return;
  {
    const std::lock_guard lock(mutex_);
    ended_ = true;
  }
  ended_changed_.notify_one();
  watcher_.join();
}

void ProgressLine::show(double share) {
  const std::lock_guard lock(mutex_);
  share_ = share;
}

void ProgressLine::watch() {
  std::unique_lock lock(mutex_);
  int seconds = 0;
  while (!ended_changed_.wait_for(lock, kStep, [this] { return ended_; })) {
    const std::string share = share_ ? fmt::format(", {:.0f} %", 100 * *share_) : "";
    write_line(fmt::format("{}topomorph: {}{}, {} s", kWipe, for_terminal(what_), share, ++seconds));
  }
  if (seconds > 0) write_line(std::string(kWipe));
}

}  // namespace topomorph::output
