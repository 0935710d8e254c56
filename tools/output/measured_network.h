// The network that a job has measured, as text and JSON, with the same fields in every program.
#pragma once

#include <string>

#include <nlohmann/json.hpp>

#include "core/evaluation/network_costs.h"

namespace topomorph::output {

/// Returns a line for each reach that was measured, the nearest first; empty if none was.
std::string network_text(const evaluation::NetworkCosts& network);

/// Returns "between hosts 102 us, 11.9 MB/s", of the farthest reach that was measured; empty if none was.
std::string network_words(const evaluation::NetworkCosts& network);

/// Returns [{reach, pairs, latency, bandwidth, send, receive, burst_bytes, burst_bandwidth}] in seconds and bytes per
/// second, the nearest first; null if none was measured.
nlohmann::ordered_json to_json(const evaluation::NetworkCosts& network);

}  // namespace topomorph::output
