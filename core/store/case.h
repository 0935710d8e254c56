// Identifies runs of the same computation.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace topomorph::store {

/// Runs of one case share a profile, because they are expected to have the same pattern.
struct Case {
  std::string program;    ///< absolute path
  std::string identity;   ///< program_identity(); another build may have another pattern
  std::string arguments;  ///< the ones that matter, quoted for a shell; or the name that the user gave
  std::uint64_t ranks = 0;

  /// Returns "app-0123456789abcdef", a name for a folder.
  std::string folder() const;
};

bool operator==(const Case& a, const Case& b);

/// Identifies a build of a program at little cost: "build" and the ELF build id (in the first pages of linked files,
/// and the same in every copy), else size and time of the last change. Returns "unknown" if the file cannot be read.
std::string program_identity(const std::string& path);

/// Rules for the arguments that count.
struct ArgumentRules {
  /// Shell patterns, separated by blanks. Arguments that match one do not count. A pattern that ends in '+' also
  /// removes the next argument ("-o+").
  std::string ignored;
  /// Job numbers of the batch system. In arguments they are replaced by "{job}".
  std::vector<std::string> job_ids = {};
};

/// Returns the arguments that count, separated by blanks and quoted as a shell needs it. Different lists give different
/// texts.
std::string arguments_that_count(std::span<const std::string> arguments, const ArgumentRules& rules);

/// Returns the job's numbers in this process's environment (Slurm, PBS, LSF, Grid Engine). Leaves out numbers of fewer
/// than three digits, which occur in too many arguments for other reasons.
std::vector<std::string> job_ids_here();

}  // namespace topomorph::store
