// Options that are numbers, strictly read.
#include "tools/topomorph/number_options.h"

#include <fmt/format.h>

#include "core/support/error.h"
#include "core/support/number.h"

namespace topomorph::cli {

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

}  // namespace topomorph::cli
