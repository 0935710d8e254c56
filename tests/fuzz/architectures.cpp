// Scotch's target architectures, hostfiles, and what is written of them.
#include <algorithm>
#include <functional>
#include <set>

#include "core/topology/export/export.h"
#include "core/topology/sources/scotch/scotch_file.h"
#include "core/topology/spec.h"
#include "tests/fuzz/support.h"
#include "tests/fuzz/targets.h"
#include "tools/command/places.h"

namespace topomorph::fuzz {

namespace {

/// Shapes of many slots are no fault, but each costs the time of many small ones.
bool is_large_shape(std::string_view text) {
  constexpr std::uint64_t kMuch = 1 << 16;
  const bool is_shape = std::any_of(text.begin(), text.end(), [](char c) {
    return c == 'm' || c == 'M' || c == 't' || c == 'T' || c == 'h' || c == 'H';
  });
  std::uint64_t product = 1, number = 0;
  for (const char c : text) {
    if (c >= '0' && c <= '9') {
      number = std::min(number * 10 + static_cast<std::uint64_t>(c - '0'), kMuch + 1);
    } else {
      product = std::min(product * std::max<std::uint64_t>(number, 1), kMuch + 1);
      number = 0;
    }
  }
  return is_shape && std::min(product * std::max<std::uint64_t>(number, 1), kMuch + 1) > kMuch;
}

std::string scotch_text(const GivenTopology& given) {
  std::string text;
  topology::write_scotch(given, [&text](std::string_view piece) { text += piece; });
  return text;
}

}  // namespace

void architecture(std::string_view input) {
  if (is_large_shape(input)) return;
  const MemoryFile file(input);
  const GivenTopology given = topology::read_scotch(file.path());
  const std::uint64_t slots = given.topology->slots();
  require(slots > 0, "an architecture has terminals");
  require(given.speeds.empty() || given.speeds.size() == slots, "every terminal has a speed");
  if (slots > 64) return;
  const MemoryFile written(scotch_text(given));  // an InputError: a distance that Scotch cannot have
  const GivenTopology again =
      without_error("what was written is read", [&] { return topology::read_scotch(written.path()); });
  require(again.topology->slots() == slots, "what was written has the same terminals");
  for (Slot a = 0; a < slots; ++a) {
    for (Slot b = 0; b < slots; ++b) {
      const std::uint64_t distance = given.topology->distance(a, b);
      require((a == b) == (distance == 0), "two terminals are apart");
      require(distance == given.topology->distance(b, a), "distances are symmetric");
      require(distance == again.topology->distance(a, b), "what was written has the same distances");
    }
  }
}

void hostfile(std::string_view input) {
  const MemoryFile file(input);
  const std::vector<std::string> hosts = command::hosts_of_job(file.path());
  require(!hosts.empty() && std::set(hosts.begin(), hosts.end()).size() == hosts.size(), "each host is there once");
  static const GivenTopology network = topology::read_topology("mesh:4x4");
  const std::vector<Slot> free = command::parse_hosts(file.path(), network, "--free");
  require(std::adjacent_find(free.begin(), free.end(), std::greater_equal<Slot>()) == free.end(), "free hosts ascend");
  require(!free.empty() && free.back() < 16, "free hosts are in the network");
}

}  // namespace topomorph::fuzz
