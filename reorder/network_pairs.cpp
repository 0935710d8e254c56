// Deals the parts of the measuring pairs out to their processes.
#include "reorder/network_pairs.h"

#include <algorithm>

#include "core/wire/frame_io.h"
#include "reorder/steps/collective_error.h"
#include "reorder/steps/collective_step.h"
#include "reorder/steps/messages.h"
#include "reorder/steps/own_comm.h"
#include "reorder/steps/parts.h"

namespace topomorph::reorder {
namespace {

/// Returns the packages of the processes of a host, from the lines that its first process has of them.
std::vector<std::string> packages_in(const std::string& of_host, std::size_t processes) {
  constexpr int kFieldsBeforePath = 4;
  std::vector<std::string> packages;
  for (std::string& line : wire::lines(of_host)) {
    std::string_view rest = line;
    for (int field = 0; field < kFieldsBeforePath; ++field)
      rest.remove_prefix(std::min(rest.find('\t'), rest.size() - 1) + 1);
    packages.emplace_back(package_of(rest.substr(0, rest.find('\t'))));
  }
  packages.resize(processes);
  return packages;
}

}  // namespace

NetworkPairs::NetworkPairs(const OwnComm& comm, const Place& place)
    : host_(host_of(comm)), leaders_(part_of(comm, host_.valid() && host_.rank() == 0)) {
  // All learn of a failure before the next step: it waits for processes of the host, or for the first ones of all.
  HostParts inside;
  run_collectively(comm, [&] { inside = parts_inside(place); });
  run_collectively(comm, [&] {
    if (leaders_.valid()) keep_kinds(inside, kinds_here(kinds_in(inside)));
  });
  run_collectively(comm, [&] { take(wire::Reach::Package, host_, inside); });
  run_collectively(comm, [&] {
    if (leaders_.valid()) take(wire::Reach::Switch, leaders_, parts_outside(place));
  });
}

/// Gives each process its parts in two reaches, which the first process of `comm` knows.
void NetworkPairs::take(wire::Reach first, const OwnComm& comm, const HostParts& all) {
  const auto mine = unpacked(hand_out(comm, all).value_or(0));
  std::copy(mine.begin(), mine.end(), parts_.begin() + static_cast<std::ptrdiff_t>(first));
  reaches_ |= kinds_in(all) << static_cast<std::size_t>(first);
}

/// Returns the parts of the processes of this host, on its first process. Waits for nobody.
NetworkPairs::HostParts NetworkPairs::parts_inside(const Place& place) const {
  if (!host_.valid() || (host_.rank() == 0 && !leaders_.valid())) throw CollectiveError("MPI gave no communicator");
  if (host_.rank() != 0) return {};
  return parts_in_host(packages_in(place.of_host, static_cast<std::size_t>(host_.size())));
}

/// Returns what this host measures of the kinds that it has. The first host chooses: it may have none itself.
std::uint64_t NetworkPairs::kinds_here(std::uint64_t kinds) {
  const HostParts of_hosts = gather_numbers(leaders_, kinds);
  HostParts chosen;
  run_collectively(leaders_, [&] { chosen = kinds_of_hosts(of_hosts); });
  for (const std::uint64_t host : chosen) reaches_ |= host << static_cast<std::size_t>(wire::Reach::Package);
  return hand_out(leaders_, chosen).value_or(0);
}

NetworkPairs::HostParts NetworkPairs::parts_outside(const Place& place) const {
  const HostParts switches = gather_numbers(leaders_, switch_of(place.network));
  HostParts parts;
  run_collectively(leaders_, [&] {
    if (leaders_.rank() == 0) parts = parts_of_hosts(switches);
  });
  return parts;
}

}  // namespace topomorph::reorder
