// What jobs communicate: a job of a log gets the application whose size is nearest, as in PaCMap (paper 001).
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

/// An application with its ranks in groups of a host each. They are the same whoever places the job: allocators choose
/// among hosts, mappers among orders of groups (as LibTopoMap does for nodes with several cores).
struct Application {
  std::string name;
  std::uint64_t ranks = 0;
  Affinity groups;           ///< what groups exchange; a role is a group, of as many ranks as a host has slots at most
  double bytes_of_unit = 1;  ///< that one byte of the affinity stands for
};

struct ApplicationOptions {
  std::vector<std::string> affinities;  ///< files, or grids as cart:8x8
  std::vector<std::string>
      patterns;  ///< of make_pattern(): one of each power of two, and half again, up to the machine
  std::uint64_t slots_per_host = 1;
  std::uint64_t hosts = 1;      ///< of the machine: larger applications are of no use
  double bytes_of_pair = 1e10;  ///< that two ranks that communicate exchange on average; 0: as the affinity says
  std::uint64_t seed = 1;
};

/// All applications that jobs may be; each is made when it is first asked for.
class Applications {
 public:
  /// Reads the affinities. Throws InputError as read_affinity() and make_pattern() do, and where there is none that
  /// fits the machine.
  explicit Applications(ApplicationOptions options);

  /// Index of what a job of so many ranks runs: the one of nearest size, by `seed` and `job` one of those of equal
  /// size. Jobs that fit into a host run something without traffic between hosts.
  std::size_t index_for(std::uint64_t ranks, std::uint64_t job) const;
  std::uint64_t hosts_of(std::size_t index) const;
  std::size_t size() const { return entries_.size(); }

  /// Groups the ranks of each of these that is not known yet, by partitioning; several at a time.
  void prepare(std::span<const std::size_t> indices, unsigned threads);
  /// Prepared before.
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
  std::vector<Entry> entries_;  // the one of a host first, then by size
};

}  // namespace topomorph::workload
