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
     "Not done, or a negative answer: topomorph topology --check misses hosts, topomorph doctor has found a failure, "
     "or there is no memory."},
    {kBadInput, "The arguments or a file are wrong; the message names what was found and what was expected."},
    {kCannotRun, "Of profile, run and auto: the command exists, but cannot be executed."},
    {kNotFound, "Of profile, run and auto: the command does not exist."},
}};

/// The exit status of profile, run and auto after the program has begun.
inline constexpr const char* kProgramStatus =
    "After profile, run and auto have started the program, the exit status is the program's.";

}  // namespace topomorph::output
