// Programs that are to run under topomorph, and what their loader says of them.
#include "tests/fuzz/support.h"
#include "tests/fuzz/targets.h"
#include "tools/programs/child.h"
#include "tools/programs/executable.h"

namespace topomorph::fuzz {

void executable(std::string_view input) {
  using Kind = programs::Executable::Kind;
  const MemoryFile file(input);
  const programs::Executable found = programs::read_executable(file.path());
  require(found.kind != Kind::None, "a file that can be read is of some kind");
  require(found.loader.empty() || found.kind == Kind::Dynamic, "only dynamic programs have a loader");
  require(found.interpreter.empty() || found.kind == Kind::Other, "only scripts have an interpreter");
  require(found.loader.size() <= 4096 && found.interpreter.size() <= 256, "names are as long as the kernel reads them");
}

void loader_list(std::string_view input) {
  for (const auto& [name, path] : programs::libraries_listed(std::string(input))) {
    require(!name.empty(), "a library has a name");
    require(path.find_first_of(" \t\n") == std::string::npos, "where a library is found, it has a path");
  }
  require(programs::complaint_in(std::string(input)).find('\n') == std::string::npos, "a complaint is a line");
}

}  // namespace topomorph::fuzz
