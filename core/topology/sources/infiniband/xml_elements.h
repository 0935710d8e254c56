// Reads the elements of XML as administration tools print it: values between tags, attributes of no interest.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/base/line_reader.h"

namespace topomorph::topology::infiniband {

/// Reads a file element by element. Skips attributes, comments and declarations. A tag stands on one line; comments,
/// declarations and CDATA may have several. Text in CDATA counts as other text does.
class XmlElements {
 public:
  explicit XmlElements(const std::string& path) : reader_(path) {}

  enum class Event { Begin, End, EndOfFile };

  /// Reads up to the next begin or end of an element. Throws InputError for tags without an end, ends that do not fit
  /// the begin, and a file that ends inside an element.
  Event next();

  const std::string& name() const { return name_; }  ///< of the element that began or ended
  /// Returns the text in front of the end of an element without elements inside, without surrounding blanks.
  std::string text() const;
  /// Returns the names of the elements around the current place, without the one that ended.
  const std::vector<std::string>& around() const { return open_; }
  const LineReader& reader() const { return reader_; }

 private:
  bool to_next_tag();
  void to_end_of_special();
  bool begins_special();
  Event begin(std::string_view tag);
  Event end(std::string_view tag);

  static constexpr std::size_t kDeepest = 64;

  LineReader reader_;
  std::string line_, name_, content_;
  std::size_t at_ = 0;         // in line_
  std::string_view until_;     // what ends the comment, the declaration or the CDATA; empty elsewhere
  bool keeps_ = false;         // the text up to there, as CDATA
  bool ends_at_once_ = false;  // <name/>
  std::vector<std::string> open_;
};

}  // namespace topomorph::topology::infiniband
