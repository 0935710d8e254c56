// Opens SQLite files without file locks; prepares and executes statements.
#include "core/formats/profile/database.h"

#include <cerrno>

#include <fcntl.h>
#include <sqlite3.h>
#include <sys/stat.h>
#include <unistd.h>

#include "core/base/error.h"
#include "core/base/regular_file.h"
#include "core/formats/profile/descriptor_vfs.h"

namespace topomorph::formats {
namespace {

constexpr const char* kIrregular = "is no regular file, expected a profile";

Descriptor opened_profile(const std::string& path) {
  Descriptor file = open_regular(AT_FDCWD, path);
  if (!file && errno == EINVAL) throw InputError(path, 0, kIrregular);
  if (!file) fail_by_errno(path, "cannot be read");
  return file;
}

/// Returns the patience that the file deserves by its size.
Patience patience_with_file(const Descriptor& file, const std::string& path) {
  struct stat status = {};
  if (fstat(file.get(), &status) != 0) fail_by_errno(path, "cannot be read");
  if (!S_ISREG(status.st_mode)) throw InputError(path, 0, kIrregular);
  constexpr std::uint64_t kBlock = 512;  // of st_blocks, on all file systems
  return patience_with(static_cast<std::uint64_t>(status.st_size),
                       static_cast<std::uint64_t>(status.st_blocks) * kBlock);
}

/// The least that a row takes in a file: its place in the page, its length, its number and its header.
constexpr std::uint64_t kBytesOfRow = 5;

}  // namespace

void Database::Close::operator()(sqlite3* handle) const { sqlite3_close_v2(handle); }

Database::Database(int descriptor, int flags, std::string shown) : shown_(std::move(shown)) {
  sqlite3* opened = nullptr;
  const int status = sqlite3_open_v2(name_in_vfs(descriptor).c_str(), &opened, flags, descriptor_vfs());
  handle_.reset(opened);
  if (opened == nullptr) {
    throw InputError(shown_, 0, "no memory to open it");
  }
  if (status != SQLITE_OK) {
    fail();
  }
}

Database Database::create(int descriptor, const std::string& shown) {
  Database database(descriptor, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE, shown);
  // No journal: an unfinished file is deleted, not repaired. No synchronous writes: the file is flushed once, before
  // its renaming.
  database.run("PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; PRAGMA locking_mode = EXCLUSIVE");
  return database;
}

Database Database::open_for_reading(const ProfileFile& file) {
  return file.descriptor() != nullptr ? read_from(*file.descriptor(), file.path())
                                      : read_from(opened_profile(file.path()), file.path());
}

Database Database::read_from(const Descriptor& file, const std::string& shown) {
  const Patience patience = patience_with_file(file, shown);
  Database database(file.get(), SQLITE_OPEN_READONLY, shown);
  database.whole_patience_ = patience;
  database.patience_ = std::make_unique<Patience>(patience);
  distrust(database.handle(), *database.patience_);
  return database;
}

void Database::run(const std::string& sql) {
  if (sqlite3_exec(handle_.get(), sql.c_str(), nullptr, nullptr, nullptr) != SQLITE_OK) {
    fail();
  }
}

void Database::renew_patience() const {
  if (patience_) *patience_ = whole_patience_;
}

void Database::fail() const {
  switch (sqlite3_errcode(handle_.get())) {
    case SQLITE_NOTADB:
    case SQLITE_ERROR:  // the table or column does not exist
      throw InputError(shown_, 0, "is no profile (.tmprof)");
    case SQLITE_CORRUPT:
    case SQLITE_INTERRUPT:
      fail_as_damaged();
    case SQLITE_TOOBIG:
      throw InputError(shown_, 0,
                       "is a damaged profile: found a value of more than " + std::to_string(kLongestValue) +
                           " bytes, expected shorter ones");
    case SQLITE_CONSTRAINT:
      throw InputError(shown_, 0, std::string("the same thing was recorded twice: ") + sqlite3_errmsg(handle_.get()));
    default:
      throw InputError(shown_, 0, sqlite3_errmsg(handle_.get()));
  }
}

void Database::fail_as_damaged() const { throw InputError(shown_, 0, "is a damaged profile"); }

void Statement::Finalize::operator()(sqlite3_stmt* statement) const { sqlite3_finalize(statement); }

Statement::Statement(const Database& database, std::string_view sql)
    : database_(database), bytes_left_(database.bytes_of_query()) {
  sqlite3_stmt* prepared = nullptr;
  const int status =
      sqlite3_prepare_v2(database.handle(), sql.data(), static_cast<int>(sql.size()), &prepared, nullptr);
  handle_.reset(prepared);
  if (status != SQLITE_OK) {
    database.fail();
  }
}

Statement& Statement::bind(int parameter, std::string_view text) {
  sqlite3_bind_text64(handle_.get(), parameter + 1, text.data(), text.size(), SQLITE_TRANSIENT, SQLITE_UTF8);
  return *this;
}

Statement& Statement::bind(int parameter, std::uint64_t number) {
  if (number > static_cast<std::uint64_t>(INT64_MAX)) {
    throw InputError(std::to_string(number) + " is more than a profile can hold (2^63 - 1)");
  }
  sqlite3_bind_int64(handle_.get(), parameter + 1, static_cast<sqlite3_int64>(number));
  return *this;
}

Statement& Statement::bind(int parameter, double number) {
  sqlite3_bind_double(handle_.get(), parameter + 1, number);
  return *this;
}

Statement& Statement::bind_bytes(int parameter, std::string_view bytes) {
  sqlite3_bind_blob64(handle_.get(), parameter + 1, bytes.data(), bytes.size(), SQLITE_TRANSIENT);
  return *this;
}

bool Statement::step() {
  const int status = sqlite3_step(handle_.get());
  if (status != SQLITE_ROW && status != SQLITE_DONE) {
    database_.fail();
  }
  if (status == SQLITE_ROW) take(kBytesOfRow);
  return status == SQLITE_ROW;
}

void Statement::execute() {
  step();
  sqlite3_reset(handle_.get());
}

void Statement::take(std::uint64_t bytes) const {
  if (bytes > bytes_left_) database_.fail_as_damaged();
  bytes_left_ -= bytes;
}

std::string Statement::text(int column) const {
  const auto* text = reinterpret_cast<const char*>(sqlite3_column_text(handle_.get(), column));
  if (text == nullptr) return {};
  const auto length = static_cast<std::size_t>(sqlite3_column_bytes(handle_.get(), column));
  take(length);
  return {text, length};
}

std::uint64_t Statement::number(int column) const {
  const sqlite3_int64 number = sqlite3_column_int64(handle_.get(), column);
  if (sqlite3_column_type(handle_.get(), column) != SQLITE_INTEGER || number < 0) {
    throw InputError("a profile holds '" + text(column) + "' where a number of 0 or more was expected");
  }
  return static_cast<std::uint64_t>(number);
}

double Statement::real(int column) const { return sqlite3_column_double(handle_.get(), column); }

std::string_view Statement::bytes(int column) const {
  const auto* const bytes = static_cast<const char*>(sqlite3_column_blob(handle_.get(), column));
  const auto length = static_cast<std::size_t>(sqlite3_column_bytes(handle_.get(), column));
  take(bytes == nullptr ? 0 : length);
  return {bytes, bytes == nullptr ? 0 : length};
}

}  // namespace topomorph::formats
