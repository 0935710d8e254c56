// Files that tell a launcher where to start the ranks.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include <CLI/CLI.hpp>

#include "tools/topomorph/launchers/placement.h"

namespace topomorph::cli {

/// One kind of file.
struct LauncherFormat {
  std::string_view name;
  std::string_view use;  ///< how the launcher takes it
  bool needs_names;      ///< the hosts' names are in it, and Open MPI's relative ones will not do
  std::string (*text)(const Placement& placement);  ///< throws InputError for placements that it cannot tell
};

/// Every format there is; a new one is a line there.
std::span<const LauncherFormat> launcher_formats();

/// One file to write.
struct LauncherFile {
  const LauncherFormat* format;
  std::string path;
};

/// What the options ask for.
struct LauncherOptions {
  std::vector<std::string> write;
  std::string rankfile;
  CoreNumbers numbers = CoreNumbers::Logical;
};

/// --write FORMAT:FILE, --rankfile FILE, --rankfile-numbers.
void add_launcher_options(CLI::App& app, LauncherOptions& options);

/// Throws InputError for formats there are not.
std::vector<LauncherFile> launcher_files(const LauncherOptions& options);
/// Throws InputError if a file needs names of hosts, which are not known.
void check_names(const std::vector<LauncherFile>& files, bool named);
/// Each file appears whole or not at all. Throws InputError.
void write_launcher_files(const std::vector<LauncherFile>& files, const Placement& placement);

}  // namespace topomorph::cli
