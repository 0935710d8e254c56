// Words the measured network.
#include "tools/output/measured_network.h"

#include <fmt/format.h>

#include "core/base/text.h"
#include "core/wire/frame_io.h"

namespace topomorph::output {

namespace {

constexpr double kMicro = 1e6;

const char* place_of(wire::Reach reach) {
  static constexpr const char* kPlaces[] = {"inside a package", "inside a host", "behind a switch", "between hosts"};
  return kPlaces[static_cast<std::size_t>(reach)];
}

std::string rate_text(double bandwidth) { return volume_text(static_cast<std::uint64_t>(bandwidth)) + "/s"; }

std::string line_of(wire::Reach reach, const evaluation::ReachCosts& costs) {
  const std::string burst =
      costs.burst_bytes > 0 ? ", bursts of " + volume_text(static_cast<std::uint64_t>(costs.burst_bytes)) : "";
  return fmt::format("  {:<17} {:>9.3g} us {:>12}   send {:.3g} us, receive {:.3g} us{} ({})\n", place_of(reach),
                     costs.cost.latency * kMicro, rate_text(costs.cost.bandwidth), costs.send * kMicro,
                     costs.receive * kMicro, burst, counted(costs.pairs, "pair"));
}

/// Calls visit(reach, costs) for each reach that was measured.
template <typename Visit>
void each_reach(const evaluation::NetworkCosts& network, Visit visit) {
  for (std::uint32_t reach = 0; reach < wire::kReaches; ++reach) {
    if (const auto* costs = network.at(wire::Reach{reach})) visit(wire::Reach{reach}, *costs);
  }
}

}  // namespace

std::string network_text(const evaluation::NetworkCosts& network) {
  std::string text;
  each_reach(network, [&](wire::Reach reach, const auto& costs) { text += line_of(reach, costs); });
  return text;
}

std::string network_words(const evaluation::NetworkCosts& network) {
  std::string words;
  each_reach(network, [&](wire::Reach reach, const auto& costs) {
    words =
        fmt::format("{} {:.3g} us, {}", place_of(reach), costs.cost.latency * kMicro, rate_text(costs.cost.bandwidth));
  });
  return words;
}

nlohmann::ordered_json to_json(const evaluation::NetworkCosts& network) {
  if (network.empty()) return nullptr;
  nlohmann::ordered_json list = nlohmann::ordered_json::array();
  each_reach(network, [&](wire::Reach reach, const auto& costs) {
    list.push_back({{"reach", wire::name(reach)},
                    {"pairs", costs.pairs},
                    {"latency", costs.cost.latency},
                    {"bandwidth", costs.cost.bandwidth},
                    {"send", costs.send},
                    {"receive", costs.receive},
                    {"burst_bytes", costs.burst_bytes},
                    {"burst_bandwidth", costs.burst_bandwidth},
                    {"waiting", costs.waiting}});
  });
  return list;
}

}  // namespace topomorph::output
