// Reads the elements of XML as administration tools print it.
#include "core/topology/sources/infiniband/xml_elements.h"

#include <algorithm>
#include <array>
#include <utility>

#include <fmt/format.h>

#include "core/base/text.h"
#include "core/topology/sources/infiniband/tool_output.h"

namespace topomorph::topology::infiniband {
namespace {

/// Replaces the five entities that XML itself names. Others stay as they are.
std::string without_entities(std::string_view text) {
  static constexpr std::array<std::pair<std::string_view, char>, 5> kEntities = {
      {{"&amp;", '&'}, {"&lt;", '<'}, {"&gt;", '>'}, {"&quot;", '"'}, {"&apos;", '\''}}};
  std::string result;
  while (!text.empty()) {
    const auto found = std::find_if(kEntities.begin(), kEntities.end(),
                                    [&](const auto& entity) { return text.starts_with(entity.first); });
    const bool is_entity = found != kEntities.end();
    result += is_entity ? found->second : text.front();
    text.remove_prefix(is_entity ? found->first.size() : 1);
  }
  return result;
}

}  // namespace

std::string XmlElements::text() const { return without_entities(trimmed(content_)); }

/// Goes to the end of a comment, a declaration or CDATA, or of the line.
void XmlElements::to_end_of_special() {
  const std::size_t end = std::min(line_.find(until_, at_), line_.size());
  if (keeps_) content_.append(line_, at_, end - at_);
  at_ = std::min(end + until_.size(), line_.size());
  if (end < line_.size()) until_ = {};
}

/// Returns whether a comment, a declaration or CDATA begins here, and enters it.
bool XmlElements::begins_special() {
  struct Special {
    std::string_view begin, end;
  };
  static constexpr Special kCdata = {"<![CDATA[", "]]>"};
  static constexpr std::array<Special, 4> kAll = {{{"<!--", "-->"}, kCdata, {"<!", ">"}, {"<?", "?>"}}};
  const auto rest = std::string_view(line_).substr(at_);
  const auto found =
      std::find_if(kAll.begin(), kAll.end(), [&](const Special& special) { return rest.starts_with(special.begin); });
  if (found == kAll.end()) return false;
  at_ += found->begin.size();
  until_ = found->end;
  keeps_ = found->end == kCdata.end;
  return true;
}

bool XmlElements::to_next_tag() {
  for (;;) {
    if (at_ >= line_.size()) {
      const auto line = reader_.next();
      if (!line) return false;
      line_ = *line;
      at_ = 0;
      content_ += ' ';
    } else if (!until_.empty()) {
      to_end_of_special();
    } else {
      const std::size_t tag = std::min(line_.find('<', at_), line_.size());
      content_.append(line_, at_, tag - at_);
      at_ = tag;
      if (at_ < line_.size() && !begins_special()) return true;
    }
  }
}

XmlElements::Event XmlElements::begin(std::string_view tag) {
  ends_at_once_ = tag.ends_with('/');
  name_ = tag.substr(0, tag.find_first_of(" \t/"));
  if (name_.empty() || name_.find('<') != std::string::npos) {
    reader_.fail(fmt::format("found <{}>, expected the name of an element", shortened(tag)));
  }
  if (open_.size() == kDeepest) reader_.fail(fmt::format("found more than {} elements in each other", kDeepest));
  content_.clear();
  open_.push_back(name_);
  return Event::Begin;
}

XmlElements::Event XmlElements::end(std::string_view tag) {
  const std::string_view name = trimmed(tag);
  if (open_.empty() || open_.back() != name) {
    reader_.fail(fmt::format("found </{}>, expected {}", shortened(name),
                             open_.empty() ? "no end of an element" : fmt::format("</{}>", shortened(open_.back()))));
  }
  name_ = name;
  open_.pop_back();
  return Event::End;
}

XmlElements::Event XmlElements::next() {
  if (std::exchange(ends_at_once_, false)) return end(std::string(name_));
  while (to_next_tag()) {
    const std::size_t close = line_.find('>', at_);
    if (close == std::string::npos) reader_.fail("found a tag without its end, expected > on the same line");
    const std::string_view tag = std::string_view(line_).substr(at_ + 1, close - at_ - 1);
    at_ = close + 1;
    return tag.starts_with('/') ? end(tag.substr(1)) : begin(tag);
  }
  if (!open_.empty()) reader_.fail(fmt::format("found the end of the file, expected </{}>", shortened(open_.back())));
  return Event::EndOfFile;
}

}  // namespace topomorph::topology::infiniband
