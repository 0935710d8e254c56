// What topomorph doctor finds when it runs as a job: whether all hosts have the same.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "tools/topomorph/doctor/check.h"

namespace topomorph::cli::doctor {

/// What one host has, by the name of what it is: "library" -> path and digest.
struct HostFacts {
  std::string host;
  std::map<std::string, std::string> facts;
};

/// A finding for each fact that is not the same on all hosts, naming those that differ from most; where nothing
/// differs, one that says so.
std::vector<Finding> compare_hosts(const std::vector<HostFacts>& hosts, std::size_t ranks);

/// Gathers the facts of all hosts on rank 0, through topomorph-links, which every rank starts, and compares them there;
/// nothing on other ranks and in a job of one rank. Takes no longer than a minute: where not all have answered until
/// then, that is the finding. A rank that cannot take part says so itself, with the name of its host.
std::vector<Finding> look_at_hosts(Surroundings& surroundings);

}  // namespace topomorph::cli::doctor
