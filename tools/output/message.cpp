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
#include "runtime/process/environment.h"
#include "runtime/process/programs.h"
#include "tools/output/terminal.h"

namespace topomorph::output {

bool is_other_rank() { return launched_rank().value_or(0) != 0; }

bool is_quiet() { return process::is_on(settings::Id::Quiet); }

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

namespace {

void write_data(const std::string& text) {
  if (std::fwrite(text.data(), 1, text.size(), stdout) != text.size() || std::fflush(stdout) != 0) {
    throw InputError(fmt::format("standard output: cannot write: {}", std::strerror(errno)));
  }
}

}  // namespace

void print(std::string_view text) { write_data(for_terminal(text, Newlines::Kept)); }

void print(std::string_view text, const Colours& colours) { write_data(colours.with_nothing_else(text)); }

}  // namespace topomorph::output
