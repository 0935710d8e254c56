// Reads and writes files of affinities; the table of their formats.
#pragma once

#include <span>
#include <string>

#include "core/model/affinity.h"

namespace topomorph::formats {

/// Reads an affinity in the format that the file's ending names (affinity_formats()). Instead of a file, "cart:50x48"
/// etc. name the pattern of a process grid (core/model/cartesian_pattern.h), "parallel:tp=8,dp=4" etc. that of a
/// training job (core/model/training_notation.h). Throws InputError with the line.
///
/// Formats with one volume per pair cannot tell bytes from messages. The volume is stored as both, so that
/// `Weight::Messages` works on a matrix of messages as `Weight::Bytes` does on a matrix of bytes. Real volumes must be
/// whole numbers ("1.5e6" is one): rounding would turn a matrix of fractions into zeros.
Affinity read_affinity(const std::string& path);

/// Writes an affinity, in the format of the ending, to a temporary file and renames it. Formats with one volume get the
/// bytes; undirected formats get the sum of both directions. Throws InputError.
void write_affinity(const Affinity& affinity, const std::string& path);

/// Returns whether read_affinity(path) tells messages from bytes. Throws InputError for an unknown ending.
bool tells_messages(const std::string& path);

/// Returns whether the text names a pattern, and not a file.
bool names_pattern(const std::string& path);

/// A file format of affinities.
struct AffinityFormat {
  std::string ending;       ///< of the file name, with the dot
  std::string description;  ///< one line for people
  Affinity (*read)(const std::string& path);
  void (*write)(const Affinity& affinity, const std::string& path);  ///< null if the format is only read
  bool has_messages = false;                                         ///< stores them apart from bytes
};

/// Returns all formats that read_affinity and write_affinity know.
std::span<const AffinityFormat> affinity_formats();

}  // namespace topomorph::formats
