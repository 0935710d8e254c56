// The values that a measurement of the network finds, and sets of them as bits.
#pragma once

#include <cstdint>

namespace topomorph::inline base {

enum class NetworkValue : std::uint32_t { Latency, Rate, Burst, Send, Receive, Waiting };
inline constexpr std::uint32_t kNetworkValues = 6;

constexpr std::uint32_t bit_of(NetworkValue value) { return std::uint32_t{1} << static_cast<std::uint32_t>(value); }

}  // namespace topomorph::inline base
