// Facts that several checks need, found out once, and a folder of the doctor's own for its job.
#include "tools/doctor/surroundings.h"

#include <cstdlib>
#include <exception>
#include <filesystem>
#include <system_error>

#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <sys/stat.h>
#include <unistd.h>

#include "core/base/error.h"
#include "core/base/line_reader.h"
#include "core/base/process.h"
#include "core/base/trusted_path.h"
#include "core/formats/profile/profile.h"
#include "core/formats/profile/reader.h"
#include "core/settings/site.h"
#include "core/store/store.h"
#include "tools/programs/child.h"

namespace topomorph::doctor {

namespace {

namespace fs = std::filesystem;

constexpr double kJobTimeout = 60;  // seconds
constexpr std::size_t kRanks = 2;
constexpr const char* kJobProfile = "job.tmprof";

/// Parses the line of JSON that a helper has printed; null for other output.
nlohmann::json answer_of(const programs::ChildResult& child) {
  return nlohmann::json::parse(child.out, nullptr, false);
}

MpiLibrary ask_mpi(loading::Kind wanted) {
  MpiLibrary mpi;
  mpi.links = programs::links_program_for(wanted);
  if (mpi.links.empty()) mpi.links = programs::links_program_for(loading::Kind::None);
  if (mpi.is_absent()) {
    mpi.problem =
        is_built_here() ? "not checked: topomorph-links is not built" : "topomorph-links is not in libexec/topomorph";
    return mpi;
  }
  const programs::ChildResult child = programs::run_child({mpi.links, "--about"}, kChildTimeout);
  const nlohmann::json answer = answer_of(child);
  if (child.status != 0 || !answer.is_object()) {
    mpi.problem = programs::problem_of(child);
    return mpi;
  }
  mpi.built = answer.value("built", "");
  mpi.found = answer.value("found", "");
  return mpi;
}

/// Returns the error in the profile of the job; empty: none.
std::string problem_of_profile(const Folder& folder, bool& exact) {
  try {
    const formats::Profile profile =
        formats::read_profile({folder.open_file(kJobProfile), folder.path_of(kJobProfile)});
    const std::size_t ranks = profile.ranks.size();
    exact = profile.meta.contains("collectives") && profile.meta.at("collectives") == "exact";
    return ranks == kRanks ? "" : fmt::format("{} of {} ranks are in the profile", ranks, kRanks);
  } catch (const InputError&) {
    return "no profile was written: the library was not active";
  }
}

/// Returns where temporary files belong: TMPDIR, else /tmp.
std::string temporary_place() {
  std::error_code error;
  const fs::path place = fs::temp_directory_path(error);
  if (error) throw InputError("TMPDIR: names no folder");
  return place.string();
}

/// Returns the line of a job that a list of the site file keeps TopoMorph out of; empty if none does.
std::string exclusion_in(std::string_view errors) {
  const std::size_t found = errors.find(settings::kHasThisJob);
  if (found == errors.npos) return "";
  const std::size_t begin = errors.substr(0, found).rfind(' ') + 1, end = errors.find('\n', found);
  return std::string(errors.substr(begin, end - begin));
}

TriedJob try_job_in(const Folder& folder, const std::string& launcher, const std::string& links) {
  TriedJob job;
  job.tried = true;
  const programs::ChildResult child =
      programs::run_child({launcher, "-n", fmt::format("{}", kRanks), programs::own_path(), "profile", "-o",
                           folder.path_of(kJobProfile), "--", links, "--hello"},
                          kJobTimeout,
                          {"OMPI_MCA_rmaps_base_oversubscribe=1",  // Open MPI 4, and 5
                           "PRTE_MCA_rmaps_default_mapping_policy=:oversubscribe"});
  const nlohmann::json answer = answer_of(child);
  if (child.status != 0 || !answer.is_object()) {
    job.problem = programs::problem_of(child);
    if (child.err.find("root") != std::string::npos && job.problem.find("root") == std::string::npos) {
      job.problem = "mpirun refuses to run as root";
    }
    return job;
  }
  job.cpus = answer.value("cpus", std::vector<int>());
  job.excluded = exclusion_in(child.err);
  if (!job.excluded.empty()) return job;
  job.problem = job.cpus.size() == kRanks ? problem_of_profile(folder, job.exact) : "the ranks did not find each other";
  return job;
}

TriedJob not_tried(const std::string& why) { return {.why_not = why}; }

TriedJob try_job(const std::string& launcher, const std::string& links) {
  std::optional<TemporaryFolder> own;
  try {
    own.emplace(temporary_place());
  } catch (const InputError& error) {
    return not_tried(fmt::format("no folder can be made for its profile: {} (TMPDIR)", error.what()));
  }
  return try_job_in(own->folder(), launcher, links);
}

std::string why_no_job(bool may_start, Surroundings& surroundings) {
  if (!may_start) return "--no-job";
  if (launched_by_mpi() || launched_rank_count() > 1) return "this is a rank of a job";
  if (surroundings.mpi().is_absent()) return "there is no topomorph-links";
  if (!surroundings.mpi().problem.empty()) return "no MPI library";
  const std::string& launcher = surroundings.launcher().version;
  if (launcher.empty()) return "no mpirun";
  return family_of(launcher) == family_of(surroundings.mpi().built) ? "" : "mpirun belongs to another MPI library";
}

/// Returns the first launcher of the family in PATH, else mpirun, if it exists.
Launcher find_launcher(const std::string& family) {
  Launcher first;
  for (const char* name : {"mpirun", "mpirun.openmpi", "mpirun.mpich"}) {
    const programs::ChildResult child = programs::run_child({name, "--version"}, kChildTimeout);
    if (child.status != 0) continue;
    const Launcher launcher = {name, launcher_version(child.out)};
    if (family.empty() || family_of(launcher.version) == family) return launcher;
    if (first.version.empty()) first = launcher;
  }
  return first;
}

}  // namespace

/// CMake keeps its cache beside the folders of a build.
bool is_built_here() {
  std::error_code none;
  return fs::exists(fs::path(programs::own_path()).parent_path().parent_path() / "CMakeCache.txt", none);
}

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

const MpiLibrary& Surroundings::mpi() {
  if (!mpi_) mpi_ = ask_mpi(wanted_kind());
  return *mpi_;
}

loading::Kind Surroundings::wanted_kind() {
  loading::Kind kind = program.empty() ? loading::Kind::None : programs::kind_of_program(program_libraries());
  if (kind == loading::Kind::None) kind = programs::kind_of_job();
  if (kind != loading::Kind::None) return kind;
  const std::string family = family_of(find_launcher("").version);
  if (family == "Open MPI") return loading::Kind::OpenMpi;
  return family.empty() ? loading::Kind::None : loading::Kind::Mpich;
}

const Launcher& Surroundings::launcher() {
  if (!launcher_) launcher_ = find_launcher(family_of(mpi().built));
  return *launcher_;
}

const TriedJob& Surroundings::job() {
  if (job_) return *job_;
  const std::string why_not = why_no_job(may_start, *this);
  job_ = why_not.empty() ? try_job(launcher().name, mpi().links) : not_tried(why_not);
  return *job_;
}

const programs::Libraries& Surroundings::program_libraries() {
  if (!libraries_) libraries_ = programs::libraries_of(program, kChildTimeout);
  return *libraries_;
}

namespace {

/// Whether another user can rename what the caller makes in this folder. The sticky bit keeps all from it but the
/// folder's owner.
bool others_may_exchange(const Folder& outer) {
  const struct stat status = outer.status();
  const bool keeps_names = (status.st_mode & S_ISVTX) != 0 && is_of_caller_or_root(status);
  struct stat own {};
  own.st_uid = geteuid();
  return !keeps_names && others_may_name(own, outer.descriptor(), status);
}

std::string made_in(const Folder& outer) {
  if (others_may_exchange(outer))
    throw InputError(outer.path(), 0, "others may rename what is made there: expected a folder of yours, or like /tmp");
  std::string name = "topomorph-doctor-" + store::new_run_id();
  if (!outer.make(name, S_IRWXU)) throw InputError(outer.path_of(name), 0, "is there already");
  return name;
}

void remove_all_in(const Folder& folder) {
  for (const std::string& name : folder.names()) {
    if (folder.remove(name)) continue;
    remove_all_in(folder.enter(name));
    folder.remove_folder(name);
  }
}

}  // namespace

TemporaryFolder::TemporaryFolder(const std::string& where)
    : outer_(where), name_(made_in(outer_)), folder_(outer_.enter(name_)) {}

TemporaryFolder::~TemporaryFolder() {
  try {
    remove_all_in(folder_);
    const auto there = outer_.look(name_);
    if (there && is_same_file(*there, folder_.status())) outer_.remove_folder(name_);
  } catch (const std::exception&) {
    return;  // it stays, as small as it is
  }
}

}  // namespace topomorph::doctor
