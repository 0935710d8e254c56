// Tells by the kernel's word who answers for a file of records.
#include "core/accounting/accounts.h"

#include <algorithm>
#include <limits>

#include <fmt/format.h>
#include <pwd.h>
#include <sys/stat.h>
#include <unistd.h>

#include "core/base/error.h"
#include "core/base/number.h"

namespace topomorph::accounting {

namespace {

constexpr std::size_t kEntry = std::size_t{1} << 16;  // in bytes; longer than any entry of a database of users

std::optional<std::string> user_of_number(std::uint32_t number) {
  passwd entry = {}, *found = nullptr;
  std::vector<char> buffer(kEntry);
  if (getpwuid_r(number, &entry, buffer.data(), buffer.size(), &found) != 0 || found == nullptr) return std::nullopt;
  return std::string(entry.pw_name);
}

std::uint32_t number_of_user(const std::string& user) {
  passwd entry = {}, *found = nullptr;
  std::vector<char> buffer(kEntry);
  if (getpwnam_r(user.c_str(), &entry, buffer.data(), buffer.size(), &found) == 0 && found != nullptr) {
    return entry.pw_uid;
  }
  const auto number = parse_count(user);
  if (number && *number < std::numeric_limits<std::uint32_t>::max()) return static_cast<std::uint32_t>(*number);
  throw InputError(fmt::format("--trusted-owner: found '{}', expected the name or number of a user", user));
}

/// Whether others than the owner may write to the file. A private group of the user who runs the command is no other.
bool is_open_to_others(const FileStatus& file) {
  const bool is_private = file.user != 0 && file.user == geteuid() && file.group == getegid();
  return (file.mode & S_IWOTH) != 0 || ((file.mode & S_IWGRP) != 0 && !is_private);
}

const char* shared_name(Standing standing) {
  return standing == Standing::Open ? "(nobody known)" : "(owners without a name)";
}

}  // namespace

Accounts::Accounts(const std::vector<std::string>& trusted, const Limits& limits) : limits_(limits) {
  for (const std::string& user : trusted) believed_.emplace_back(number_of_user(user), true);
  believed_.emplace_back(0, false);
  believed_.emplace_back(geteuid(), false);
}

Standing Accounts::standing_of(const FileStatus& file, bool has_name) const {
  if (!file.is_regular) return Standing::Believed;
  const auto found = std::ranges::find(believed_, file.user, &std::pair<std::uint32_t, bool>::first);
  if (found == believed_.end()) return has_name ? Standing::Owner : Standing::Nameless;
  return found->second || !(file.is_linked || is_open_to_others(file)) ? Standing::Believed : Standing::Open;
}

Account& Accounts::account_of(Standing standing, const std::string& name) {
  Account*& account = known_[{standing, name}];
  if (account == nullptr) {
    account = &accounts_.emplace_back();
    account->name = name;
    account->standing = standing;
    if (account->is_limited()) account->most_names = limits_.most_names;
  }
  return *account;
}

FileOwner Accounts::owner_of(const FileStatus& file) {
  auto [known, is_new] = names_.try_emplace(file.user);
  auto& [name, has_name] = known->second;
  if (is_new) {
    const auto user = user_of_number(file.user);
    has_name = user.has_value();
    name = user.value_or(std::to_string(file.user));
  }
  const Standing standing = standing_of(file, has_name);
  if (!file.is_regular) return {"", &account_of(standing, "(a pipe)")};
  if (standing == Standing::Open) return {"", &account_of(standing, shared_name(standing))};
  return {name, &account_of(standing, standing == Standing::Nameless ? shared_name(standing) : name)};
}

FileOwner Accounts::owner_of_sender(std::optional<std::uint32_t> user) {
  if (!user) return {"", &account_of(Standing::Open, shared_name(Standing::Open))};
  FileStatus own;  // as a file that the sender alone can write to
  own.is_regular = true;
  own.user = *user;
  own.mode = S_IRUSR | S_IWUSR;
  return owner_of(own);
}

std::vector<const Account*> Accounts::in_trouble() const {
  std::vector<const Account*> found;
  for (const Account& account : accounts_) {
    if (account.trouble() > 0) found.push_back(&account);
  }
  std::ranges::sort(found, [](const Account* a, const Account* b) {
    return a->trouble() != b->trouble() ? a->trouble() > b->trouble() : a->name < b->name;
  });
  return found;
}

}  // namespace topomorph::accounting
