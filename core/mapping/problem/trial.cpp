// A trial of the mapper: the table of parameters by name, and the file that changes them.
#include "core/mapping/problem/trial.h"

#include <algorithm>
#include <limits>
#include <type_traits>
#include <vector>

#include <fmt/format.h>

#include "core/base/line_reader.h"
#include "core/base/number.h"
#include "core/mapping/problem/parameters.h"

namespace topomorph::mapping {

namespace {

std::vector<Parameter> make_table() {
  std::vector<Parameter> table;
#define GROUP(Name)                    \
  {                                    \
    auto& group = changeable::k##Name; \
    const std::string prefix = "k" #Name ".";
#define PARAMETER(type, name, value, reason) table.push_back({prefix + #name, &group.name, reason});
#define COMPOUND(type, name, reason, ...)
#define END_OF(Name) }
#include "core/mapping/problem/parameters.def"
  return table;
}

template <class Number>
bool set(Number* value, std::string_view text) {
  if constexpr (std::is_floating_point_v<Number>) {
    const auto real = parse_real(text);
    if (real) *value = *real;
    return real.has_value();
  } else {
    const auto count = parse_count(text);
    const bool fits = count && *count <= static_cast<std::uint64_t>(std::numeric_limits<Number>::max());
    if (fits) *value = static_cast<Number>(*count);
    return fits;
  }
}

void read_line(const LineReader& reader, std::string_view line, Trial& trial) {
  Words words(line.substr(0, line.find('#')));
  const std::string_view name = words.next(), value = words.next();
  if (name.empty()) return;
  if (value.empty() || !words.next().empty()) {
    reader.fail(fmt::format("found \"{}\", expected \"kGROUP.NAME VALUE\" or \"without PART\"", line));
  }
  if (name == "without") {
    trial.without.emplace(value);
    return;
  }
  const auto table = parameter_table();
  const auto row = std::find_if(table.begin(), table.end(), [&](const Parameter& each) { return each.name == name; });
  if (row == table.end()) reader.fail(fmt::format("\"{}\" is no parameter of parameters.def", name));
  if (!set_parameter(*row, value)) reader.fail(fmt::format("{}: \"{}\" does not fit its type", name, value));
}

}  // namespace

std::span<const Parameter> parameter_table() {
  static const std::vector<Parameter> table = make_table();
  return table;
}

bool set_parameter(const Parameter& parameter, std::string_view text) {
  return std::visit([&](auto* value) { return set(value, text); }, parameter.value);
}

Trial read_trial(const std::string& path) {
  Trial trial;
  LineReader reader(path);
  while (const auto line = reader.next()) read_line(reader, *line, trial);
  return trial;
}

}  // namespace topomorph::mapping
