// Assigns applications with patterns to the jobs of a log by size, and computes run times, as PaCMap's evaluation
// does [Tuncer 2015].
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "core/model/affinity.h"
#include "core/workload/swf.h"

namespace topomorph::workload {

/// An application whose ranks are grouped by host. The groups do not depend on who places the job: allocators choose
/// hosts, mappers choose orders of groups (as LibTopoMap does for nodes with several cores).
struct Application {
  std::string name;
  std::uint64_t ranks = 0;
  Affinity groups;           ///< traffic between groups; each role is a group of at most slots_per_host ranks
  double bytes_of_unit = 1;  ///< real bytes per byte of the affinity
};

struct ApplicationOptions {
  std::vector<std::string> affinities;  ///< files, or grids such as cart:8x8
  std::vector<std::string>
      patterns;  ///< names for make_pattern(); ranks are each power of two and 1.5 times it, up to the machine
  std::uint64_t slots_per_host = 1;
  std::uint64_t hosts = 1;      ///< of the machine; larger applications are ignored
  double bytes_of_pair = 1e10;  ///< mean bytes between two communicating ranks; 0: as in the affinity
  std::uint64_t seed = 1;
};

/// All applications that jobs may run. Each is built when it is first needed.
class Applications {
 public:
  /// Reads the affinities. Throws InputError as read_affinity() and make_pattern() do, and if none fits the machine.
  explicit Applications(ApplicationOptions options);

  /// Returns the application of a job with this many ranks: the nearest size; among equal sizes the choice depends on
  /// `seed` and `job`. Jobs that fit one host run an application without traffic between hosts.
  std::size_t index_for(std::uint64_t ranks, std::uint64_t job) const;
  std::uint64_t hosts_of(std::size_t index) const;
  std::size_t size() const { return entries_.size(); }

  /// Builds the missing ones of these applications and groups their ranks by partitioning, on several threads.
  void prepare(std::span<const std::size_t> indices, unsigned threads);
  /// The application must be prepared.
  const Application& at(std::size_t index) const { return *entries_[index].made; }

 private:
  struct Entry {
    std::string name;
    std::uint64_t ranks = 0;
    std::function<Affinity()> read;
    std::shared_ptr<const Application> made;
  };
  void add(std::string name, std::uint64_t ranks, std::function<Affinity()> read);
  void add_patterns(const std::string& name);
  Application make(const Entry& entry) const;

  ApplicationOptions options_;
  std::vector<Entry> entries_;  // the application of one host first, then by size
};

/// T = (1 + factor x hop-bytes^(exponent + tau)) x T_base, with tau uniform from -spread to spread. The authors fitted
/// the values to MiniGhost on 64 to 65536 cores of a Cray XE6.
struct RunTimeModel {
  double factor = 0.0019;
  double exponent = 0.16;
  double spread = 0.013;

  /// Returns seconds. `base` is the time without network costs, and the result for a job without hop-bytes.
  double seconds(double base, double hop_bytes, double tau) const;
  /// Returns the tau of a job. It does not depend on the placement, so that comparisons do not depend on random draws.
  double tau(std::uint64_t seed, std::uint64_t job) const;
};

/// "stencil2d", "stencil3d": nearest neighbours in the smallest sufficient square or cube, filled row by row. "mesh2d",
/// "mesh3d": unstructured meshes of random points in a square or cube, in no order; near points communicate (6 and 14
/// neighbours on average, as vertices of triangles and tetrahedra have). They replace the sparse matrices with geometry
/// of [Tuncer 2015].
std::span<const std::string> pattern_names();

/// One byte and one message each way between neighbours. Same seed, same pattern. Throws InputError for an unknown
/// name, for no ranks and for more than kMaxRoles.
Affinity make_pattern(const std::string& name, std::uint64_t ranks, std::uint64_t seed);

}  // namespace topomorph::workload
