// Parses options that are numbers.
#include "tools/topomorph/number_options.h"

#include <charconv>

#include <fmt/format.h>

#include "core/base/error.h"
#include "core/base/number.h"

namespace topomorph::cli {

namespace {

/// Returns the error; empty: none. "nan" is not above 0 either.
std::string check_seconds(const std::string& text) {
  double seconds = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), seconds);
  const bool good = error == std::errc() && end == text.data() + text.size() && seconds > 0;
  return good ? "" : fmt::format("found '{}', expected a number of seconds above 0", text);
}

}  // namespace

std::uint64_t positive_count(const std::string& text, const std::string& option, std::uint64_t most) {
  const auto count = parse_count(text);
  if (count && *count > 0 && *count <= most) return *count;
  throw InputError(fmt::format("{}: found '{}', expected a whole number of 1 or more{}", option, text,
                               most == ~std::uint64_t{0} ? "" : fmt::format(", at most {}", most)));
}

double real_from(const std::string& text, const std::string& option, double least) {
  const auto number = parse_real(text);
  if (number && *number >= least) return *number;
  throw InputError(fmt::format("{}: found '{}', expected a number of {} or more", option, text, least));
}

void add_time_limit(CLI::App& app, std::optional<double>& seconds, const std::string& help) {
  app.add_option("--time-limit", seconds, help)->check(check_seconds)->type_name("SECONDS");
}

}  // namespace topomorph::cli
