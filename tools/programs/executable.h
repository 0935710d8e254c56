// The kind of file that a program is.
#pragma once

#include <string>

namespace topomorph::programs {

/// The properties of a program that matter to the dynamic loader.
struct Executable {
  enum class Kind {
    None,       ///< no regular file, or not readable
    Other,      ///< no ELF file, but a script
    Foreign,    ///< of another architecture than this program
    Static,     ///< without dynamic loader
    Dynamic,    ///< started by `loader`
    Uncertain,  ///< ELF, but cut or damaged: unreadable headers, or segments beyond the end of the file
  };
  Kind kind = Kind::None;
  std::string loader;       ///< of Dynamic, e.g. /lib64/ld-linux-x86-64.so.2
  std::string interpreter;  ///< of Other: the text after "#!"; empty: none
};

/// Reads the first bytes and the program headers.
Executable read_executable(const std::string& path);

/// Returns "a folder", "a pipe", "a device" or "a socket"; empty for a regular file or nothing.
std::string other_than_file(const std::string& path);

/// Returns the path of `command` as execvp finds it; empty if no folder of PATH has it.
std::string find_in_path(const std::string& command);

}  // namespace topomorph::programs
