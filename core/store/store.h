// The folder in which topomorph auto keeps profiles and times: a folder per case, with a profile and a file per run.
//
// The store is files and not one database: network file systems often have no locks, or locks that hang, and SQLite's
// write-ahead log needs memory that all hosts share. No file is ever changed. Each run adds one, and the profile is
// replaced by renaming, which file servers do in one step. A reader finds the old profile or the new one, never a part.
// Two jobs that end together lose nothing. A killed job leaves at worst a file that nobody reads. The price is a small
// file per run, of which a case keeps at most kMostRuns.
//
//   STORE/format                        "topomorph store 1"
//   STORE/app-0123456789abcdef/case     program, identity, arguments, ranks
//                              profile.tmprof
//                              RUN.run     one per run; RUN begins with the time
//                              RUN.parts/  records of a first run that ended before MPI_Finalize
//   STORE/networks/                          networks.h
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "core/store/case.h"
#include "core/store/judgement.h"
#include "core/store/kept_folder.h"

namespace topomorph::store {

inline constexpr unsigned kFormatVersion = 1;
inline constexpr std::size_t kMostRuns = 64;     ///< of a case
inline constexpr std::size_t kMostCases = 1000;  ///< of a store

enum class Order {
  Launcher,
  Reordered,
  Outdated  ///< a new order for a pattern that the run no longer had; its times count for neither order
};

/// What became of the virtual topologies for which another order is asked (docs/topology-functions.md).
enum class Topologies {
  None,     ///< the program has made none
  Refused,  ///< they were to keep their order in this run
  Kept,     ///< none had a better order
  Moved     ///< ranks of some were moved
};

/// A run that ended normally.
struct Run {
  std::string id;          ///< new_run_id()
  std::string generation;  ///< the run that took the profile of this run's pattern
  std::string situation;   ///< runs with the same situation can be compared: equal places, equal costs
  std::string place;       ///< in words: "4 nodes"
  Order order = Order::Launcher;
  std::string model;  ///< the cost model that a new order was made for; empty: the launcher's order
  Topologies topologies = Topologies::None;
  std::string moved;     ///< of Topologies::Moved: their calls, such as "Cart_create 4x4"
  std::string decision;  ///< why this order: first, continued, gain, small, compare, slower, nothing, topologies,
                         ///< again, unsteady, damaged
  std::string why;       ///< the reason as a sentence
  double seconds = 0;    ///< in MPI, mean over the ranks
  double longest = 0;    ///< in MPI, of the rank with the longest time
  double elapsed = 0;    ///< from MPI_Init to MPI_Finalize
  double starting = 0;   ///< added to MPI_Init: to recall, and to make the new order
  double scale = 1;      ///< traffic of this run divided by that of the profile
  double gain = 0;       ///< predicted, percent; for Launcher: of the order that was not used, if it was computed
  double predicted = 0;  ///< of a new order: time in MPI divided by that in the launcher's order; 0: not known
  double drift = 0;      ///< percent of the traffic that differs from the profile
  bool drifted = false;  ///< the drift is so large that this run's profile replaced the old one
};

/// A case and its runs, the oldest first.
struct Entry {
  std::string folder;  ///< absolute path
  Case what;
  std::vector<Run> runs;
  std::string generation;            ///< of the profile; empty: no profile
  std::string profile_problem;       ///< why it cannot be read; empty: it can
  std::vector<std::string> damaged;  ///< run files that cannot be read

  std::string profile() const { return profile_in(folder); }
  static std::string profile_in(const std::string& folder) { return folder + "/profile.tmprof"; }
};

/// Returns "20261120T150102.123456Z-1a2b3c4d": unique, and sorted by time.
std::string new_run_id();

/// Returns the run that took a profile. A profile assembled from the records of an aborted run knows only its date.
/// Throws InputError.
std::string generation_of(const formats::ProfileFile& profile);

/// All functions throw InputError with the file if it has a later format, is no store, is damaged, or cannot be
/// written.
class Store {
 public:
  /// Checks the format of an existing store. Creates nothing on disk.
  explicit Store(Location location);

  const std::string& folder() const { return location_.folder; }
  const Location& location() const { return location_; }
  bool exists() const;
  /// Creates the store if there is none, and checks that some kilobytes can be written.
  void prepare() const;
  /// Throws the error that prepare() would throw. Removes everything that it creates for the check.
  void check_writable() const;
  /// Creates the case's folder if there is none.
  KeptFolder make(const Case& what) const;
  /// Opens the folder of a case.
  KeptFolder folder_of(const std::string& name) const;

  /// Returns the names of the folders of cases that begin like this, sorted.
  std::vector<std::string> names(const std::string& beginning = "") const;
  bool has(const std::string& name) const;  ///< whether a case has this name
  Case case_in(const std::string& name) const;
  Entry read(const std::string& name) const;
  /// Removes what is TopoMorph's in the folder of a case. Returns whether the folder is gone: foreign files stay.
  bool forget(const std::string& name) const;
  /// Drops the cases that were used longest ago until the rest takes at most `bytes` and has at most kMostCases. Never
  /// drops the case of the name `kept`.
  void bound(std::uint64_t bytes, const std::string& kept) const;

 private:
  void check_format(const KeptFolder& store) const;

  Location location_;
};

/// Returns the run's order of MPI_COMM_WORLD: "launcher", or the cost model of a new order.
std::string world_order(const Run& run);

/// Returns what the run's times are times of: its order of MPI_COMM_WORLD, with what else was moved, such as "hop-bytes
/// + Cart_create 4x4".
std::string order_name(const Run& run);

/// Returns whether the run's time in MPI can be compared with runs of this generation in this situation.
bool counts(const Run& run, const std::string& generation, const std::string& situation);

/// Returns the runs that count, and that something else on the machine has disturbed: their time outside MPI, which the
/// order does not change, is much longer than that of the quietest run.
std::vector<const Run*> disturbed_runs(std::span<const Run> runs, const std::string& generation,
                                       const std::string& situation);

/// Returns the times of the runs that count, by order: in MPI, scaled to the traffic of the profile, and what was added
/// to MPI_Init. Disturbed runs are left out, unless the order has no other.
std::vector<OrderTimes> times_of(std::span<const Run> runs, const std::string& generation,
                                 const std::string& situation);

/// Returns the gain in percent that a plan predicted at this run, of the order that was used or not; nothing if no plan
/// was made, or if more was moved than it predicted.
std::optional<double> predicted_gain(const Run& run);

/// Adds a run to a case and drops the oldest runs above kMostRuns.
void add_run(const KeptFolder& folder, const Run& run);

/// Removes from the folder of a case records and unfinished files that are more than a week old.
void remove_leftovers(const KeptFolder& folder);

}  // namespace topomorph::store
