// Makes keys and digests of arguments.
#include "core/store/left_out_arguments.h"


#include <fmt/format.h>
#include <unistd.h>

#include "core/base/folder.h"
#include "core/store/secret_key.h"

namespace topomorph::store {
namespace {

constexpr std::string_view kWords = "(arguments left out, ";
}  // namespace

SipKey argument_key(const std::string& folder) {
  return sip_key_of(secret_key_in(Folder(folder), fmt::format("arguments-{}.key", geteuid())).text);
}

std::string left_out(std::string_view arguments, const SipKey& key) {
  if (arguments.empty()) return "";
  return fmt::format("{}{})", kWords, hashed_name(arguments, key).data());
}

bool are_left_out(std::string_view arguments) { return arguments.starts_with(kWords); }

}  // namespace topomorph::store
