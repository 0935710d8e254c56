// The verbs of the engine: each reads frames from `in` and returns frames.
#pragma once

#include <optional>
#include <string>

#include "core/model/affinity.h"
#include "core/wire/frame_stream.h"

namespace topomorph::engine {

/// Options of `plan` and `recall`.
struct PlanOptions {
  std::string program;   ///< as it was started; the profile may be of another program
  std::string profile;   ///< file with the affinity; empty: the request has records
  std::string topology;  ///< SPEC that replaces the locations: process p is on slot p; empty: the locations
  double min_gain = 5;   ///< percent below which the order is kept
  Weight weight = Weight::Bytes;
  std::string cost = "hop-bytes";    ///< the CostModel, by name
  std::string level_costs;           ///< file with latency and bandwidth of the levels; empty: assumed
  std::uint64_t seed = 1;            ///< each engine of a portfolio search has another one
  std::optional<double> time_limit;  ///< seconds for the search
  /// The call that gave the pattern ("Cart_create 12x12"), for the message; empty: the pattern was measured. With a
  /// call, edges between hosts count before everything else, and any gain is enough: no data has to move for it.
  std::string call;
};

/// `write`: Meta, records, End -> a profile at `path`. The file appears only after End has arrived. Throws InputError.
wire::Buffer write_profile(wire::FrameStream& in, const std::string& path);

/// `locate`: Cpusets -> Paths. Throws InputError.
wire::Buffer locate(wire::FrameStream& in);

/// `plan`: Locations, and Members and records (or Grid) without a profile -> Plan and Summary. Throws InputError.
wire::Buffer plan(wire::FrameStream& in, const PlanOptions& options);

/// `recover`: makes a profile at `path` of the records that an aborted job left in `directory`. Skips records that are
/// cut, because their process died while writing. Returns a line for the user. Throws InputError, also if there is no
/// record.
std::string recover(const std::string& directory, const std::string& path);

}  // namespace topomorph::engine
