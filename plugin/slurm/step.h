// Decides what Slurm's plugin does with a step: from the user's option, the partition, and the environment.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "core/settings/site.h"

namespace topomorph::slurm {

/// The words behind the plugin's name in plugstack.conf:
///
///   default=MODE          of steps without the option, in all partitions (off)
///   partition=NAME:MODE   the same in one partition
///   library=FILE          libtopomorph.so (default: found from the plugin's own place)
class Configuration {
 public:
  /// Keeps the words, which must stay. Returns the first that is wrong; empty if none is.
  std::string_view read(int count, char** words) noexcept;
  /// Of a list, which a job has that may run in several, the mode that all have; else off.
  std::string_view mode_of(std::string_view partitions) const noexcept;
  std::string_view library() const noexcept { return library_; }

 private:
  struct Partition {
    std::string_view name, mode;
  };
  bool take(std::string_view word) noexcept;
  bool is_known(std::string_view partition) const noexcept;
  std::string_view mode_of_one(std::string_view partition) const noexcept;

  std::string_view default_ = "off", library_;
  std::array<Partition, 64> partitions_{};
  std::size_t count_ = 0;
};

/// Whether it is one of auto, profile, run, off.
bool is_mode(std::string_view text) noexcept;

/// What is known of a step when one of its tasks is about to start.
struct Step {
  std::string_view option;       ///< the user's; "": not given
  std::string_view environment;  ///< TOPOMORPH_MODE
  std::string_view partition;
  std::string_view program;         ///< the first word of its command
  settings::Site::Value site = {};  ///< the mode in the site file
  bool in_container = false;        ///< its files are not this host's: the library may not be there, or not run there
  std::uint32_t number = 0;         ///< Slurm's: of a batch script and other special steps above kLastNumber
  std::uint32_t tasks = 0;
};

inline constexpr std::uint32_t kLastNumber = 0xfffffff0;

/// Whether the program starts others in a container, where this library may be missing or unable to run.
bool starts_containers(std::string_view program) noexcept;

/// Whether there is such a program, here or in the folders of `path`. Where there is none, Slurm says so itself, with a
/// status of its own.
bool can_be_started(std::string_view program, std::string_view path);

/// Returns the mode that the tasks of a step get; "": they stay as they are. Mode off in the environment comes first,
/// then the option. In a partition with a mode, the environment's comes before the partition's. One task has nobody to
/// change places with. The daemons that mpirun starts by srun would hand the environment down to a part of its ranks.
std::string_view mode_of(const Step& step, const Configuration& configuration) noexcept;

}  // namespace topomorph::slurm
