// Helpers of the core tests.
#include "tests/core/testing.h"

#include <cstdlib>

namespace topomorph {

bool operator==(const Traffic& a, const Traffic& b) {
  return a.source == b.source && a.destination == b.destination && a.bytes == b.bytes && a.messages == b.messages;
}

void PrintTo(const Traffic& traffic, std::ostream* out) {
  *out << traffic.source << "->" << traffic.destination << ": " << traffic.bytes << " bytes, " << traffic.messages
       << " messages";
}

namespace testing {

std::string data_file(const std::string& name) {
  const char* folder = std::getenv("TOPOMORPH_DATA");
  const auto path = std::filesystem::path(folder != nullptr ? folder : TOPOMORPH_DATA_DEFAULT) / name;
  return std::filesystem::exists(path) ? path.string() : std::string();
}

std::vector<Traffic> traffic_of(const Affinity& affinity) {
  std::vector<Traffic> traffic;
  for (Role role = 0; role < affinity.roles(); ++role) {
    for (const AffinityEntry& entry : affinity.row(role))
      traffic.push_back({role, entry.destination, entry.bytes, entry.messages});
  }
  return traffic;
}

Affinity random_affinity(std::uint64_t roles, std::size_t edges, std::uint64_t seed) {
  std::mt19937_64 random(seed);
  std::vector<Traffic> traffic;
  while (roles > 1 && traffic.size() < edges) {
    const Role source = random() % roles, destination = random() % roles;
    if (source != destination) traffic.push_back({source, destination, 1 + random() % 1000, 1 + random() % 9});
  }
  return Affinity::from_traffic(roles, std::move(traffic));
}

::testing::AssertionResult says(const std::string& message, const std::string& piece) {
  if (message.find(piece) != std::string::npos) return ::testing::AssertionSuccess();
  return ::testing::AssertionFailure() << "the message is \"" << message << "\", without \"" << piece << "\"";
}

}  // namespace testing
}  // namespace topomorph
