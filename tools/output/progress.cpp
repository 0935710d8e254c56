// Shows the progress of long work.
#include "tools/output/progress.h"

#include <chrono>
#include <string_view>

#include <fmt/format.h>
#include <unistd.h>

#include "core/formats/affinity_file.h"
#include "tools/output/message.h"
#include "tools/output/terminal.h"

namespace topomorph::output {

namespace {

constexpr std::chrono::seconds kStep{1};
constexpr std::string_view kWipe = "\r\033[K";

/// Writes without stdio's buffers: work may fork, and a child must not inherit half a line. Ignores errors.
void write_line(const std::string& line) {
  [[maybe_unused]] const ssize_t written = write(STDERR_FILENO, line.data(), line.size());
}

}  // namespace

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

Affinity read_affinity_with_progress(const std::string& file) {
  return with_progress("reading " + file, [&] { return formats::read_affinity(file); });
}

}  // namespace topomorph::output
