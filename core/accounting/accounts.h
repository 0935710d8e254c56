// Who answers for the records of a file: its owner, whether its text is believed, and what one owner may add to the
// sums.
#pragma once

#include <cstdint>
#include <deque>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace topomorph::accounting {

/// What was left out, and where the first of it is.
struct Places {
  std::uint64_t count = 0;
  std::string first = {};  ///< "FILE:LINE: what is wrong", or "FILE:LINE"

  void add(const std::string& place) {
    add_with([&] { return place; });
  }
  /// Calls make() for the first place alone: a hostile file can have millions.
  template <class Make>
  void add_with(Make make) {
    if (count++ == 0) first = make();
  }
};

/// What records may say, and how much one owner may add. The defaults are above what any known machine and user has, so
/// a centre that knows its own machine gives less.
struct Limits {
  double most_hosts = 200'000;                 ///< of a job
  double most_seconds = 366.0 * 24 * 60 * 60;  ///< of a job, from MPI_Init to MPI_Finalize
  std::uint64_t most_names = 256;              ///< rows that one owner's records begin
  std::uint64_t most_bytes = 1'000'000'000;    ///< of text in one owner's files, unpacked
};

/// Whether the text of a record is believed when it names a user.
enum class Standing {
  Believed,  ///< files of root, of who runs the command, and of owners named as trusted; pipes that were handed over
  Owner,     ///< files of a user of this machine: whatever they say, it is this user's
  Nameless,  ///< files of numbers without a user: the ids that a user may make up for containers are such
  Open       ///< files of a believed owner that others may write to: anybody can have written a line
};

/// What the files of one owner have added, and what of them was not used as it stands. All nameless owners share one
/// account, and all open files: else one user, who has 65536 numbers for containers, would have as many quotas.
struct Account {
  std::string name;  ///< of the user; of an account that several share, words in parentheses
  Standing standing = Standing::Believed;
  std::uint64_t most_names = ~std::uint64_t{0};  ///< rows that its records may begin
  std::uint64_t bytes = 0;                       ///< of text, with what a line and a file cost besides
  double node_hours = 0;                         ///< that its records claim, of those that were used
  std::uint64_t names = 0;                       ///< rows that its records have begun
  std::uint64_t cases = 0;                       ///< pairs of program and ranks that its records have begun
  Places impossible;                             ///< records that no job of this site can have left
  Places excess;    ///< files of which the rest was not read, because they have too much text
  Places disputed;  ///< records that name a user other than the owner of their file; they count as the owner's
  Places holes;     ///< files with parts that were never written
  std::uint64_t crowded = 0;  ///< jobs that are in the sums and in no row: their owner's quota of names is used up

  bool is_limited() const { return standing != Standing::Believed; }
  /// Returns whether one more row may begin, and notes that it has. A row that was given up is handed back.
  bool takes_name() { return takes(names, most_names); }
  /// The same for a pair of program and ranks, of which a name may have several.
  bool takes_case() { return takes(cases, most_names > kMany ? most_names : kCasesOfName * most_names); }
  /// Returns how much was not used as it stands, whatever it is.
  std::uint64_t trouble() const { return impossible.count + excess.count + disputed.count + holes.count + crowded; }

 private:
  static constexpr std::uint64_t kCasesOfName = 4, kMany = 1'000'000'000;

  static bool takes(std::uint64_t& count, std::uint64_t most) {
    if (count >= most) return false;
    ++count;
    return true;
  }
};

/// What is known of an open file, by the kernel's word alone.
struct FileStatus {
  std::uint32_t user = 0, group = 0, mode = 0;
  std::uint64_t device = 0, inode = 0;
  bool is_regular = false;  ///< else a pipe or socket that was handed to this process
  bool is_linked = false;   ///< a file of a folder that has other names: anybody may have linked it there
};

struct FileOwner {
  std::string name;            ///< of the user, or its number; empty where nobody is known to have written
  Account* account = nullptr;  ///< never null
};

/// The accounts of all owners. Their addresses stay, also when the object moves.
class Accounts {
 public:
  /// `trusted` are names or numbers of users whose files are believed although others' records are in them. Throws
  /// InputError for a user whom this machine does not know.
  explicit Accounts(const std::vector<std::string>& trusted = {}, const Limits& limits = {});

  Accounts(Accounts&&) = default;
  Accounts& operator=(Accounts&&) = default;

  /// Returns who answers for a file.
  FileOwner owner_of(const FileStatus& file);
  /// Returns who answers for a line that a collector has from this user, by the collector's word; nothing: from nobody
  /// known.
  FileOwner owner_of_sender(std::optional<std::uint32_t> user);

  const Limits& limits() const { return limits_; }
  /// Returns the accounts of which anything was not used as it stands, the most of it first.
  std::vector<const Account*> in_trouble() const;

 private:
  Account& account_of(Standing standing, const std::string& name);
  Standing standing_of(const FileStatus& file, bool has_name) const;

  Limits limits_;
  std::vector<std::pair<std::uint32_t, bool>> believed_;         // users, and whether also where others may write
  std::map<std::uint32_t, std::pair<std::string, bool>> names_;  // by number of the user; whether it is a name
  std::deque<Account> accounts_;
  std::map<std::pair<Standing, std::string>, Account*> known_;
};

}  // namespace topomorph::accounting
