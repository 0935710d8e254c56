// Options that several verbs share: numbers, the search for a mapping, and the cost that it shall save.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <CLI/CLI.hpp>

#include "core/base/date.h"
#include "core/evaluation/cost_model.h"
#include "core/mapping/portfolio/map.h"
#include "tools/launchers/formats.h"
#include "tools/output/terminal.h"

namespace topomorph::command {

/// Returns a count from 1 to `most`. Throws InputError, which names the option.
std::uint64_t positive_count(const std::string& text, const std::string& option,
                             std::uint64_t most = ~std::uint64_t{0});

/// Returns the day or instant that the option names. Throws InputError.
DateSpan date_from(const std::string& text, const char* option);

/// Returns a real number of at least `least`. Throws InputError, which names the option.
double real_from(const std::string& text, const std::string& option, double least);

/// Declares --time-limit SECONDS, above 0. Without it `seconds` is nothing.
void add_time_limit(CLI::App& app, std::optional<double>& seconds, const std::string& help);

/// Declares --preset fast|default|best.
void add_preset(CLI::App& app, mapping::Preset& preset, const char* help);

/// Declares an option that takes a whole number of 0 or more.
void add_count(CLI::App& app, const char* option, std::uint64_t& value, const char* help);

/// Declares --seed N, from 0 to 2^64 - 1. CLI11 alone would read -1 and larger numbers as 2^64 - 1.
void add_seed(CLI::App& app, std::uint64_t& seed, const char* help);

/// Declares --seed, --threads and --weight.
void add_search_options(CLI::App& app, mapping::MapOptions& map);

/// Declares --color auto|always|never.
void add_colours(CLI::App& app, output::Colours& colours);

/// Declares --write FORMAT:FILE, --rankfile FILE and --rankfile-numbers.
void add_launcher_options(CLI::App& app, launchers::LauncherOptions& options);

/// Declares --cost with the choices, the default and the help of the setting. An unknown model is an InputError.
CLI::Option* add_cost(CLI::App& app, const std::function<void(evaluation::CostModel)>& take);

/// Declares --level-costs. Without it the costs of the levels follow from the distances.
void add_level_costs(CLI::App& app, std::string& level_costs);

/// Throws InputError for messages if the file has none.
void check_cost(evaluation::CostModel model, const std::string& affinity);

/// Refuses names without the ending of a page: a mistake would overwrite a profile. An empty name is none.
void check_page(const std::string& file, const char* option);

/// Writes a page, whole or not at all. Throws InputError.
void write_page(const std::string& page, const std::string& path);

/// Throws InputError for messages if the file has none.
void check_weight(Weight weight, const std::string& affinity);

/// Returns the cost model and the costs of the links. In a tree each level has a cost; elsewhere one latency and
/// bandwidth belong to a distance of 1. Without `level_costs` the topology may carry its own (`spec`). `routes` come
/// from the topology's source and may be null. If the affinity has no messages (tells_messages() of its file), all
/// latencies are 0: each byte would count as a message. Throws InputError.
evaluation::CostOptions cost_options(evaluation::CostModel model, const std::string& level_costs,
                                     const std::string& spec, const Topology& topology,
                                     std::shared_ptr<const Routing> routes, bool knows_messages);

/// Declares --flops: what turns the computation of SimGrid's traces into seconds, and back.
void add_flops(CLI::App& app, std::string& flops);
/// Returns the value of --flops. Throws InputError unless it is a number above 0.
double flops_from(const std::string& flops);

}  // namespace topomorph::command
