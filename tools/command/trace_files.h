// Traces from files: profiles and SimGrid's format.
#pragma once

#include <string>
#include <vector>

#include <CLI/CLI.hpp>

#include "core/trace/trace.h"

namespace topomorph::command {

/// Returns whether the name is that of a profile.
bool is_profile(const std::string& path);
/// Returns whether the name is that of a trace in SimGrid's format.
bool is_time_independent(const std::string& path);

/// Declares --flops: what turns the computation of SimGrid's traces into seconds, and back.
void add_flops(CLI::App& app, std::string& flops);
/// Returns the value of --flops. Throws InputError unless it is a number above 0.
double flops_from(const std::string& flops);

/// Reads the trace of one profile, or one trace in SimGrid's format from one or more files. Throws InputError.
trace::Trace read_traces(const std::vector<std::string>& paths, double flops_per_second);

}  // namespace topomorph::command
