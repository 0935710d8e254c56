// What keeps the dynamic loader from loading the library into a program.
#include "tools/topomorph/obstacle.h"

#include <cstdlib>
#include <cstring>
#include <fstream>
#include <string_view>
#include <vector>

#include <elf.h>
#include <sys/stat.h>
#include <sys/xattr.h>
#include <unistd.h>

#include "core/support/line_reader.h"

namespace topomorph::cli {

namespace {

using Header = Elf64_Ehdr;
using Segment = Elf64_Phdr;

std::string in_path(const std::string& command) {
  if (command.find('/') != std::string::npos) return command;
  const char* const path = std::getenv("PATH");
  Words folders(path == nullptr ? "/usr/local/bin:/bin:/usr/bin" : path, ":");
  for (auto folder = folders.next(); !folder.empty(); folder = folders.next()) {
    const std::string file = std::string(folder) + "/" + command;
    if (access(file.c_str(), X_OK) == 0) return file;
  }
  return "";
}

/// The loader ignores LD_PRELOAD in a program that runs with rights its user does not have.
bool gains_rights(const std::string& file) {
  struct stat status = {};
  if (stat(file.c_str(), &status) != 0) return false;
  const bool other_user = (status.st_mode & S_ISUID) != 0 && status.st_uid != getuid();
  const bool other_group = (status.st_mode & S_ISGID) != 0 && status.st_gid != getgid();
  const bool capabilities = getuid() != 0 && getxattr(file.c_str(), "security.capability", nullptr, 0) > 0;
  return other_user || other_group || capabilities;
}

/// The program headers of an executable of this machine's kind; none where they cannot be read.
std::vector<Segment> segments_of(std::ifstream& file, const Header& header) {
  std::vector<Segment> segments(header.e_phentsize == sizeof(Segment) ? header.e_phnum : 0);
  file.seekg(static_cast<std::streamoff>(header.e_phoff));
  file.read(reinterpret_cast<char*>(segments.data()), static_cast<std::streamsize>(segments.size() * sizeof(Segment)));
  if (!file) segments.clear();
  return segments;
}

std::string obstacle_in(std::ifstream& file) {
  Header header{}, own{};
  std::ifstream("/proc/self/exe", std::ios::binary).read(reinterpret_cast<char*>(&own), sizeof own);
  file.read(reinterpret_cast<char*>(&header), sizeof header);
  if (!file || std::memcmp(header.e_ident, ELFMAG, SELFMAG) != 0) return "";  // a script
  if (header.e_ident[EI_CLASS] != own.e_ident[EI_CLASS] || header.e_machine != own.e_machine) {
    return "is of another architecture than TopoMorph";
  }
  const std::vector<Segment> segments = segments_of(file, header);
  for (const Segment& segment : segments) {
    if (segment.p_type == PT_INTERP) return "";
  }
  return segments.empty() ? "" : "is statically linked";
}

}  // namespace

std::string obstacle_to_preloading(const std::string& command) {
  const std::string path = in_path(command);
  struct stat status = {};
  if (stat(path.c_str(), &status) != 0 || !S_ISREG(status.st_mode)) return "";
  if (gains_rights(path)) return "has more rights than its user (setuid or the like)";
  std::ifstream file(path, std::ios::binary);
  return file ? obstacle_in(file) : "";
}

}  // namespace topomorph::cli
