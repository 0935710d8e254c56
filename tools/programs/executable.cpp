// Reads the ELF headers of programs, as in elf(5), and asks the dynamic loader for their libraries.
#include "tools/programs/executable.h"

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <string_view>

#include <elf.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include "core/base/line_reader.h"
#include "core/base/regular_file.h"
#include "core/base/trusted_path.h"
#include "runtime/loading/mpi_library.h"

namespace topomorph::programs {
namespace {

using Header = Elf64_Ehdr;
using Segment = Elf64_Phdr;

constexpr std::size_t kLongestPath = 4096;

/// Returns `size` bytes at `offset`; empty if the file is shorter.
std::string whole_at(const RegularFile& file, std::uint64_t offset, std::size_t size) {
  const std::string bytes = file.bytes_at(offset, size);
  return bytes.size() == size ? bytes : "";
}

/// Returns the program headers of an executable of this machine's kind; empty if they cannot be read.
std::vector<Segment> segments_of(const RegularFile& file, const Header& header) {
  std::vector<Segment> segments(header.e_phentsize == sizeof(Segment) ? header.e_phnum : 0);
  const std::string bytes = whole_at(file, header.e_phoff, segments.size() * sizeof(Segment));
  if (bytes.empty()) return {};
  std::memcpy(segments.data(), bytes.data(), bytes.size());
  return segments;
}

bool is_whole(const std::vector<Segment>& segments, std::uint64_t size) {
  return std::all_of(segments.begin(), segments.end(), [&](const Segment& each) {
    return each.p_type == PT_NULL || (each.p_filesz <= size && each.p_offset <= size - each.p_filesz);
  });
}

/// Returns where in the file the byte of this address is; the end of all files if nowhere.
std::uint64_t offset_of(const std::vector<Segment>& segments, std::uint64_t address) {
  for (const Segment& each : segments) {
    const bool holds = address >= each.p_vaddr && address - each.p_vaddr < each.p_filesz;
    if (each.p_type == PT_LOAD && holds) return each.p_offset + (address - each.p_vaddr);
  }
  return UINT64_MAX;
}

std::vector<Elf64_Dyn> dynamic_entries(const RegularFile& file, const std::vector<Segment>& segments) {
  const auto table =
      std::find_if(segments.begin(), segments.end(), [](const Segment& each) { return each.p_type == PT_DYNAMIC; });
  constexpr std::uint64_t kMostEntries = 4096;  // a program has some dozens; a file may be a terabyte of nothing
  std::vector<Elf64_Dyn> entries(table == segments.end() ? 0
                                                         : std::min(table->p_filesz / sizeof(Elf64_Dyn), kMostEntries));
  const std::string bytes = entries.empty() ? "" : whole_at(file, table->p_offset, entries.size() * sizeof(Elf64_Dyn));
  if (bytes.empty()) return {};
  std::memcpy(entries.data(), bytes.data(), bytes.size());
  return entries;
}

/// Returns the text up to its end or its first bytes, as many as a path may have: the entries of a damaged file may all
/// point at the same megabytes.
std::string text_at(const RegularFile& file, std::uint64_t offset) {
  const std::string text = file.bytes_at(offset, kLongestPath);
  return text.substr(0, text.find('\0'));
}

/// Returns the sonames of the libraries that the file is linked with.
std::vector<std::string> needed_by(const RegularFile& file, const std::vector<Segment>& segments) {
  std::uint64_t strings = UINT64_MAX;
  const std::vector<Elf64_Dyn> entries = dynamic_entries(file, segments);
  for (const Elf64_Dyn& entry : entries) {
    if (entry.d_tag == DT_STRTAB) strings = offset_of(segments, entry.d_un.d_ptr);
  }
  std::vector<std::string> needed;
  for (const Elf64_Dyn& entry : entries) {
    if (entry.d_tag == DT_NEEDED && strings != UINT64_MAX) needed.push_back(text_at(file, strings + entry.d_un.d_val));
  }
  return needed;
}

Header own_header() {
  Header own{};
  RegularFile("/proc/self/exe").read_at(0, own);
  return own;
}

Executable read_script(const RegularFile& file) {
  Executable script{Executable::Kind::Other, "", ""};
  const std::string line = file.bytes_at(0, 256);  // as many bytes as the kernel reads
  if (line.starts_with("#!")) script.interpreter = line.substr(2, line.find_first_of("\n") - 2);
  script.interpreter.erase(0, script.interpreter.find_first_not_of(" \t"));
  return script;
}

Executable read_elf(const RegularFile& file, const Header& header) {
  const Header own = own_header();
  if (header.e_ident[EI_CLASS] != own.e_ident[EI_CLASS] || header.e_ident[EI_DATA] != own.e_ident[EI_DATA] ||
      header.e_machine != own.e_machine) {
    return {Executable::Kind::Foreign, "", ""};
  }
  const std::vector<Segment> segments = segments_of(file, header);
  if (segments.empty() || !is_whole(segments, file.size())) return {Executable::Kind::Uncertain, "", ""};
  const auto loader =
      std::find_if(segments.begin(), segments.end(), [](const Segment& each) { return each.p_type == PT_INTERP; });
  if (loader == segments.end()) return {Executable::Kind::Static, "", ""};
  const std::string name = whole_at(file, loader->p_offset, std::min<std::uint64_t>(loader->p_filesz, kLongestPath));
  return {Executable::Kind::Dynamic, name.c_str(), "", needed_by(file, segments)};
}

/// Returns the reason why the loader cannot be asked; empty: it can.
std::string why_no_list(const Executable& file) {
  switch (file.kind) {
    case Executable::Kind::None:
      return "there is no program that can be read";
    case Executable::Kind::Foreign:
      return "the program is of another architecture";
    case Executable::Kind::Static:
      return "the program is statically linked";
    case Executable::Kind::Uncertain:
      return "the program is damaged";
    case Executable::Kind::Other:
      return "";
    case Executable::Kind::Dynamic:
      break;
  }
  const bool is_ours = file.loader == read_executable("/proc/self/exe").loader;
  return is_ours ? "" : fmt::format("the program has another loader, {}", file.loader);
}

}  // namespace

Executable read_executable(const std::string& path) {
  const RegularFile file(path);
  if (!file) return {};
  if (!file.bytes_at(0, SELFMAG).starts_with(ELFMAG)) return read_script(file);
  Header header{};
  return file.read_at(0, header) ? read_elf(file, header) : Executable{Executable::Kind::Uncertain, "", ""};
}

bool begins_as_program(const std::string& path) {
  const RegularFile file(path);
  const std::string begin = file ? file.bytes_at(0, SELFMAG) : "";
  return begin == ELFMAG || begin.starts_with("#!");
}

std::string other_than_file(const std::string& path) {
  struct stat status = {};
  if (stat(path.c_str(), &status) != 0) return "";
  if (S_ISDIR(status.st_mode)) return "a folder";
  if (S_ISFIFO(status.st_mode)) return "a pipe";
  if (S_ISSOCK(status.st_mode)) return "a socket";
  return S_ISCHR(status.st_mode) || S_ISBLK(status.st_mode) ? "a device" : "";
}

namespace {

bool is_executable_file(const std::string& path) {
  struct stat status = {};
  return stat(path.c_str(), &status) == 0 && S_ISREG(status.st_mode) && access(path.c_str(), X_OK) == 0;
}

}  // namespace

std::string find_in_path(const std::string& command) {
  if (command.find('/') != std::string::npos) return command;
  const char* const path = std::getenv("PATH");
  Words folders(path == nullptr ? "/usr/local/bin:/bin:/usr/bin" : path, ":");
  for (auto folder = folders.next(); !folder.empty(); folder = folders.next()) {
    std::string file = std::string(folder) + "/" + command;
    if (access(file.c_str(), X_OK) == 0) return file;
  }
  std::string here = "./" + command;
  return is_executable_file(here) ? here : "";
}

std::map<std::string, std::string> libraries_listed(const std::string& list) {
  std::map<std::string, std::string> libraries;
  Words lines(list, "\n");
  for (auto line = lines.next(); !line.empty(); line = lines.next()) {
    Words words(line);
    const std::string name(words.next());
    if (words.next() != "=>") continue;
    const std::string path(words.next());
    libraries[name] = path == "not" && words.next() == "found" ? "" : path;
  }
  return libraries;
}

std::string library_named(const std::map<std::string, std::string>& libraries, const std::vector<std::string>& names) {
  for (const auto& [soname, path] : libraries) {
    for (const std::string& name : names) {
      if (soname.starts_with(name)) return soname;
    }
  }
  return "";
}

std::string mpi_library_of(const Libraries& libraries) {
  const auto is_mpi = [](const std::string& soname) { return loading::kind_of_soname(soname) != loading::Kind::None; };
  for (const auto& [soname, path] : libraries.paths) {
    if (is_mpi(soname)) return soname;
  }
  const auto named = std::find_if(libraries.needed.begin(), libraries.needed.end(), is_mpi);
  return named == libraries.needed.end() ? "" : *named;
}

namespace {

/// `path` leads to the file that was read; `obstacle` is why its loader must not be asked, empty: it may.
Libraries answer_of_loader(const std::string& path, const std::string& obstacle, double seconds) {
  const Executable file = read_executable(path);
  Libraries libraries;
  libraries.needed = file.needed;
  libraries.why_not = why_no_list(file);
  if (!libraries.why_not.empty() || file.kind == Executable::Kind::Other) return libraries;
  if (!obstacle.empty()) {
    libraries.why_not = fmt::format("{}: the loader, which could run foreign code then, is not asked", obstacle);
    libraries.advice = "ask as the program's owner, or build it where only you and root can write";
    return libraries;
  }
  const ChildResult child = run_child({file.loader, path}, seconds, {"LD_TRACE_LOADED_OBJECTS=1"});
  libraries.paths = libraries_listed(child.out);
  if (child.status != 0) libraries.problem = fmt::format("its loader cannot load it: {}", problem_of(child));
  return libraries;
}

}  // namespace

Libraries libraries_of(const std::string& program, double seconds) {
  const UnchangeablePath found = unchangeable_path(find_in_path(program));
  return answer_of_loader(found.path, found.obstacle, seconds);
}

Libraries libraries_of_part(const std::string& path, double seconds) { return answer_of_loader(path, "", seconds); }

}  // namespace topomorph::programs
