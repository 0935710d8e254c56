// Checks of what is installed: the library, whether it can be preloaded, the engine, the Fortran module.
#include <chrono>
#include <cstdlib>
#include <filesystem>

#include <fmt/format.h>

#include "core/base/error.h"
#include "core/settings/settings.h"
#include "plugin/process/engine_client.h"
#include "tools/topomorph/child.h"
#include "tools/topomorph/companions.h"
#include "tools/topomorph/doctor/check.h"
#include "tools/topomorph/doctor/complaint.h"

namespace topomorph::cli::doctor {

namespace {

namespace fs = std::filesystem;

constexpr double kPatience = 20;  // seconds for a child that has next to nothing to do
constexpr const char* kReinstall = "install TopoMorph again: bin, lib and libexec belong together";

}  // namespace

Finding look_at_library(Surroundings&) {
  const std::string library = library_path();
  if (library.empty()) return {Verdict::Failure, "libtopomorph.so is not beside this program", kReinstall};
  if (library.find_first_of(": ") != std::string::npos) {
    return {Verdict::Failure, fmt::format("{} has a colon or a blank in its path: the loader cannot take it", library),
            "install TopoMorph under another path"};
  }
  return {Verdict::Ok, library};
}

/// cat(1) shows its own memory: a program that has nothing to do with MPI, started as any other.
Finding look_at_preloading(Surroundings&) {
  const std::string library = library_path();
  const char* const others = std::getenv("LD_PRELOAD");
  const ChildResult child = run_child({own_path(), "run", "--", "cat", "/proc/self/maps"}, kPatience);
  const bool loaded = !library.empty() && child.out.find(fs::path(library).filename().string()) != std::string::npos;
  if (child.status != 0 || !loaded) {
    const std::string said = complaint_in(child.err);
    return {Verdict::Failure,
            fmt::format("a program that topomorph run started (cat) does not have the library{}{}",
                        said.empty() ? "" : ": ", said),
            "see whether something on this machine clears LD_PRELOAD or denies it (a security module, a wrapper)"};
  }
  if (others != nullptr && *others != '\0') {
    return {Verdict::Ok, fmt::format("works; {} is preloaded too, behind it", others)};
  }
  return {Verdict::Ok, "works: topomorph run loads the library into what it starts"};
}

Finding look_at_engine(Surroundings&) {
  const std::string path = engine_program_path();
  if (path.empty()) return {Verdict::Failure, "topomorph-engine is not in libexec/topomorph", kReinstall};
  const auto start = std::chrono::steady_clock::now();
  try {
    process::Engine engine({"locate"}, path);
    wire::Buffer question;
    wire::append_text(question, wire::FrameType::Cpusets, "0\n");
    engine.send(question);
    engine.finish();
  } catch (const InputError& error) {
    return {Verdict::Failure, error.what(), fmt::format("run {} --version; {}", path, kReinstall)};
  }
  const std::chrono::duration<double, std::milli> taken = std::chrono::steady_clock::now() - start;
  return {Verdict::Ok, fmt::format("{} answers in {:.0f} ms", path, taken.count())};
}

Finding look_at_fortran(Surroundings&) {
  const std::string library = library_path();
  std::error_code none;
  if (!library.empty() && fs::exists(fs::path(library).parent_path() / "libtopomorph_fortran.a", none)) {
    return {Verdict::Ok,
            "Fortran programs are measured and reordered; the module topomorph is here for those that ask"};
  }
  return {Verdict::Ok,
          "Fortran programs are measured and reordered; built without the module that lets them call tm_reorder"};
}

}  // namespace topomorph::cli::doctor
