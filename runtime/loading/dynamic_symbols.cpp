// Finds the loader's tables of a library: the gABI's DT_SYMTAB, DT_STRTAB and DT_HASH, and GNU's DT_GNU_HASH.
#include "runtime/loading/dynamic_symbols.h"

#include <algorithm>
#include <cstring>

#include <dlfcn.h>

namespace topomorph::loading {
namespace {

/// GNU's hash table of symbols. It lacks the undefined symbols, which come first.
struct GnuHash {
  explicit GnuHash(const std::uint32_t* table)
      : buckets(table[0]),
        first(table[1]),
        bucket(reinterpret_cast<const std::uint32_t*>(reinterpret_cast<const ElfW(Addr) *>(table + 4) + table[2])) {}

  /// Returns the entry of a symbol: its hash with the last bit replaced, which is 1 at the end of a bucket.
  std::uint32_t chain(std::uint32_t symbol) const { return bucket[buckets + symbol - first]; }

  std::uint32_t buckets, first;
  const std::uint32_t* bucket;  ///< its first symbol; 0: it is empty
};

/// Returns the number of symbols, which the file does not state: the table ends with the last bucket.
std::size_t count_of(const GnuHash& table) {
  std::uint32_t last = table.buckets == 0 ? 0 : *std::max_element(table.bucket, table.bucket + table.buckets);
  if (last < table.first) return table.first;
  while ((table.chain(last) & 1U) == 0) ++last;
  return last + 1U;
}

std::uint32_t hash_of(const char* name) {
  std::uint32_t hash = 5381;
  for (; *name != '\0'; ++name) hash = hash * 33 + static_cast<unsigned char>(*name);
  return hash;
}

}  // namespace

DynamicSymbols::DynamicSymbols(const link_map& library) : base_(library.l_addr) {
  std::size_t by_hash = 0, by_gnu_hash = 0;
  for (const ElfW(Dyn)* entry = library.l_ld; entry != nullptr && entry->d_tag != DT_NULL; ++entry) {
    const ElfW(Addr) pointer = entry->d_un.d_ptr;
    if (entry->d_tag == DT_SYMTAB) symbols_ = at<ElfW(Sym)>(library, pointer);
    if (entry->d_tag == DT_STRTAB) strings_ = at<const char>(library, pointer);
    if (entry->d_tag == DT_HASH) by_hash = at<const std::uint32_t>(library, pointer)[1];
    if (entry->d_tag == DT_GNU_HASH) gnu_hash_ = at<const std::uint32_t>(library, pointer);
  }
  if (gnu_hash_ != nullptr) by_gnu_hash = count_of(GnuHash(gnu_hash_));
  if (symbols_ != nullptr && strings_ != nullptr) size_ = std::max(by_hash, by_gnu_hash);
}

bool DynamicSymbols::is_exported_function(std::size_t i) const {
  const ElfW(Sym)& symbol = symbols_[i];
  const unsigned bind = ELF64_ST_BIND(symbol.st_info);  // the same in 32 bits
  return symbol.st_shndx != SHN_UNDEF && ELF64_ST_TYPE(symbol.st_info) == STT_FUNC &&
         (bind == STB_GLOBAL || bind == STB_WEAK);
}

bool DynamicSymbols::is_needed(std::size_t i) const {
  const ElfW(Sym)& symbol = symbols_[i];
  return symbol.st_shndx == SHN_UNDEF && ELF64_ST_BIND(symbol.st_info) == STB_GLOBAL;
}

bool DynamicSymbols::is_exported(std::size_t i, const char* name) const {
  return is_exported_function(i) && std::strcmp(this->name(i), name) == 0;
}

std::size_t DynamicSymbols::exported_function(const char* name) const {
  std::size_t i = 0;
  if (gnu_hash_ == nullptr) {
    while (i < size_ && !is_exported(i, name)) ++i;
    return i;
  }
  const GnuHash table(gnu_hash_);
  const std::uint32_t hash = hash_of(name);
  std::uint32_t symbol = table.buckets == 0 ? 0 : table.bucket[hash % table.buckets];
  for (std::uint32_t entry = symbol < table.first ? 1 : 0; (entry & 1U) == 0; ++symbol) {
    entry = table.chain(symbol);
    if ((entry | 1U) == (hash | 1U) && is_exported(symbol, name)) return symbol;
  }
  return size_;
}

const link_map* library_of(const void* address) {
  Dl_info info{};
  link_map* library = nullptr;
  const bool found = dladdr1(address, &info, reinterpret_cast<void**>(&library), RTLD_DL_LINKMAP) != 0;
  return found ? library : nullptr;
}

const char* exported_before(const void* address) {
  const link_map* const library = library_of(address);
  if (library == nullptr) return "";
  const DynamicSymbols symbols(*library);
  const char* name = "";
  const void* nearest = nullptr;
  for (std::size_t i = 0; i < symbols.size(); ++i) {
    const void* const function = symbols.address(i);
    if (!symbols.is_exported_function(i) || function > address || function < nearest) continue;
    nearest = function;
    name = symbols.name(i);
  }
  return name;
}

const link_map* first_library() { return static_cast<const link_map*>(dlopen(nullptr, RTLD_LAZY)); }

}  // namespace topomorph::loading
