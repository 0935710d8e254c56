// Messages and data of the command line.
#include "tools/topomorph/message.h"

#include <cerrno>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <thread>

#include <fmt/format.h>

#include "core/settings/settings.h"
#include "core/support/error.h"

namespace topomorph::cli {

namespace {

/// Whether this is another rank than 0 of a job, as far as launchers tell (Open MPI, PMIx, MPICH, Slurm).
bool other_rank() {
  for (const char* variable : {"OMPI_COMM_WORLD_RANK", "PMIX_RANK", "PMI_RANK", "SLURM_PROCID"}) {
    if (const char* rank = std::getenv(variable)) return std::strcmp(rank, "0") != 0;
  }
  return false;
}

bool is_quiet() {
  const char* const value = std::getenv(settings::get(settings::Id::Quiet).variable);
  return value != nullptr && std::strcmp(value, "1") == 0;
}

}  // namespace

void message(std::string_view text) {
  if (other_rank()) std::this_thread::sleep_for(std::chrono::milliseconds(500));
  fmt::print(stderr, "topomorph: {}\n", text);
}

void message_once(std::string_view text) {
  if (!other_rank() && !is_quiet()) fmt::print(stderr, "topomorph: {}\n", text);
}

void print(std::string_view text) {
  if (std::fwrite(text.data(), 1, text.size(), stdout) != text.size() || std::fflush(stdout) != 0) {
    throw InputError(fmt::format("standard output: cannot write: {}", std::strerror(errno)));
  }
}

}  // namespace topomorph::cli
