// Prints messages and data.
#include "tools/output/message.h"

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <thread>

#include <fmt/format.h>

#include "core/base/error.h"
#include "core/base/process.h"
#include "core/base/utf8.h"
#include "core/settings/settings.h"
#include "plugin/process/environment.h"
#include "plugin/process/programs.h"

namespace topomorph::output {

bool is_other_rank() { return launched_rank().value_or(0) != 0; }

bool is_quiet() { return process::is_on(settings::Id::Quiet); }

namespace {

/// Whether a terminal would obey the character or turn the text behind it: controls of both sets, the ends of lines and
/// paragraphs, and the marks that set the direction of text.
bool is_order(char32_t code) {
  const bool is_control = code < ' ' || (code >= 0x7f && code < 0xa0);
  return is_control || (code >= 0x2028 && code <= 0x202e) || (code >= 0x2066 && code <= 0x2069);
}

}  // namespace

std::string for_terminal(std::string_view text) {
  std::string line;
  while (!text.empty()) {
    const std::string_view one = text.substr(0, utf8_length(text));
    if (one == "\t") {
      line += ' ';
    } else if (one.empty() || is_order(utf8_code(one))) {
      line += '?';
    } else {
      line += one;
    }
    text.remove_prefix(std::max<std::size_t>(one.size(), 1));
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
