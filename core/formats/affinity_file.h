// Files of affinities: the table of their formats.
#pragma once

#include <span>
#include <string>

#include "core/model/affinity.h"

namespace topomorph::formats {

/// Reads an affinity; the format is chosen by the file's ending (see affinity_formats()). Throws InputError with the
/// line. Instead of a file, "cart:50x48" and the like name the pattern of a process grid
/// (core/model/cartesian_spec.h).
///
/// Formats with one volume per pair cannot tell bytes from messages: the volume is stored as both, so that
/// `Weight::Messages` works on a matrix of messages as `Weight::Bytes` does on one of bytes. Real volumes must be whole
/// numbers ("1.5e6" is): rounding would turn a matrix of shares into one of zeros.
Affinity read_affinity(const std::string& path);

/// Writes an affinity to a temporary file that is then renamed; the format is chosen by the ending. Formats with one
/// volume get the bytes; undirected formats get the sum of both directions. Throws InputError.
void write_affinity(const Affinity& affinity, const std::string& path);

/// Whether what read_affinity(path) reads tells messages from bytes. Throws InputError for an unknown ending.
bool tells_messages(const std::string& path);

/// One file format of affinities.
struct AffinityFormat {
  std::string ending;       ///< of the file name, with the dot
  std::string description;  ///< one line for people
  Affinity (*read)(const std::string& path);
  void (*write)(const Affinity& affinity, const std::string& path);  ///< null where the format is only read
  bool has_messages = false;                                         ///< keeps them apart from bytes
};

/// All formats: the one table behind read_affinity and write_affinity.
std::span<const AffinityFormat> affinity_formats();

}  // namespace topomorph::formats
