// Asks the dynamic loader for the libraries of a program.
#include "tools/programs/libraries.h"

#include <fmt/format.h>

#include "core/base/line_reader.h"
#include "tools/programs/child.h"
#include "tools/programs/executable.h"

namespace topomorph::programs {

namespace {

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

std::string mpi_library_of(const std::map<std::string, std::string>& libraries) {
  return library_named(libraries, {"libmpi.so", "libmpich.so"});
}

Libraries libraries_of(const std::string& program, double seconds) {
  const std::string path = find_in_path(program);
  const Executable file = read_executable(path);
  if (const std::string why = why_no_list(file); !why.empty()) return {{}, "", why};
  if (file.kind == Executable::Kind::Other) return {};
  const ChildResult child = run_child({file.loader, path}, seconds, {"LD_TRACE_LOADED_OBJECTS=1"});
  return {libraries_listed(child.out),
          child.status == 0 ? "" : fmt::format("its loader cannot load it: {}", problem_of(child)), ""};
}

}  // namespace topomorph::programs
