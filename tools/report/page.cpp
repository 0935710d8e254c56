// Writes pages: frame, style, scripts and data in one file.
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

/// Appends the text that replaces `name` in the frame.
void append_content(std::string_view name, const PageKind& kind, std::string_view data, std::string& page) {
  if (name == "title") page += kind.title;
  if (name == "command") page += kind.command;
  if (name == "style") page += assets::kStyle;
  if (name == "script") page.append(assets::kSharedScript).append(kind.script);
  if (name == "data") page += data;
}

}  // namespace

std::string page_of(const PageKind& kind, const nlohmann::ordered_json& json) {
  static constexpr std::string_view kOpen = "{{", kClose = "}}";
  const std::string data = inert(json_text(json));
  std::string page;
  std::string_view rest = assets::kFrame;  // read once: replaced text is not searched again
  for (std::size_t open = rest.find(kOpen); open != std::string_view::npos; open = rest.find(kOpen)) {
    const std::size_t close = rest.find(kClose, open);
    page += rest.substr(0, open);
    append_content(rest.substr(open + kOpen.size(), close - open - kOpen.size()), kind, data, page);
    rest.remove_prefix(close + kClose.size());
  }
  return page.append(rest);
}

std::string page_of(const nlohmann::ordered_json& json) {
  return page_of({"TopoMorph report", "topomorph report FILE", assets::kScript}, json);
}

}  // namespace topomorph::report
