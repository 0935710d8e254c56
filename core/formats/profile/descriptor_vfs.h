// Lets SQLite read and write one file that is open already, and nothing else.
#pragma once

#include <string>

namespace topomorph::formats {

/// Registers the file system of SQLite's (VFS) whose only files are open descriptors, and returns its name. SQLite then
/// opens no file by its path, which another user could exchange meanwhile. It finds no journal beside the file, cannot
/// make or remove any file, and takes no lock.
const char* descriptor_vfs();

/// Returns the name of an open file in this VFS. SQLite takes a duplicate of the descriptor.
std::string name_in_vfs(int descriptor);

}  // namespace topomorph::formats
