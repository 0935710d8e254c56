// What kind of file a program is.
#pragma once

#include <string>

namespace topomorph::cli {

/// As far as the dynamic loader cares.
struct Executable {
  enum class Kind {
    None,       ///< no regular file, or none that can be read
    Other,      ///< no ELF file: a script
    Foreign,    ///< of another architecture than this program
    Static,     ///< needs no dynamic loader
    Dynamic,    ///< is started by `loader`
    Uncertain,  ///< ELF, but cut or damaged: headers that cannot be read, segments beyond the end of the file
  };
  Kind kind = Kind::None;
  std::string loader;       ///< of Dynamic, e.g. /lib64/ld-linux-x86-64.so.2
  std::string interpreter;  ///< of Other: what stands behind "#!", if that is how it begins
};

/// Reads the first bytes and the program headers only.
Executable read_executable(const std::string& path);

/// What is there that is no regular file: "a folder", "a pipe", "a device", "a socket"; empty: a file, or nothing.
std::string other_than_file(const std::string& path);

/// `command` as execvp looks it up; empty where it is in no folder of PATH.
std::string find_in_path(const std::string& command);

}  // namespace topomorph::cli
