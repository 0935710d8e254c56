// Declares the options of all verbs that compute a mapping.
#include "tools/topomorph/mapping_options.h"

#include <algorithm>
#include <map>
#include <string>

#include <fmt/format.h>

#include "core/base/error.h"
#include "core/base/number.h"

namespace topomorph::cli {

namespace {

/// Declares an option that takes one of a few names.
template <typename Value>
void add_choice(CLI::App& app, const char* option, Value& value, const char* names, const char* help,
                const std::map<std::string, Value>& values) {
  const auto choose = [=, &value](const std::string& text) {
    const auto found = values.find(text);
    if (found == values.end()) throw InputError(fmt::format("{}: found '{}', expected {}", option, text, names));
    value = found->second;
  };
  const auto present =
      std::find_if(values.begin(), values.end(), [&](const auto& each) { return each.second == value; });
  app.add_option_function<std::string>(option, choose, help)->type_name(names)->default_str(present->first);
}

}  // namespace

void add_seed(CLI::App& app, std::uint64_t& seed, const char* help) {
  const auto set = [&seed](const std::string& text) {
    const auto number = parse_count(text);
    if (!number)
      throw InputError(fmt::format("--seed: found '{}', expected a whole number of 0 or more, below 2^64", text));
    seed = *number;
  };
  app.add_option_function<std::string>("--seed", set, help)->type_name("N")->default_str(std::to_string(seed));
}

void add_preset(CLI::App& app, mapping::Preset& preset, const char* help) {
  add_choice<mapping::Preset>(
      app, "--preset", preset, "fast|default|best", help,
      {{"fast", mapping::Preset::Fast}, {"default", mapping::Preset::Default}, {"best", mapping::Preset::Best}});
}

void add_search_options(CLI::App& app, mapping::MapOptions& map) {
  add_seed(app, map.seed, "same seed, same mapping");
  app.add_option("--threads", map.threads, "threads to map with")
      ->capture_default_str()
      ->check(CLI::Range(1u, 1024u).description(""))
      ->type_name("N");
  add_choice<Weight>(app, "--weight", map.weight, "bytes|messages",
                     "what --cost hop-bytes counts over the distance: bytes, or messages however long",
                     {{"bytes", Weight::Bytes}, {"messages", Weight::Messages}});
}

}  // namespace topomorph::cli
