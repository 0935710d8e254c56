// A profile that is to be read: a path, or a file that is open already.
#pragma once

#include <memory>
#include <string>

#include "core/base/descriptor.h"

namespace topomorph::formats {

struct OpenProfile;

/// Functions that read a profile take one of these, or a path, from which it is made. The first of them opens a path,
/// over links. Where another user may exchange the file for a link, as in a store that a group shares, the caller opens
/// it by its own rules. Copies share the open file, and what readers keep of it. For one thread.
class ProfileFile {
 public:
  /// No profile.
  ProfileFile() = default;
  ProfileFile(std::string path) : path_(std::move(path)) {}  // NOLINT(google-explicit-constructor)
  ProfileFile(const char* path) : path_(path) {}             // NOLINT(google-explicit-constructor)
  /// `path` is for messages alone.
  ProfileFile(Descriptor open, std::string path)
      : path_(std::move(path)), open_(std::make_shared<Descriptor>(std::move(open))) {}

  bool empty() const { return path_.empty(); }
  const std::string& path() const { return path_; }
  /// The open file; nullptr: it is to be opened by its path.
  const Descriptor* descriptor() const { return open_.get(); }
  /// What the readers keep between them; nullptr before the first.
  std::shared_ptr<OpenProfile>& kept() const { return *kept_; }

 private:
  std::string path_;
  std::shared_ptr<Descriptor> open_;
  std::shared_ptr<std::shared_ptr<OpenProfile>> kept_ = std::make_shared<std::shared_ptr<OpenProfile>>();
};

}  // namespace topomorph::formats
