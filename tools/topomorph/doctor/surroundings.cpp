// What several checks need to know, found out once.
#include "tools/topomorph/doctor/surroundings.h"

#include <cstdlib>
#include <filesystem>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "core/profile/profile.h"
#include "core/support/error.h"
#include "core/support/launched.h"
#include "core/support/line_reader.h"
#include "tools/topomorph/child.h"
#include "tools/topomorph/companions.h"
#include "tools/topomorph/doctor/complaint.h"
#include "tools/topomorph/executable.h"

namespace topomorph::cli::doctor {

namespace {

namespace fs = std::filesystem;

constexpr double kPatience = 20, kJobPatience = 60;  // seconds
constexpr std::size_t kRanks = 2;

/// A folder for the job's profile that is gone when the job is.
class TemporaryFolder {
 public:
  TemporaryFolder() {
    std::string name = (fs::temp_directory_path() / "topomorph-doctor-XXXXXX").string();
    if (mkdtemp(name.data()) == nullptr) throw InputError("no temporary folder can be made: see TMPDIR");
    path_ = name;
  }
  ~TemporaryFolder() {
    std::error_code ignored;
    fs::remove_all(path_, ignored);
  }
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;

  std::string file(const char* name) const { return (path_ / name).string(); }

 private:
  fs::path path_;
};

/// Of a helper that said one line of JSON; null where it said something else.
nlohmann::json answer_of(const ChildResult& child) { return nlohmann::json::parse(child.out, nullptr, false); }

std::string problem_of(const ChildResult& child) {
  if (!child.in_time) return "no answer in time";
  const std::string said = complaint_in(child.err);
  return said.empty() ? fmt::format("ended with status {}", child.status) : said;
}

MpiLibrary ask_mpi() {
  MpiLibrary mpi;
  const std::string helper = links_program_path();
  if (helper.empty()) {
    mpi.problem = "topomorph-links is not in libexec/topomorph";
    return mpi;
  }
  const ChildResult child = run_child({helper, "--about"}, kPatience);
  const nlohmann::json answer = answer_of(child);
  if (child.status != 0 || !answer.is_object()) {
    mpi.problem = problem_of(child);
    return mpi;
  }
  mpi.built = answer.value("built", "");
  mpi.found = answer.value("found", "");
  return mpi;
}

/// What is wrong with the job's profile; empty: nothing.
std::string problem_of_profile(const std::string& file) {
  try {
    const std::size_t ranks = read_profile(file).ranks.size();
    return ranks == kRanks ? "" : fmt::format("{} of {} ranks are in the profile", ranks, kRanks);
  } catch (const InputError&) {
    return "no profile was written: the library was not at work";
  }
}

TriedJob try_job(const std::string& launcher) {
  TriedJob job;
  job.tried = true;
  const TemporaryFolder folder;
  const std::string profile = folder.file("job.tmprof");
  const ChildResult child = run_child({launcher, "-n", fmt::format("{}", kRanks), own_path(), "profile", "-o", profile,
                                       "--", links_program_path(), "--hello"},
                                      kJobPatience, {"OMPI_MCA_rmaps_base_oversubscribe=1"});
  const nlohmann::json answer = answer_of(child);
  if (child.status != 0 || !answer.is_object()) {
    job.problem = problem_of(child);
    if (child.err.find("root") != std::string::npos && job.problem.find("root") == std::string::npos) {
      job.problem = "mpirun does not like to be run as root";
    }
    return job;
  }
  job.cpus = answer.value("cpus", std::vector<int>());
  job.problem = job.cpus.size() == kRanks ? problem_of_profile(profile) : "the ranks did not find each other";
  return job;
}

std::string why_no_job(bool may_start, Surroundings& surroundings) {
  if (!may_start) return "--no-job";
  if (launched_by_mpi()) return "this is a rank of a job";
  if (!surroundings.mpi().problem.empty()) return "no MPI library";
  const std::string& launcher = surroundings.launcher().version;
  if (launcher.empty()) return "no mpirun";
  return family_of(launcher) == family_of(surroundings.mpi().built) ? "" : "mpirun is of another MPI";
}

/// The first in PATH of the family; where there is none of it, mpirun, if that is there.
Launcher find_launcher(const std::string& family) {
  Launcher first;
  for (const char* name : {"mpirun", "mpirun.openmpi", "mpirun.mpich"}) {
    const ChildResult child = run_child({name, "--version"}, kPatience);
    if (child.status != 0) continue;
    const Launcher launcher = {name, launcher_version(child.out)};
    if (family.empty() || family_of(launcher.version) == family) return launcher;
    if (first.version.empty()) first = launcher;
  }
  return first;
}

/// Why there is no list of its libraries; empty: there may be one, if only of none.
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

/// As ldd(1) does it: the program's own loader says what it would load. It must be ours: nothing else is started. Its
/// --list stops at the first library that is missing; the variable makes it go on.
Libraries ask_loader(const std::string& program) {
  const std::string path = find_in_path(program);
  const Executable file = read_executable(path);
  if (const std::string why = why_no_list(file); !why.empty()) return {{}, "", why};
  if (file.kind == Executable::Kind::Other) return {};
  const ChildResult child = run_child({file.loader, path}, kPatience, {"LD_TRACE_LOADED_OBJECTS=1"});
  return {libraries_listed(child.out),
          child.status == 0 ? "" : fmt::format("its loader cannot load it: {}", problem_of(child)), ""};
}

}  // namespace

std::string family_of(const std::string& version) {
  for (const auto& [mark, family] :
       {std::pair{"Open MPI", "Open MPI"}, std::pair{"OpenRTE", "Open MPI"}, std::pair{"prterun", "Open MPI"},
        std::pair{"Intel", "Intel MPI"}, std::pair{"MPICH", "MPICH"}, std::pair{"HYDRA", "MPICH"}}) {
    if (version.find(mark) != std::string::npos) return family;
  }
  return "";
}

std::string launcher_version(const std::string& output) {
  const std::string first = output.substr(0, output.find('\n'));
  const std::size_t version = output.find("Version:");
  if (first.find("HYDRA") == std::string::npos || version == std::string::npos) return first;
  Words words(std::string_view(output).substr(version), " \t\n");
  words.next();
  return fmt::format("mpirun (MPICH) {}", words.next());
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

const MpiLibrary& Surroundings::mpi() {
  if (!mpi_) mpi_ = ask_mpi();
  return *mpi_;
}

const Launcher& Surroundings::launcher() {
  if (!launcher_) launcher_ = find_launcher(family_of(mpi().built));
  return *launcher_;
}

const TriedJob& Surroundings::job() {
  if (job_) return *job_;
  const std::string why_not = why_no_job(may_start, *this);
  job_ = why_not.empty() ? try_job(launcher().name) : TriedJob{false, "", {}, why_not};
  return *job_;
}

const Libraries& Surroundings::program_libraries() {
  if (!libraries_) libraries_ = ask_loader(program);
  return *libraries_;
}

}  // namespace topomorph::cli::doctor
