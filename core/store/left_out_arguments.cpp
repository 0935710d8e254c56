// Makes keys and digests of arguments.
#include "core/store/left_out_arguments.h"

#include <fmt/format.h>
#include <unistd.h>

#include "core/base/error.h"
#include "core/base/folder.h"
#include "core/store/secret_key.h"

namespace topomorph::store {
namespace {

constexpr std::string_view kWords = "(arguments left out, ";

}  // namespace

SipKey argument_key(const std::string& folder) {
  const Folder store(folder);
  const std::string name = fmt::format("arguments-{}.key", geteuid());
  const std::string key = secret_key_in(store, name).text;
  if (is_random_key(key)) return sip_key_of(key);
  // Another member of the store's group may have given the name to a file of this user that it can guess.
  throw InputError(store.path_of(name), 0, "is no key that topomorph has made: remove it");
}

std::string left_out(std::string_view arguments, const SipKey& key) {
  if (arguments.empty()) return "";
  return fmt::format("{}{})", kWords, hashed_name(arguments, key).data());
}

bool are_left_out(std::string_view arguments) { return arguments.starts_with(kWords); }

}  // namespace topomorph::store
