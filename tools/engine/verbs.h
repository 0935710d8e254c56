// What a job can ask the engine; each verb reads frames from `in` and answers with frames.
#pragma once

#include <optional>
#include <string>

#include "core/model/affinity.h"
#include "core/wire/frame_stream.h"

namespace topomorph::engine {

/// Options of `plan`.
struct PlanOptions {
  std::string program;   ///< as it was started; the profile may be of another one
  std::string profile;   ///< file with the affinity; empty: records come with the request
  std::string topology;  ///< SPEC in place of the locations: process p is on slot p; empty: the locations
  double min_gain = 5;   ///< percent
  Weight weight = Weight::Bytes;
  std::string cost = "hop-bytes";    ///< what to save: a CostModel by name
  std::string level_costs;           ///< file with latency and bandwidth of the levels; empty: assumed
  std::uint64_t seed = 1;            ///< engines on several hosts that search for the same job have different ones
  std::optional<double> time_limit;  ///< seconds for the search
  /// What the application said its pattern with ("Cart_create 12x12"), for the message; empty: it was measured. Edges
  /// between hosts then count before all else, and any gain is worth it: nothing has to be moved for it.
  std::string call;
};

/// `write`: Meta, records, End -> a profile at `path`. Nothing appears there before End arrived. Throws InputError.
wire::Buffer write_profile(wire::FrameStream& in, const std::string& path);

/// `locate`: Cpusets -> the Paths frame. Throws InputError.
wire::Buffer locate(wire::FrameStream& in);

/// `plan`: Locations, and Members and records (or Grid) where there is no profile -> Plan and Summary frames. Throws
/// InputError.
wire::Buffer plan(wire::FrameStream& in, const PlanOptions& options);

/// `recover`: the records that an aborted job left in `directory` -> a profile at `path`. A cut record, which a process
/// left that died while writing, is skipped. Returns a line for people. Throws InputError, also where there is no
/// record at all.
std::string recover(const std::string& directory, const std::string& path);

}  // namespace topomorph::engine
