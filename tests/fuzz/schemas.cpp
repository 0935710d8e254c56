// The schema of profiles: no text but ours is taken for a table.
#include <fstream>
#include <iterator>
#include <memory>

#include <sqlite3.h>

#include "core/formats/profile/reader.h"
#include "core/formats/profile/schema.h"
#include "core/formats/profile/writer.h"
#include "tests/fuzz/support.h"
#include "tests/fuzz/targets.h"

namespace topomorph::fuzz {

namespace {

struct Close {
  void operator()(sqlite3* database) const { sqlite3_close(database); }
};

/// A profile of one rank without traffic.
const std::string& small_profile() {
  static const std::string content = [] {
    const std::string path = (scratch_folder() / "small.tmprof").string();
    formats::ProfileWriter writer(path);
    const auto add = [&](wire::FrameType type, std::string_view text) {
      writer.add({type, {text.data(), text.size()}});
    };
    add(wire::FrameType::Meta, "program=./app\nranks=1\ncollectives=exact\n");
    add(wire::FrameType::Process, "rank=0\nhost=node0\n");
    add(wire::FrameType::Phases, "main\n");
    writer.commit();
    std::ifstream file(path, std::ios::binary);
    return std::string(std::istreambuf_iterator<char>(file), {});
  }();
  return content;
}

/// An entry of SQLite's table of the schema: a line each for the name of the entry that it replaces, the new type and
/// the new name; then its text.
struct Entry {
  std::string replaced, type, name, sql;
};

Entry entry_of(std::string_view input) {
  std::string words[3];
  for (std::string& word : words) {
    const std::size_t end = std::min(input.find('\n'), input.size());
    word = input.substr(0, end);
    input.remove_prefix(std::min(end + 1, input.size()));
  }
  return {words[0], words[1], words[2], std::string(input)};
}

void bind(sqlite3_stmt* statement, int parameter, const std::string& text) {
  sqlite3_bind_text64(statement, parameter, text.data(), text.size(), SQLITE_TRANSIENT, SQLITE_UTF8);
}

/// Returns whether there is an entry of that name.
bool replace_entry(const std::string& path, const Entry& entry) {
  sqlite3* opened = nullptr;
  require(sqlite3_open(path.c_str(), &opened) == SQLITE_OK, "a profile can be opened");
  const std::unique_ptr<sqlite3, Close> database(opened);
  sqlite3_exec(opened, "PRAGMA journal_mode = OFF; PRAGMA writable_schema = ON", nullptr, nullptr, nullptr);
  sqlite3_stmt* update = nullptr;
  sqlite3_prepare_v2(opened, "UPDATE sqlite_master SET type = ?, name = ?, tbl_name = ?, sql = ? WHERE name = ?", -1,
                     &update, nullptr);
  bind(update, 1, entry.type), bind(update, 2, entry.name), bind(update, 3, entry.name);
  bind(update, 4, entry.sql), bind(update, 5, entry.replaced);
  require(sqlite3_step(update) == SQLITE_DONE, "the table of the schema can be changed");
  sqlite3_finalize(update);
  return sqlite3_changes(opened) > 0;
}

/// Whether a writer of ours, of this or an older version, makes this entry.
bool is_ours(const Entry& entry) {
  if (entry.type != "table" || entry.name != entry.replaced) return false;
  namespace schema = formats::profile_schema;
  const auto same = [&](const schema::Table& table) { return entry.name == table.name && entry.sql == table.sql; };
  return std::ranges::any_of(schema::kTables, same) || same(schema::kNetworkWithoutWaiting);
}

}  // namespace

void profile_schema(std::string_view input) {
  const std::string path = (scratch_folder() / "changed.tmprof").string();
  std::ofstream(path, std::ios::binary | std::ios::trunc) << small_profile();
  const Entry entry = entry_of(input);
  const bool changed = replace_entry(path, entry);
  formats::read_profile(path);
  formats::read_profile_affinity(path);
  formats::read_profile_sums(path);
  require(!changed || is_ours(entry), "a profile with a table of somebody else's is refused");
}

}  // namespace topomorph::fuzz
