// Parses the paths of processes inside their hosts.
#include "core/model/process_location.h"

#include <algorithm>

#include <fmt/format.h>

#include "core/base/error.h"
#include "core/base/number.h"

namespace topomorph::inline model {

namespace {

PathObject parse_object(std::string_view text, const ProcessLocation& location) {
  const std::string_view type = text.substr(0, text.find(':'));
  const auto number = parse_count(text.substr(std::min(type.size() + 1, text.size())));
  if (!number || *number >= kPathNumberLimit || std::find(kPlaces.begin(), kPlaces.end(), type) == kPlaces.end()) {
    throw InputError(
        fmt::format("host {}, place \"{}\": found \"{}\", expected an object and its number as in \"Package:0\"",
                    location.host, location.path, text));
  }
  return {type, *number};
}

}  // namespace

PathObject take_object(std::string_view& rest, const ProcessLocation& location) {
  const std::size_t slash = std::min(rest.find('/'), rest.size());
  const PathObject object = parse_object(rest.substr(0, slash), location);
  rest.remove_prefix(std::min(slash + 1, rest.size()));
  return object;
}

void check_path(const ProcessLocation& location) {
  for (std::string_view rest = location.path; !rest.empty();) take_object(rest, location);
}

}  // namespace topomorph::inline model
