// Options that are numbers.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include <CLI/CLI.hpp>

namespace topomorph::cli {

/// Returns a count from 1 to `most`. Throws InputError, which names the option.
std::uint64_t positive_count(const std::string& text, const std::string& option,
                             std::uint64_t most = ~std::uint64_t{0});

/// Returns a real number of at least `least`. Throws InputError, which names the option.
double real_from(const std::string& text, const std::string& option, double least);

/// Declares --time-limit SECONDS, above 0. Without it `seconds` is nothing.
void add_time_limit(CLI::App& app, std::optional<double>& seconds, const std::string& help);

}  // namespace topomorph::cli
