// What topomorph auto remembers: a folder with a folder for each case, and in that the profile and a file for each run.
//
// Files, not one database: network file systems often have no locks, or locks that hang, and SQLite's write-ahead log
// needs memory that all hosts share. Here nobody ever changes a file. Each run adds one of its own, and the profile is
// replaced by renaming, which file servers do in one step: a reader finds the old one or the new one, never half of
// one; two jobs that end at once lose nothing of each other's; a job that is killed leaves at worst a file that nobody
// reads. The price is a small file a run, and so there are at most kMostRuns of them in a case.
//
//   STORE/format                        "topomorph store 1"
//   STORE/app-0123456789abcdef/case     program, identity, arguments, ranks
//                              profile.tmprof
//                              RUN.run  one for each run; RUN begins with the time
//                              RUN.parts/  records of a first run that was ended before MPI_Finalize
#pragma once

#include <string>
#include <vector>

#include "core/store/case.h"

namespace topomorph::store {

inline constexpr unsigned kFormatVersion = 1;
inline constexpr std::size_t kMostRuns = 64;     ///< of a case
inline constexpr std::size_t kMostCases = 1000;  ///< of a store

enum class Order {
  Launcher,
  Reordered,
  Outdated  ///< a new order for a pattern that the run no longer had: its times say nothing of either order
};

/// One run that came to its end.
struct Run {
  std::string id;          ///< new_run_id()
  std::string generation;  ///< the run that took the profile of the pattern that this run had
  std::string situation;   ///< runs with the same one can be compared: equal places, equal costs
  std::string place;       ///< in words: "4 nodes"
  Order order = Order::Launcher;
  std::string decision;  ///< why this order, in a word: first, gain, small, compare, slower, unsteady, damaged
  std::string why;       ///< in a sentence
  double seconds = 0;    ///< in MPI, mean over the ranks
  double longest = 0;    ///< in MPI, of the rank that was there longest
  double elapsed = 0;    ///< from MPI_Init to MPI_Finalize
  double scale = 1;      ///< traffic of this run over that of the profile
  double gain = 0;       ///< predicted, percent; of Launcher: what there would have been, where it was asked for
  double drift = 0;      ///< percent of the traffic that went elsewhere than in the profile
  bool drifted = false;  ///< so many that this run's profile took the place of the old one
};

/// A case and its runs, the oldest first.
struct Entry {
  std::string folder;  ///< absolute
  Case what;
  std::vector<Run> runs;
  std::string generation;            ///< of the profile; empty: there is none
  std::string profile_problem;       ///< why it cannot be read; empty: it can
  std::vector<std::string> damaged;  ///< run files that cannot be read

  std::string profile() const { return profile_in(folder); }
  static std::string profile_in(const std::string& folder) { return folder + "/profile.tmprof"; }
};

/// "20261120T150102.123456Z-1a2b3c4d": unique, and in the order of time.
std::string new_run_id();

/// Which run took a profile; empty where there is none. Profiles that were put together from records of a run that was
/// ended early know only a date. Throws InputError.
std::string generation_of(const std::string& profile);

/// All functions throw InputError that names the file: of a later format, no store at all, damaged, unwritable.
class Store {
 public:
  /// Only what is there: reading changes nothing.
  explicit Store(std::string folder);

  const std::string& folder() const { return folder_; }
  bool exists() const;
  /// Makes the store where there is none; finds out whether some kilobytes can be written.
  void prepare() const;
  /// Whether prepare() would succeed, in the same words: what it makes for that is gone afterwards.
  void try_out() const;
  /// Makes the case's folder where there is none; returns its path.
  std::string make(const Case& what) const;

  std::vector<std::string> names() const;  ///< of the cases' folders, sorted
  Entry read(const std::string& name) const;
  void forget(const std::string& name) const;
  /// Drops the cases that were used longest ago until the rest is no larger than `bytes` and no more than kMostCases;
  /// never the one of this folder.
  void bound(std::uint64_t bytes, const std::string& kept_folder) const;

 private:
  void check_format() const;

  std::string folder_;
};

/// Whether the run's time in MPI can be compared with others of this generation in this situation.
bool counts(const Run& run, const std::string& generation, const std::string& situation);

/// Adds a run to a case, and drops the oldest ones above kMostRuns.
void add_run(const std::string& case_folder, const Run& run);

/// Removes records and unfinished files that nobody will ask for again: those of an earlier week.
void sweep(const std::string& case_folder);

}  // namespace topomorph::store
