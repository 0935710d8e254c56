// Checks the installation: settings, the library, preloading, the engine, the Fortran module, the store.
#include <chrono>
#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <optional>

#include <fmt/format.h>

#include "core/base/error.h"
#include "core/base/process.h"
#include "core/base/text.h"
#include "core/evaluation/network_costs.h"
#include "core/evaluation/network_doubt.h"
#include "core/formats/profile/reader.h"
#include "core/settings/settings.h"
#include "core/settings/site.h"
#include "core/store/names.h"
#include "core/store/networks.h"
#include "core/store/store.h"
#include "runtime/loading/library_file.h"
#include "runtime/process/engine_client.h"
#include "runtime/process/sink.h"
#include "tools/doctor/checks.h"
#include "tools/engine/known_network.h"
#include "tools/engine/verbs.h"
#include "tools/output/costs.h"
#include "tools/output/message.h"
#include "tools/programs/backs.h"
#include "tools/programs/child.h"

namespace topomorph::doctor {

namespace {

namespace fs = std::filesystem;

constexpr const char* kReinstall = "install TopoMorph again, with bin, lib and libexec";

/// Returns ", TOPOMORPH_MIN_GAIN=3", ", min-gain=10 (site)", ", mode=off (site, final)"; empty for a default.
std::string words_of_setting(const settings::Setting& setting) {
  const settings::Value value = settings::value(setting.id);
  switch (value.origin) {
    case settings::Origin::Environment:
      return fmt::format(", {}={}", setting.variable, value.text);
    case settings::Origin::Site:
      return fmt::format(", {}={} (site)", setting.option + 2, value.text);
    case settings::Origin::FinalSite:
      return fmt::format(", {}={} (site, final)", setting.option + 2, value.text);
    default:
      return "";
  }
}

std::string words_of_site_alone() {
  std::string words;
  for (const settings::SiteSetting& setting : settings::all_of_site()) {
    if (const std::string_view value = settings::site().of(setting.id); !value.empty())
      words += fmt::format(", {}={} (site)", setting.name, setting.id == settings::SiteId::HashNames ? "..." : value);
  }
  return words;
}

}  // namespace

Finding check_settings(Surroundings&) {
  std::string given;
  for (const settings::Setting& setting : settings::all()) {
    given += words_of_setting(setting);
    try {
      settings::text(setting.id);
    } catch (const InputError& error) {
      return {Verdict::Failure, error.what(), "correct or unset the variable"};
    }
  }
  if (const int problems = settings::site().problems(); problems > 0) {
    return {
        Verdict::Failure,
        fmt::format("{}{}", settings::site().problem(), problems > 1 ? fmt::format(", and {} more", problems - 1) : ""),
        "correct the file: what is wrong in it does not count"};
  }
  if (const std::string unknown = settings::unknown_variables_text(); !unknown.empty()) {
    return {Verdict::Warning, fmt::format("no setting of TopoMorph: {}", unknown),
            "see the environment in man topomorph"};
  }
  given += words_of_site_alone();
  return {Verdict::Ok, given.empty() ? "all have their defaults" : given.substr(2)};
}

/// Only an administrator can mend it, and no job suffers from it.
Finding check_records(Surroundings&) {
  const std::string_view sink = settings::site().of(settings::SiteId::Records);
  if (sink.empty()) return {Verdict::Ok, "the site wants none"};
  if (const char* const why = process::obstacle_to_delivery(sink)) {
    return {Verdict::Warning, fmt::format("{}: records of this user's jobs are lost: {}", sink, why),
            "see docs/administrators.md, Watch"};
  }
  return {Verdict::Ok, std::string(sink)};
}

/// Returns "; network measured by halo: inside a host 1.2 us, 5.1 GB/s", of the case with the newest such profile;
/// empty if there is none. Damaged cases are history's to tell.
std::string words_of_profiles(const store::Store& store) {
  std::string words;
  std::pair<std::int64_t, std::int64_t> newest = {};  // seconds and nanoseconds
  for (const std::string& name : store.names()) {
    try {
      const store::KeptFolder folder = store.folder_of(name);
      const auto there = folder.folder().look(store::kProfileName);
      if (!there) continue;
      const std::pair<std::int64_t, std::int64_t> time = {there->st_mtim.tv_sec, there->st_mtim.tv_nsec};
      if (time <= newest) continue;
      const formats::ProfileFile profile = folder.profile(store::kProfileName);
      const formats::ProfiledNetwork measured = formats::read_profile_network(profile);
      const evaluation::NetworkCosts network(measured.pairs);
      if (network.empty()) continue;
      newest = time;
      const std::string doubt = evaluation::doubt_about(measured.pairs, measured.doubt);
      words = fmt::format("; network measured by {}: {}", output::for_terminal(name.substr(0, name.rfind('-'))),
                          doubt.empty() ? output::network_words(network) : "doubtful, " + doubt);
    } catch (const InputError&) {
    }
  }
  return words;
}

/// Returns "; network of 4 hosts measured on 2026-11-20: between hosts 102 us, 11.9 MB/s", the newest that the store
/// has; without several hosts what profiles have.
std::string measured_words(const store::Store& store) {
  const auto newest = store::newest_network(store.folder());
  if (!newest) return words_of_profiles(store);
  constexpr std::size_t kDay = 10;  // of the date
  const std::vector<formats::ProfiledPair> pairs = engine::joined_pairs(*newest);
  const std::string doubt = evaluation::doubt_about(pairs);
  return fmt::format("; network of {} hosts measured on {}: {}", newest->fabric.hosts.size(),
                     output::for_terminal(newest->newest().date.substr(0, kDay)),
                     doubt.empty() ? output::network_words(evaluation::NetworkCosts(pairs)) : "doubtful, " + doubt);
}

/// Opens the store as topomorph auto does at the start of a job.
Finding check_store(Surroundings&) {
  constexpr const char* kElsewhere = "set TOPOMORPH_STORE to a folder that all hosts see and you may write";
  std::optional<store::Location> location;
  try {
    location = engine::store_location();
  } catch (const InputError& error) {
    return {Verdict::Warning, fmt::format("{}; only topomorph auto needs one", error.what()), kElsewhere};
  }
  const std::string& folder = location->folder;
  std::error_code none;
  const bool is_there = fs::exists(folder, none);
  try {
    store::Store(*location).check_writable();
  } catch (const InputError& error) {
    return {Verdict::Failure, fmt::format("topomorph auto cannot remember: {}", error.what()), kElsewhere};
  }
  return {Verdict::Ok, is_there ? folder + measured_words(store::Store(folder)) : folder + ", which will be made"};
}

Finding check_library(Surroundings&) {
  const std::string library = programs::library_path();
  if (library.empty()) return {Verdict::Failure, "libtopomorph.so is not installed beside this program", kReinstall};
  if (const char* const damage = loading::damage_of(library.c_str())) {
    return {Verdict::Failure, fmt::format("{} {}", library, damage),
            "install TopoMorph again, and see whether users may read its files"};
  }
  if (!can_be_preloaded(library)) {
    return {Verdict::Failure,
            fmt::format("{} has a colon, a blank or $ in its path: the loader cannot preload it", library),
            "install TopoMorph under another path"};
  }
  return {Verdict::Ok, library};
}

/// cat(1) prints its own memory map. It stands for any program without MPI.
Finding check_preloading(Surroundings&) {
  const std::string library = programs::library_path();
  const char* const others = std::getenv("LD_PRELOAD");
  const programs::ChildResult child =
      programs::run_child({programs::own_path(), "run", "--", "cat", "/proc/self/maps"}, kChildTimeout);
  const bool loaded = !library.empty() && child.out.find(fs::path(library).filename().string()) != std::string::npos;
  if (child.status != 0 || !loaded) {
    const std::string said = programs::complaint_in(child.err);
    return {Verdict::Failure,
            fmt::format("a program that topomorph run started (cat) does not have the library{}{}",
                        said.empty() ? "" : ": ", said),
            "see whether something on this machine clears LD_PRELOAD or denies it (a security module, a wrapper)"};
  }
  if (others != nullptr && *others != '\0') {
    return {Verdict::Ok, fmt::format("works; {} is preloaded after it", others)};
  }
  return {Verdict::Ok, "works: topomorph run loads the library into programs"};
}

Finding check_engine(Surroundings&) {
  const std::string path = programs::engine_program_path();
  if (path.empty()) return {Verdict::Failure, "topomorph-engine is not in libexec/topomorph", kReinstall};
  const auto start = std::chrono::steady_clock::now();
  try {
    process::Engine engine({"locate"}, path);
    wire::Buffer question;
    wire::append_text(question, wire::FrameType::Cpusets, "0\n");
    engine.send(question);
    engine.finish();
  } catch (const InputError& error) {
    return {Verdict::Failure, error.what(), fmt::format("run {} --version; {}", shell_path(path), kReinstall)};
  }
  const std::chrono::duration<double, std::milli> taken = std::chrono::steady_clock::now() - start;
  return {Verdict::Ok, fmt::format("{} answers in {:.0f} ms", path, taken.count())};
}

Finding check_fortran(Surroundings&) {
  const fs::path folder = fs::path(programs::library_path()).parent_path() / "topomorph";
  std::vector<programs::Back> having = programs::installed_backs();
  std::erase_if(having, [&](const programs::Back& back) {
    std::error_code none;
    return !fs::exists(folder / back.name / "libtopomorph_fortran.a", none);
  });
  const std::string always = "Fortran programs are measured and reordered; ";
  if (having.empty()) return {Verdict::Ok, always + "built without the module that lets them call tm_reorder"};
  return {Verdict::Ok, always + "the module topomorph is installed for " + programs::names_of(having)};
}

}  // namespace topomorph::doctor
