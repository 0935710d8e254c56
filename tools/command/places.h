// Slots and hosts as users name them: lists, networks whose slots are hosts, and the distances between places.
#pragma once

#include <string>
#include <vector>

#include "core/model/topology.h"
#include "core/topology/spec.h"

namespace topomorph::command {

/// Returns the hosts of a job in order, without repetition. Reads a file with lines "HOST ...", as in mpirun's
/// --hostfile, MPICH's "HOST:4,HOST:2", Slurm's "n7*2" and PBS's node files, with comments after '#'. If no such file
/// exists, reads the text as a list, "n[0-3],m1". Throws InputError, which names the option.
std::vector<std::string> hosts_of_job(const std::string& file_or_list, const std::string& option = "--check");

/// Returns the hosts that the topology lacks. Throws InputError if the topology has no host names.
std::vector<std::string> missing_hosts(const std::vector<std::string>& job, const GivenTopology& given);

/// Reads --topology with hosts as slots. Prints the assumptions. Throws InputError for a network with machines in its
/// places.
GivenTopology read_network(const std::string& spec);

/// Returns the listed hosts, ascending, without repetition. `text` is "all", or a file or list (see hosts_of_job) of
/// names of the network and of its numbers ("0-3,8"). Throws InputError, which names the option.
std::vector<Slot> parse_hosts(const std::string& text, const GivenTopology& network, const std::string& option);

/// Returns the hosts in the listed order. `text` is as for parse_hosts(), or "numbers": ascending. Throws InputError,
/// which names the option, unless the list has each host of the network once.
std::vector<Slot> parse_curve(const std::string& text, const GivenTopology& network, const std::string& option);

/// Returns the name of a host for a launcher; its number if the hosts have no names. Throws what
/// launchers::check_plain() throws.
std::string name_of_host(Slot host, const GivenTopology& network);

/// Returns "n[0-3],m1" for `sbatch --nodelist`, or "0-3,8" if the hosts have no names. `hosts` must ascend.
/// Throws as name_of_host() does.
std::string node_list(const std::vector<Slot>& hosts, const GivenTopology& network);

/// Returns {0, 1, 2, 3, 8} for "0-3,8": ascending, unique, all below `slots`. Throws InputError.
std::vector<Slot> parse_slot_list(const std::string& text, std::uint64_t slots);

/// Parses such a list, or "resources:FILE": the slots that netloc's resource file gives to a job. Throws InputError.
std::vector<Slot> parse_slots(const std::string& text, const GivenTopology& given);

/// A slot, or the first slot of a host, which stands for all: distances between hosts do not depend on the slot.
struct Place {
  std::string name;
  Slot slot = 0;
};

/// Parses a list of hosts and slot numbers: "n[0-3],m1", "0-3,8". A number that is the name of a host means the host.
/// `option` begins the messages. Throws InputError.
std::vector<Place> parse_places(const std::string& option, const std::string& text, const GivenTopology& given);

/// Returns a table with a row and a column for every place, divided by blanks.
std::string distances_text(const Topology& topology, const std::vector<Place>& places);

/// Returns {"places": [...], "slots": [...], "distances": [[...], ...]}.
std::string distances_json(const Topology& topology, const std::vector<Place>& places);

}  // namespace topomorph::command
