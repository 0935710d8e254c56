// How far long work is, for people who watch.
#include "tools/topomorph/progress.h"

#include <cstdio>

#include <fmt/format.h>
#include <unistd.h>

namespace topomorph::cli {

ProgressLine::ProgressLine(std::string what) : what_(std::move(what)), watched_(isatty(STDERR_FILENO) == 1) {}

ProgressLine::~ProgressLine() {
  if (watched_) std::fputs("\r\033[K", stderr);
}

void ProgressLine::show(double share) {
  if (!watched_) return;
  fmt::print(stderr, "\r\033[Ktopomorph: {}: {:.0f} %", what_, 100 * share);
  std::fflush(stderr);
}

}  // namespace topomorph::cli
