// The exit statuses of the command line.
#pragma once

#include <array>

namespace topomorph::output {

inline constexpr int kDone = 0;
inline constexpr int kFailed = 1;
inline constexpr int kBadInput = 2;
inline constexpr int kCannotRun = 126;
inline constexpr int kNotFound = 127;

/// A row of the manual. Scripts may rely on it.
struct ExitStatus {
  int status;
  const char* meaning;
};

inline constexpr std::array<ExitStatus, 5> kExitStatuses = {{
    {kDone, "Done. Of topomorph doctor: nothing is broken, there may be warnings."},
    {kFailed,
     "Not done, or the answer is no: hosts that topomorph topology --check misses, something that topomorph doctor "
     "found broken, no memory."},
    {kBadInput, "The arguments or a file are wrong; the message says what was found and what was expected."},
    {kCannotRun, "Of profile, run and auto: the command was found, but cannot be run."},
    {kNotFound, "Of profile, run and auto: there is no such command."},
}};

/// The exit status of profile, run and auto after the program has begun.
inline constexpr const char* kProgramStatus =
    "profile, run and auto become the program: once it has begun, its own exit status is all there is.";

}  // namespace topomorph::output
