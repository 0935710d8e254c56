// The folder in which topomorph auto keeps profiles and times.
#include "core/store/store.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <cstring>
#include <ctime>
#include <filesystem>
#include <fstream>
#include <limits>
#include <random>

#include <fmt/format.h>

#include "core/base/atomic_file.h"
#include "core/base/error.h"
#include "core/base/number.h"
#include "core/formats/profile/profile.h"
#include "core/formats/profile/reader.h"
#include "core/store/run_file.h"

namespace topomorph::store {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kMagic = "topomorph store ";
constexpr const char* kCaseFile = "case";

std::string format_file(const std::string& folder) { return folder + "/format"; }

/// Returns nothing for a missing folder. Throws InputError for one that cannot be read.
std::vector<fs::directory_entry> content_of(const std::string& folder) {
  std::vector<fs::directory_entry> content;
  std::error_code error;
  for (fs::directory_iterator at(folder, error), end; !error && at != end; at.increment(error)) content.push_back(*at);
  if (error && error != std::errc::no_such_file_or_directory) {
    throw InputError(folder, 0, "cannot be read: " + error.message());
  }
  return content;
}

/// Returns whether the folder is empty, except for a format file that another job may be writing.
bool is_empty(const std::string& folder) {
  const auto content = content_of(folder);
  return std::all_of(content.begin(), content.end(), [](const fs::directory_entry& entry) {
    return entry.path().filename().string().starts_with("format");
  });
}

void make_folder(const std::string& folder) {
  std::error_code error;
  fs::create_directories(folder, error);
  if (error) throw InputError(folder, 0, "cannot be created: " + error.message());
}

/// Throws InputError for a full or read-only disk and a used-up quota before the run, not after it.
void try_to_write(const std::string& folder) {
  constexpr std::size_t kSome = 8192;
  const std::string name = folder + "/format.try." + new_run_id();
  errno = 0;
  std::ofstream file(name, std::ios::binary);
  file << std::string(kSome, '\n');
  file.close();
  const int error = errno;
  std::error_code ignored;
  fs::remove(name, ignored);
  if (!file) throw InputError(folder, 0, fmt::format("cannot be written to: {}", std::strerror(error)));
}

/// Creates the folders of a path, and in the end removes the ones it created unless another process uses them.
class FoldersForNow {
 public:
  explicit FoldersForNow(const fs::path& folder) {
    std::error_code error;
    for (fs::path at = folder; !fs::exists(at, error) && at.has_relative_path(); at = at.parent_path()) {
      made_.push_back(at);
    }
    try {
      make_folder(folder.string());
    } catch (...) {
      remove_made();
      throw;
    }
  }
  ~FoldersForNow() { remove_made(); }
  FoldersForNow(const FoldersForNow&) = delete;
  FoldersForNow& operator=(const FoldersForNow&) = delete;

 private:
  void remove_made() const {
    std::error_code used;
    for (const fs::path& folder : made_) fs::remove(folder, used);  // removes empty ones only
  }

  std::vector<fs::path> made_;  // deepest first
};

std::uintmax_t size_of(const fs::path& folder) {
  std::uintmax_t bytes = 0;
  std::error_code error;
  for (fs::recursive_directory_iterator at(folder, error), end; !error && at != end; at.increment(error)) {
    std::error_code gone;
    const auto size = at->is_regular_file(gone) ? at->file_size(gone) : 0;
    bytes += gone ? 0 : size;
  }
  return bytes;
}

void remove_folder(const std::string& folder) {
  std::error_code error;
  fs::remove_all(folder, error);
  if (error) throw InputError(folder, 0, "cannot be removed: " + error.message());
}

/// Returns the files NAME.run of a case in the order of time.
std::vector<std::string> run_files(const std::string& folder) {
  std::vector<std::string> files;
  for (const auto& entry : content_of(folder)) {
    if (entry.path().extension() == ".run") files.push_back(entry.path().string());
  }
  std::sort(files.begin(), files.end());
  return files;
}

template <typename Convert>
auto read_as(const std::string& file, Convert convert) {
  const wire::KeyValues values = read_values(file);
  try {
    return convert(values);
  } catch (const InputError& error) {
    throw Damaged(file, error.what());
  }
}

}  // namespace

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

std::string generation_of(const std::string& profile) {
  if (!fs::exists(profile)) return "";
  std::map<std::string, std::string> meta = formats::read_profile_meta(profile);
  return !meta["run"].empty() ? meta["run"] : "of " + meta["date"];
}

Store::Store(std::string folder) : folder_(std::move(folder)) {
  if (exists()) check_format();
}

bool Store::exists() const {
  std::error_code error;
  return fs::exists(format_file(folder_), error) || !is_empty(folder_);
}

void Store::check_format() const {
  const std::string path = format_file(folder_);
  std::ifstream file(path);
  std::string line;
  std::getline(file, line);
  if (!line.starts_with(kMagic)) throw InputError(folder_, 0, "is there and is no store of topomorph auto");
  const std::string version = line.substr(kMagic.size());
  if (version != std::to_string(kFormatVersion)) {
    throw InputError(folder_, 0, fmt::format("is a store of format '{}': expected {}", version, kFormatVersion));
  }
}

void Store::prepare() const {
  make_folder(folder_);
  std::error_code error;
  if (!fs::exists(format_file(folder_), error)) {
    AtomicFile file(format_file(folder_));
    file.write(fmt::format("{}{}\n", kMagic, kFormatVersion));
    file.commit();
  }
  check_format();
  try_to_write(folder_);
}

void Store::check_writable() const {
  const FoldersForNow made(folder_);
  std::error_code error;
  if (fs::exists(format_file(folder_), error)) check_format();
  try_to_write(folder_);
}

std::string Store::make(const Case& what) const {
  const std::string folder = folder_ + "/" + what.folder(), file = folder + "/" + kCaseFile;
  std::error_code error;
  if (!fs::exists(file, error)) {
    make_folder(folder);
    write_values(file, values_of(what));
  }
  return folder;
}

std::vector<std::string> Store::names() const {
  std::vector<std::string> names;
  for (const auto& entry : content_of(folder_)) {
    std::error_code error;
    if (fs::exists(entry.path() / kCaseFile, error)) names.push_back(entry.path().filename().string());
  }
  std::sort(names.begin(), names.end());
  return names;
}

Case Store::case_in(const std::string& name) const { return read_as(folder_ + "/" + name + "/" + kCaseFile, case_of); }

Entry Store::read(const std::string& name) const {
  Entry entry;
  entry.folder = folder_ + "/" + name;
  entry.what = case_in(name);
  for (const std::string& file : run_files(entry.folder)) {
    try {
      entry.runs.push_back(read_as(file, run_of));
      entry.runs.back().id = fs::path(file).stem().string();
    } catch (const Damaged&) {
      entry.damaged.push_back(file);
    } catch (const InputError&) {
      if (fs::exists(file)) throw;  // otherwise another job has dropped it
    }
  }
  try {
    entry.generation = generation_of(entry.profile());
  } catch (const InputError& error) {
    entry.profile_problem = error.what();
  }
  return entry;
}

void Store::forget(const std::string& name) const { remove_folder(folder_ + "/" + name); }

void Store::bound(std::uint64_t bytes, const std::string& kept_folder) const {
  struct Used {
    fs::file_time_type when;
    std::string folder;
    std::uintmax_t bytes;
  };
  std::vector<Used> cases;
  std::uintmax_t all = 0;
  for (const std::string& name : names()) {
    std::error_code error;
    const std::string folder = folder_ + "/" + name;
    cases.push_back({fs::last_write_time(folder, error), folder, size_of(folder)});
    all += cases.back().bytes;
  }
  std::sort(cases.begin(), cases.end(), [](const Used& a, const Used& b) { return a.when < b.when; });
  std::size_t left = cases.size();
  for (const Used& used : cases) {
    if (all <= bytes && left <= kMostCases) return;
    if (used.folder == kept_folder) continue;
    remove_folder(used.folder);
    all -= used.bytes;
    --left;
  }
}

bool counts(const Run& run, const std::string& generation, const std::string& situation) {
  return run.generation == generation && run.situation == situation && run.order != Order::Outdated && run.scale > 0;
}

namespace {

double outside_mpi(const Run& run) { return std::max(run.elapsed - run.seconds, 0.0) / run.scale; }

std::string order_of(const Run& run) { return run.order == Order::Launcher ? kLauncher : run.model; }

/// Adds the times of the runs whose order is not in `complete`.
void add_times(std::span<const Run* const> runs, const std::vector<OrderTimes>& complete,
               std::vector<OrderTimes>& times) {
  for (const Run* run : runs) {
    const std::string order = order_of(*run);
    if (std::ranges::find(complete, order, &OrderTimes::order) != complete.end()) continue;
    auto found = std::ranges::find(times, order, &OrderTimes::order);
    if (found == times.end()) found = times.insert(found, {order, {}, 0});
    const double starting = run->order == Order::Launcher ? 0 : run->starting;  // that order needs no plan
    found->seconds.push_back(run->seconds / run->scale + starting);
    found->starting += (starting - found->starting) / static_cast<double>(found->seconds.size());
    if (run->predicted > 0) found->predicted = run->predicted;
  }
}

}  // namespace

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
  return run.decision == "gain" || run.decision == "small" || run.decision == "continued" ? std::optional(run.gain)
                                                                                          : std::nullopt;
}

void add_run(const std::string& case_folder, const Run& run) {
  write_values(case_folder + "/" + run.id + ".run", values_of(run));
  const std::vector<std::string> files = run_files(case_folder);
  std::error_code gone;  // another job may drop them too
  for (std::size_t i = 0; i + kMostRuns < files.size(); ++i) fs::remove(files[i], gone);
}

void remove_leftovers(const std::string& case_folder) {
  constexpr auto kLong = std::chrono::hours(24 * 7);
  for (const auto& entry : content_of(case_folder)) {
    const std::string name = entry.path().filename().string();
    const bool lasts = name == kCaseFile || name == "profile.tmprof" || entry.path().extension() == ".run";
    std::error_code gone;
    const auto age = fs::file_time_type::clock::now() - entry.last_write_time(gone);
    if (!lasts && !gone && age > kLong) fs::remove_all(entry.path(), gone);
  }
}

}  // namespace topomorph::store
