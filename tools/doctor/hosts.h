// The comparison of the hosts, when topomorph doctor runs as a job.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "tools/doctor/checks.h"

namespace topomorph::doctor {

/// The facts of one host by name: "library" -> path and digest.
struct HostFacts {
  std::string host;
  std::map<std::string, std::string> facts;
};

/// Returns a finding for each fact that differs between hosts, with the hosts that deviate from the majority. Returns
/// one good finding if nothing differs.
std::vector<Finding> compare_hosts(const std::vector<HostFacts>& hosts, std::size_t ranks);

/// Gathers the facts of all hosts on rank 0 and compares them there. Every rank starts topomorph-links, which does the
/// communication. Returns nothing on other ranks and in a job of one rank. Takes at most a minute; if not all ranks
/// have answered by then, the finding says so. A rank that cannot take part prints the reason with the name of its
/// host.
std::vector<Finding> check_hosts(Surroundings& surroundings);

std::string host_name();

/// Returns version, library, engine and MPI library, the result of preloading, PMIx, settings, and other preloaded
/// libraries. Starts the same programs as the checks, which takes some tenths of a second.
HostFacts host_facts(Surroundings& surroundings);

}  // namespace topomorph::doctor
