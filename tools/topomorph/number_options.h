// Options that are numbers, strictly read.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include <CLI/CLI.hpp>

namespace topomorph::cli {

/// A count from 1 to `most` as the user gave it. Throws InputError, which names the option.
std::uint64_t positive_count(const std::string& text, const std::string& option,
                             std::uint64_t most = ~std::uint64_t{0});

/// A real number of at least `least`. Throws InputError, which names the option.
double real_from(const std::string& text, const std::string& option, double least);

/// --time-limit SECONDS: above 0; not given: nothing.
void add_time_limit(CLI::App& app, std::optional<double>& seconds, const std::string& help);

}  // namespace topomorph::cli
