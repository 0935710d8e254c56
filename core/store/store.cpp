// The folder in which topomorph auto keeps profiles and times.
#include "core/store/store.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <ctime>
#include <filesystem>
#include <limits>
#include <random>

#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include "core/base/atomic_file.h"
#include "core/base/error.h"
#include "core/base/number.h"
#include "core/formats/profile/profile.h"
#include "core/formats/profile/reader.h"
#include "core/store/names.h"
#include "core/store/run_file.h"

namespace topomorph::store {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kMagic = "topomorph store ";

/// Returns whether the folder is empty, except for a format file that another job may be writing.
bool is_empty(const KeptFolder& folder) {
  const auto names = folder.names();
  return std::ranges::all_of(names, [](const std::string& name) { return name.starts_with(kFormatName); });
}

/// Throws InputError for a full or read-only disk and a used-up quota before the run, not after it.
void try_to_write(const Folder& store, mode_t mode) {
  constexpr std::size_t kSome = 8192;
  try {
    AtomicFile file(store, fmt::format("{}.try.{}", kFormatName, new_run_id()), mode);
    file.write(std::string(kSome, '\n'));
    file.finish();
  } catch (const InputError&) {
    fail_by_errno(store.path(), "cannot be written to");
  }
}

/// Makes a folder in the nearest folder of the path, an absolute one, that is there, tries to write to it, and removes
/// it.
void try_to_make(const fs::path& folder) {
  const fs::path above = folder.parent_path();
  const auto there = Folder::open_if_there(above.string());
  if (!there) return try_to_make(above);  // the root is there
  const std::string name = folder.filename().string() + ".try." + new_run_id();
  try {
    there->make(name, S_IRWXU);
    try_to_write(there->enter(name), S_IRUSR | S_IWUSR);
  } catch (const InputError&) {
    const int error = errno;
    there->remove_folder(name);
    errno = error;
    fail_by_errno(folder.string(), "cannot be created");
  }
  there->remove_folder(name);
}

std::uintmax_t size_of_files(const Folder& folder) {
  std::uintmax_t bytes = 0;
  for (const std::string& name : folder.names()) {
    const auto status = folder.look(name);
    if (status && S_ISREG(status->st_mode)) bytes += static_cast<std::uintmax_t>(status->st_size);
  }
  return bytes;
}

/// A folder that cannot be read, because it is another user's, has no size.
std::uintmax_t size_of(const KeptFolder& folder) {
  std::uintmax_t bytes = size_of_files(folder.folder());
  for (const std::string& name : folder.names()) {
    if (!name.ends_with(kPartsEnding)) continue;
    try {
      bytes += size_of_files(folder.enter(name).folder());
    } catch (const InputError&) {
      continue;
    }
  }
  return bytes;
}

/// Returns the names of the files RUN.run of a case in the order of time.
std::vector<std::string> run_files(const KeptFolder& folder) {
  std::vector<std::string> names = folder.names();
  std::erase_if(names, [](const std::string& name) { return !is_run_name(name); });
  return names;
}

std::size_t surplus_of(const std::vector<std::string>& runs) { return runs.size() - std::min(runs.size(), kMostRuns); }

template <typename Convert>
auto read_as(const KeptFolder& folder, const std::string& name, Convert convert) {
  const wire::KeyValues values = read_values(folder, name);
  try {
    return convert(values);
  } catch (const InputError& error) {
    throw Damaged(folder.folder().path_of(name), error.what());
  }
}

/// A folder of another user or name, a link, or a folder that cannot be read is none.
bool is_case(const KeptFolder& store, const std::string& name) {
  if (!is_case_name(name)) return false;
  try {
    const auto folder = store.enter_if_there(name);
    return folder && folder->has(kCaseName);
  } catch (const InputError&) {
    return false;
  }
}

/// Looks at so many names at most: in a store that a group shares each member may make more.
std::vector<std::string> cases_in(const KeptFolder& store, const std::string& beginning = "") {
  constexpr std::size_t kMostLooks = 2 * kMostCases;
  std::vector<std::string> names = store.names();
  std::erase_if(names, [&](const std::string& name) { return !name.starts_with(beginning) || !is_case_name(name); });
  names.resize(std::min(names.size(), kMostLooks));
  std::erase_if(names, [&](const std::string& name) { return !is_case(store, name); });
  return names;
}

/// A profile in another user's store is not opened: that user could exchange it for a pipe meanwhile. The last run
/// names its pattern too.
void read_generation(const KeptFolder& folder, Entry& entry) {
  if (!folder.is_own()) {
    if (!entry.runs.empty() && folder.has(kProfileName)) entry.generation = entry.runs.back().generation;
    return;
  }
  try {
    if (!folder.folder().look(kProfileName)) return;
    entry.generation = generation_of(folder.profile(kProfileName));
  } catch (const InputError& error) {
    entry.profile_problem = error.what();
  }
}

}  // namespace

std::string generation_of(const formats::ProfileFile& profile) {
  auto meta = formats::read_profile_meta(profile);
  return !meta["run"].empty() ? meta["run"] : "of " + meta["date"];
}

std::string new_run_id() {
  const auto now = std::chrono::system_clock::now().time_since_epoch();
  const auto micros = std::chrono::duration_cast<std::chrono::microseconds>(now).count();
  const auto seconds = static_cast<std::time_t>(micros / 1'000'000);
  std::tm utc = {};
  gmtime_r(&seconds, &utc);
  std::array<char, 32> text{};
  std::strftime(text.data(), text.size(), "%Y%m%dT%H%M%S", &utc);
  return fmt::format("{}.{:06}Z-{:08x}", text.data(), micros % 1'000'000, std::random_device()());
}

Store::Store(Location location) : location_(std::move(location)) {
  if (exists()) check_format(*KeptFolder::open_if_there(location_));
}

bool Store::exists() const {
  const auto store = KeptFolder::open_if_there(location_);
  return store && (store->folder().look(kFormatName) || !is_empty(*store));
}

void Store::check_format(const KeptFolder& store) const {
  const std::string text = store.folder().look(kFormatName) ? store.read(kFormatName) : "";
  const std::string_view line = std::string_view(text).substr(0, text.find('\n'));
  const auto version = line.starts_with(kMagic) ? parse_count(line.substr(kMagic.size())) : std::nullopt;
  if (!version) throw InputError(folder(), 0, "is there and is no store of topomorph auto");
  if (*version != kFormatVersion)
    throw InputError(folder(), 0, fmt::format("is a store of format '{}': expected {}", *version, kFormatVersion));
}

void Store::prepare() const {
  const KeptFolder store = KeptFolder::open_to_write(location_);
  if (!store.folder().look(kFormatName)) store.write(kFormatName, fmt::format("{}{}\n", kMagic, kFormatVersion));
  check_format(store);
  try_to_write(store.folder(), store.file_mode());
}

void Store::check_writable() const {
  const auto store = KeptFolder::open_if_there(location_);
  if (!store) return try_to_make(fs::absolute(folder()).lexically_normal());
  store->check_writer();
  if (store->folder().look(kFormatName)) check_format(*store);
  try_to_write(store->folder(), store->file_mode());
}

KeptFolder Store::make(const Case& what) const {
  KeptFolder folder = KeptFolder::open_to_write(location_).make(what.folder());
  if (!folder.folder().look(kCaseName)) write_values(folder, kCaseName, values_of(what));
  return folder;
}

KeptFolder Store::folder_of(const std::string& name) const {
  const auto store = KeptFolder::open_if_there(location_);
  if (!store) throw InputError(folder(), 0, "is not there");
  return store->enter(name);
}

std::vector<std::string> Store::names(const std::string& beginning) const {
  const auto store = KeptFolder::open_if_there(location_);
  return store ? cases_in(*store, beginning) : std::vector<std::string>();
}

bool Store::has(const std::string& name) const {
  const auto store = KeptFolder::open_if_there(location_);
  return store && is_case(*store, name);
}

Case Store::case_in(const std::string& name) const { return read_as(folder_of(name), kCaseName, case_of); }

Entry Store::read(const std::string& name) const {
  const KeptFolder folder = folder_of(name);
  Entry entry;
  entry.folder = folder.path();
  entry.what = read_as(folder, kCaseName, case_of);
  const std::vector<std::string> files = run_files(folder);
  for (const std::string& file : std::span(files).subspan(surplus_of(files))) {
    try {
      entry.runs.push_back(read_as(folder, file, run_of));
      entry.runs.back().id = fs::path(file).stem().string();
    } catch (const Damaged&) {
      entry.damaged.push_back(folder.folder().path_of(file));
    } catch (const InputError&) {
      if (folder.folder().look(file)) throw;  // otherwise another job has dropped it
    }
  }
  read_generation(folder, entry);
  return entry;
}

bool Store::forget(const std::string& name) const { return KeptFolder::open_to_write(location_).remove_folder(name); }

void Store::bound(std::uint64_t bytes, const std::string& kept) const {
  struct Used {
    std::pair<std::int64_t, std::int64_t> when;
    std::string name;
    std::uintmax_t bytes;
  };
  const KeptFolder store = KeptFolder::open_to_write(location_);
  std::vector<Used> cases;
  std::uintmax_t all = 0;
  for (const std::string& name : cases_in(store)) {
    const KeptFolder folder = store.enter(name);
    const timespec when = folder.folder().status().st_mtim;
    cases.push_back({{when.tv_sec, when.tv_nsec}, name, size_of(folder)});
    all += cases.back().bytes;
  }
  std::ranges::sort(cases, {}, &Used::when);
  std::size_t left = cases.size();
  for (const Used& used : cases) {
    if (all <= bytes && left <= kMostCases) return;
    if (used.name == kept) continue;
    store.remove_folder(used.name);
    all -= used.bytes;
    --left;
  }
}

bool counts(const Run& run, const std::string& generation, const std::string& situation) {
  return run.generation == generation && run.situation == situation && run.order != Order::Outdated && run.scale > 0;
}

namespace {

double outside_mpi(const Run& run) { return std::max(run.elapsed - run.seconds, 0.0) / run.scale; }

/// Adds the times of the runs whose order is not in `complete`.
void add_times(std::span<const Run* const> runs, const std::vector<OrderTimes>& complete,
               std::vector<OrderTimes>& times) {
  for (const Run* run : runs) {
    const std::string order = order_name(*run);
    const bool moves = run->topologies == Topologies::Moved;
    if (std::ranges::find(complete, order, &OrderTimes::order) != complete.end()) continue;
    auto found = std::ranges::find(times, order, &OrderTimes::order);
    if (found == times.end()) found = times.insert(found, {order, {}, 0, 0, moves ? world_order(*run) : std::string()});
    const double starting = run->order == Order::Launcher ? 0 : run->starting;  // that order needs no plan
    found->seconds.push_back(run->seconds / run->scale + starting);
    found->starting += (starting - found->starting) / static_cast<double>(found->seconds.size());
    if (run->predicted > 0 && !moves) found->predicted = run->predicted;  // it is of the order of MPI_COMM_WORLD
  }
}

}  // namespace

std::string world_order(const Run& run) { return run.order == Order::Launcher ? kLauncher : run.model; }

std::string order_name(const Run& run) {
  return world_order(run) + (run.topologies == Topologies::Moved ? " + " + run.moved : "");
}

std::vector<const Run*> disturbed_runs(std::span<const Run> runs, const std::string& generation,
                                       const std::string& situation) {
  constexpr double kLonger = 1.25, kPartOfRun = 0.05;  // a run that computes little has much noise
  std::vector<const Run*> disturbed;
  double quietest = std::numeric_limits<double>::infinity();
  for (const Run& run : runs) {
    if (!counts(run, generation, situation)) continue;
    disturbed.push_back(&run);
    quietest = std::min(quietest, outside_mpi(run));
  }
  std::erase_if(disturbed, [&](const Run* run) {
    return outside_mpi(*run) <= kLonger * quietest + kPartOfRun * run->elapsed / run->scale + kUnseen;
  });
  return disturbed;
}

std::vector<OrderTimes> times_of(std::span<const Run> runs, const std::string& generation,
                                 const std::string& situation) {
  const std::vector<const Run*> disturbed = disturbed_runs(runs, generation, situation);
  std::vector<const Run*> quiet;
  for (const Run& run : runs) {
    if (counts(run, generation, situation) && std::ranges::find(disturbed, &run) == disturbed.end())
      quiet.push_back(&run);
  }
  std::vector<OrderTimes> known;
  add_times(quiet, {}, known);
  add_times(disturbed, std::vector<OrderTimes>(known), known);
  return known;
}

std::optional<double> predicted_gain(const Run& run) {
  if (run.topologies == Topologies::Moved) return std::nullopt;
  return run.decision == "gain" || run.decision == "small" || run.decision == "continued" ? std::optional(run.gain)
                                                                                          : std::nullopt;
}

void add_run(const KeptFolder& folder, const Run& run) {
  write_values(folder, run.id + std::string(kRunEnding), values_of(run));
  const std::vector<std::string> files = run_files(folder);
  for (const std::string& file : std::span(files).first(surplus_of(files))) folder.remove(file);  // or another job does
}

void remove_leftovers(const KeptFolder& folder) {
  constexpr std::time_t kLong = 7 * 24 * 3600;
  const std::time_t now = std::time(nullptr);
  for (const std::string& name : folder.names()) {
    const auto status = folder.folder().look(name);
    if (status && !is_lasting_name(name) && now - status->st_mtim.tv_sec > kLong) folder.remove(name);
  }
}

}  // namespace topomorph::store
