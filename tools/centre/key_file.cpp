// Where the key of hashed names lies.
#include "tools/centre/key_file.h"

#include <cstdlib>

#include "core/base/error.h"
#include "core/base/file_name.h"
#include "core/base/folder.h"

namespace topomorph::centre {

namespace {

std::string configuration_folder() {
  const auto folder = [](const char* name) {
    const char* const value = std::getenv(name);
    return value != nullptr && *value == '/' ? std::string(value) : std::string();
  };
  if (const std::string given = folder("XDG_CONFIG_HOME"); !given.empty()) return given;
  if (const std::string home = folder("HOME"); !home.empty()) return home + "/.config";
  throw InputError(
      "--hash-names: no HOME and no XDG_CONFIG_HOME: there is no place for a key, expected --hash-key FILE");
}

}  // namespace

std::string default_key_file() {
  const std::string folder = configuration_folder() + "/topomorph";
  Folder::make_all(folder);
  return folder + "/hash-names.key";
}

store::SecretKey key_from_file(const std::string& path) {
  const std::string name(file_name(path)), folder = path.substr(0, path.size() - name.size());
  return store::secret_key_in(Folder(folder.empty() ? "." : folder), name);
}

}  // namespace topomorph::centre
