// The processes of one host, and what its first process tells the others.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "reorder/steps/own_comm.h"
#include "runtime/process/pmix.h"

namespace topomorph::reorder {

/// The processes of a communicator that share this one's host. Where the launcher's board tells them, no communicator
/// is made: making one takes as long as ten messages to each.
class HostPeers {
 public:
  /// `comm` must outlive it. Collective over `comm`; throws CollectiveError.
  explicit HostPeers(const OwnComm& comm);

  /// Whether it is known who they are. If not, this process must say so to the others of `comm`.
  bool valid() const { return comm_.valid(); }
  /// Whether this process has the lowest rank among them.
  bool is_first() const { return comm_.rank() == first_; }

  /// Collects on the first process what `mine` returns on each, and returns on each its part of what `answers` returns
  /// there. Both lists begin with the first process and have the same order. An exception of either function on any
  /// process is thrown as CollectiveError on all of the host. Collective over them.
  using Answers = std::function<std::vector<std::string>(const std::vector<std::string>& all)>;
  std::string ask_first(const std::function<std::string()>& mine, const Answers& answers) const;

 private:
  HostPeers(const OwnComm& comm, process::pmix::OwnText told);
  template <class Work>
  void for_each_other(Work work) const;
  std::string answer(std::string own, process::FixedString failure, const Answers& answers) const;

  process::pmix::OwnText told_;  ///< their ranks, as the launcher tells; null: they are all processes of `made_`
  const OwnComm made_;
  const OwnComm& comm_;
  int first_ = 0;
};

}  // namespace topomorph::reorder
