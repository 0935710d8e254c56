// Writes the page of a report.
#include "tools/report/page.h"

#include <string_view>

#include "core/base/json_text.h"
#include "tools/report/json.h"

namespace topomorph::report {

namespace {

std::string inert(const std::string& json) {
  std::string result;
  result.reserve(json.size());
  for (const char c : json) {
    if (c == '<') {
      result += "\\u003c";
    } else {
      result += c;
    }
  }
  return result;
}

/// Returns the text that replaces `name` in the frame.
std::string_view content_of(std::string_view name, std::string_view data) {
  if (name == "style") return assets::kStyle;
  if (name == "script") return assets::kScript;
  return data;
}

}  // namespace

std::string page_of(const nlohmann::ordered_json& json) {
  static constexpr std::string_view kOpen = "{{", kClose = "}}";
  const std::string data = inert(json_text(json));
  std::string page;
  std::string_view rest = assets::kFrame;  // read once: replaced text is not searched again
  for (std::size_t open = rest.find(kOpen); open != std::string_view::npos; open = rest.find(kOpen)) {
    const std::size_t close = rest.find(kClose, open);
    page += rest.substr(0, open);
    page += content_of(rest.substr(open + kOpen.size(), close - open - kOpen.size()), data);
    rest.remove_prefix(close + kClose.size());
  }
  return page.append(rest);
}

}  // namespace topomorph::report
