// The kind of file that a program is, and the libraries that the dynamic loader loads for it.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "tools/programs/child.h"

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
  std::string loader;                    ///< of Dynamic, e.g. /lib64/ld-linux-x86-64.so.2
  std::string interpreter;               ///< of Other: the text after "#!"; empty: none
  std::vector<std::string> needed = {};  ///< of Dynamic: sonames of the libraries that it is linked with itself
};

/// Reads the first bytes and the program headers.
Executable read_executable(const std::string& path);

/// Whether the file begins as what the kernel starts: ELF, or "#!". Reads four bytes, and waits for nobody.
bool begins_as_program(const std::string& path);

/// Returns "a folder", "a pipe", "a device" or "a socket"; empty for a regular file or nothing.
std::string other_than_file(const std::string& path);

/// Returns the path of `command` as execvp finds it, else as the launchers of MPI programs do, in this folder; empty if
/// it is nowhere.
std::string find_in_path(const std::string& command);

/// The loader's answer, and what the file says without it.
struct Libraries {
  std::map<std::string, std::string> paths = {};  ///< by soname; an empty path: not found
  std::string problem = "";                       ///< the loader's error; empty: none, or not asked
  std::string why_not = "";                       ///< the reason why it was not asked
  std::string advice = "";                        ///< what to do so that it can be asked; empty: nothing
  std::vector<std::string> needed = {};           ///< sonames in the file itself, without those that they need
};

/// Asks the program's own loader, as ldd(1) does. It must be this program's loader: no other one is started. Its --list
/// stops at the first missing library; a variable makes it continue. Scripts have no list. A loader runs code that the
/// program names (DT_AUDIT) or that lies beside it ($ORIGIN), so no loader is asked about a program that others than
/// the caller and root can change (core/base/trusted_path.h): root may be the one who asks. Folders that such a
/// program or the caller's environment names outside of its own are the owner's and the caller's choice.
Libraries libraries_of(const std::string& program, double seconds);
/// The same for a program of this installation, wherever that lies: who can change it can change this program too.
Libraries libraries_of_part(const std::string& path, double seconds);
/// Time limit for libraries_of() where a user waits, in seconds: a slow file server costs no more.
inline constexpr double kLibrariesTimeout = 5;

/// Parses the list of ld.so: "libmpi.so.40 => /usr/lib/libmpi.so.40 (0x...)". Returns paths by soname; empty for "not
/// found". Paths may be relative, as in LD_LIBRARY_PATH.
std::map<std::string, std::string> libraries_listed(const std::string& list);

/// Returns the first library whose name has one of these beginnings; empty: none.
std::string library_named(const std::map<std::string, std::string>& libraries, const std::vector<std::string>& names);

/// Returns the soname of the MPI library, from the file itself if the loader was not asked; empty: none.
std::string mpi_library_of(const Libraries& libraries);

}  // namespace topomorph::programs
