// Prints messages and data.
#include "tools/output/message.h"

#include <cerrno>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <thread>

#include <fmt/format.h>

#include "core/base/error.h"
#include "core/base/process.h"
#include "core/settings/settings.h"
#include "plugin/process/environment.h"
#include "plugin/process/programs.h"

namespace topomorph::output {

bool is_other_rank() { return launched_rank().value_or(0) != 0; }

bool is_quiet() { return process::is_on(settings::Id::Quiet); }

std::string for_terminal(std::string_view text) {
  std::string line(text);
  for (std::size_t i = 0; i < line.size(); ++i) {
    const auto byte = static_cast<unsigned char>(line[i]);
    const auto next = static_cast<unsigned char>(i + 1 < line.size() ? line[i + 1] : '\0');
    const bool second_set = byte == 0xc2 && next >= 0x80 && next < 0xa0;  // U+0080 to U+009F in UTF-8
    if (second_set) line.erase(i + 1, 1);
    if (second_set || byte < ' ' || byte == 0x7f) line[i] = byte == '\t' ? ' ' : '?';
  }
  return line;
}

namespace {

/// Waits so that rank 0 can print its message before this rank ends the job.
void wait_for_rank_0() {
  if (is_other_rank()) std::this_thread::sleep_for(std::chrono::milliseconds(500));
}

/// Whether this rank is the first of its program. Only Open MPI says so; elsewhere every rank counts as first.
bool is_first_of_program() {
  return std::getenv("OMPI_APP_CTX_NUM_PROCS") != nullptr && process::is_first_of_its_program();
}

}  // namespace

void message_of_usage(std::string_view text) {
  const bool speaks = !is_other_rank() || is_first_of_program();
  if (!speaks) return wait_for_rank_0();
  fmt::print(stderr, "topomorph: {}\n", for_terminal(text));
}

void message(std::string_view text) {
  wait_for_rank_0();
  fmt::print(stderr, "topomorph: {}\n", for_terminal(text));
}

void message_once(std::string_view text) {
  if (!is_other_rank() && !is_quiet()) fmt::print(stderr, "topomorph: {}\n", for_terminal(text));
}

void print(std::string_view text) {
  if (std::fwrite(text.data(), 1, text.size(), stdout) != text.size() || std::fflush(stdout) != 0) {
    throw InputError(fmt::format("standard output: cannot write: {}", std::strerror(errno)));
  }
}

}  // namespace topomorph::output
