// Where the key of hashed names lies.
#include "tools/centre/key_file.h"

#include "core/base/error.h"
#include "core/base/file_name.h"
#include "core/base/folder.h"
#include "core/base/process.h"

namespace topomorph::centre {

std::string default_key_file() {
  const std::string configuration = user_folder("XDG_CONFIG_HOME", "/.config");
  if (configuration.empty())
    throw InputError(
        "--hash-names: no HOME and no XDG_CONFIG_HOME: there is no place for a key, expected --hash-key FILE");
  return Folder::make_all(configuration + "/topomorph").path_of("hash-names.key");
}

store::SecretKey key_from_file(const std::string& path) {
  return store::secret_key_in(Folder(std::string(folder_name(path))), std::string(file_name(path)));
}

}  // namespace topomorph::centre
