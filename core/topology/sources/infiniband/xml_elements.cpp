// Reads the elements of XML as administration tools print it.
#include "core/topology/sources/infiniband/xml_elements.h"

#include <algorithm>
#include <array>
#include <utility>

#include <fmt/format.h>

namespace topomorph::topology::infiniband {
namespace {

std::string_view trimmed(std::string_view text) {
  constexpr std::string_view kBlanks = " \t";
  const std::size_t first = std::min(text.find_first_not_of(kBlanks), text.size());
  return text.substr(first, text.find_last_not_of(kBlanks) + 1 - first);
}

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

bool XmlElements::to_next_tag() {
  for (;;) {
    if (at_ >= line_.size()) {
      const auto line = reader_.next();
      if (!line) return false;
      line_ = *line;
      at_ = 0;
      content_ += ' ';
    } else if (in_comment_) {
      const std::size_t end = line_.find("-->", at_);
      in_comment_ = end == std::string::npos;
      at_ = in_comment_ ? line_.size() : end + 3;
    } else {
      const std::size_t tag = std::min(line_.find('<', at_), line_.size());
      content_.append(line_, at_, tag - at_);
      at_ = tag;
      if (line_.compare(at_, 4, "<!--") == 0) {
        in_comment_ = true;
        at_ += 4;
      } else if (at_ < line_.size()) {
        return true;
      }
    }
  }
}

XmlElements::Event XmlElements::begin(std::string_view tag) {
  ends_at_once_ = tag.ends_with('/');
  name_ = tag.substr(0, tag.find_first_of(" \t/"));
  if (name_.empty()) reader_.fail(fmt::format("found <{}>, expected the name of an element", tag));
  if (open_.size() == kDeepest) reader_.fail(fmt::format("found more than {} elements in each other", kDeepest));
  content_.clear();
  open_.push_back(name_);
  return Event::Begin;
}

XmlElements::Event XmlElements::end(std::string_view tag) {
  const std::string_view name = trimmed(tag);
  if (open_.empty() || open_.back() != name) {
    reader_.fail(fmt::format("found </{}>, expected {}", name,
                             open_.empty() ? "no end of an element" : fmt::format("</{}>", open_.back())));
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
    if (tag.starts_with('?') || tag.starts_with('!')) continue;
    return tag.starts_with('/') ? end(tag.substr(1)) : begin(tag);
  }
  if (!open_.empty()) reader_.fail(fmt::format("found the end of the file, expected </{}>", open_.back()));
  return Event::EndOfFile;
}

}  // namespace topomorph::topology::infiniband
