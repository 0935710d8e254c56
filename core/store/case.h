// What makes two runs of a program runs of the same thing.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace topomorph::store {

/// Runs of one case share a profile: they are expected to have the same pattern.
struct Case {
  std::string program;    ///< absolute path
  std::string identity;   ///< program_identity(): another build may have another pattern
  std::string arguments;  ///< those that matter, as a shell would take them; or the name that the user gave
  std::uint64_t ranks = 0;

  /// "app-0123456789abcdef": a name for a folder.
  std::string folder() const;
};

bool operator==(const Case& a, const Case& b);

/// What tells one build of a program from another, cheaply: "build" and the ELF build id (in the first pages of what
/// linkers make, and the same in every copy), else size and time of the last change; "unknown" where the file cannot be
/// read.
std::string program_identity(const std::string& path);

/// Which arguments count.
struct ArgumentRules {
  /// Patterns of a shell, divided by blanks: arguments that match one do not count. One that ends in '+' takes the
  /// argument behind it along ("-o+").
  std::string ignored;
  /// Numbers of this job by the batch system: where one stands in an argument, "{job}" counts in its place.
  std::vector<std::string> job_ids = {};
};

/// The arguments that count, divided by blanks and quoted where a shell would need it, so that no two lists look the
/// same.
std::string arguments_that_count(std::span<const std::string> arguments, const ArgumentRules& rules);

/// The job's numbers in this process's environment (Slurm, PBS, LSF, Grid Engine); those of fewer than three digits are
/// left out, they stand in too many arguments for other reasons.
std::vector<std::string> job_ids_here();

}  // namespace topomorph::store
