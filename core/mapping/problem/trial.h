// A trial of the mapper: what it uses, and what it finds with other parameters or without some of its parts.
#pragma once

#include <cstdint>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <variant>

namespace topomorph::mapping {

/// A part is a constructor or refiner of components.cpp, a step of portfolio.cpp, one of "shared-slots", "fast-too" and
/// "more-seeds", which are further runs, or "uniform-part", which no run looks at. A trial belongs to one thread.
struct Trial {
  std::set<std::string, std::less<>> without;  ///< parts that do not run; not "identity", "balanced" and "chosen"
  std::set<std::string, std::less<>> due;      ///< parts that ran, or would have run without the line above

  /// Returns whether the part runs, which is due now.
  bool runs(std::string_view part) { return due.emplace(part), !without.contains(part); }
};

/// A number of parameters.def.
struct Parameter {
  std::string name;  ///< as the code has it: "kTree.small"
  std::variant<double*, std::uint64_t*, std::int64_t*, int*, std::uint32_t*> value;
  std::string_view reason;
};

std::span<const Parameter> parameter_table();

/// Changes a parameter in the whole process: before anything is mapped. Returns false if the text is no value of its
/// type.
bool set_parameter(const Parameter& parameter, std::string_view text);

/// Reads a file of lines such as "kTree.small 8192" and "without rcm"; `#` begins a comment. Changes the parameters,
/// and returns the rest. Throws InputError with the line for an unknown parameter, a value of another type, and other
/// lines.
Trial read_trial(const std::string& path);

}  // namespace topomorph::mapping
