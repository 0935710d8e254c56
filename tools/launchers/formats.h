// Files that tell a launcher where to start the ranks.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include <CLI/CLI.hpp>

#include "tools/launchers/placement.h"

namespace topomorph::launchers {

/// A file format.
struct LauncherFormat {
  std::string_view name;
  std::string_view use;  ///< how the launcher reads it
  bool needs_names;      ///< has the hosts' names, for which Open MPI's relative names are no substitute
  std::string (*text)(
      const Placement& placement);  ///< throws InputError for a placement that the format cannot express
};

/// All formats. A new one is a row of the table.
std::span<const LauncherFormat> launcher_formats();

/// A file to write.
struct LauncherFile {
  const LauncherFormat* format;
  std::string path;
};

/// Values of the options.
struct LauncherOptions {
  std::vector<std::string> write;
  std::string rankfile;
  CoreNumbers numbers = CoreNumbers::Logical;
};

/// Declares --write FORMAT:FILE, --rankfile FILE and --rankfile-numbers.
void add_launcher_options(CLI::App& app, LauncherOptions& options);

/// Returns the files to write. Throws InputError for an unknown format.
std::vector<LauncherFile> launcher_files(const LauncherOptions& options);
/// Throws InputError if a file needs names of hosts and there are none.
void check_names(const std::vector<LauncherFile>& files, bool named);
/// Writes the files. Each appears whole or not at all. Throws InputError.
void write_launcher_files(const std::vector<LauncherFile>& files, const Placement& placement);

}  // namespace topomorph::launchers
