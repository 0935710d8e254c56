// Finds the loader's tables of a library: the gABI's DT_SYMTAB, DT_STRTAB and DT_HASH, and GNU's DT_GNU_HASH.
#include "plugin/interception/dynamic_symbols.h"

#include <algorithm>
#include <cstdint>

#include <dlfcn.h>

namespace topomorph::interception {
namespace {

/// Its size is not in the file: it ends with the last chain of the hash table. Symbols that others define come first
/// and are in no chain.
std::size_t count_of(const std::uint32_t* gnu_hash) {
  const std::uint32_t buckets = gnu_hash[0], first_hashed = gnu_hash[1], bloom_words = gnu_hash[2];
  const std::uint32_t* const bucket =
      reinterpret_cast<const std::uint32_t*>(reinterpret_cast<const ElfW(Addr)*>(gnu_hash + 4) + bloom_words);
  const std::uint32_t* const chain = bucket + buckets;
  std::uint32_t last = buckets == 0 ? 0 : *std::max_element(bucket, bucket + buckets);
  if (last < first_hashed) return first_hashed;
  while ((chain[last - first_hashed] & 1U) == 0) ++last;
  return last + 1U;
}

/// glibc relocates the entries of most machines in place, but not of all.
template <class Type>
Type* at(const link_map& library, ElfW(Addr) pointer) {
  return reinterpret_cast<Type*>(pointer < library.l_addr ? library.l_addr + pointer : pointer);
}

}  // namespace

DynamicSymbols::DynamicSymbols(const link_map& library) {
  std::size_t by_hash = 0, by_gnu_hash = 0;
  for (const ElfW(Dyn)* entry = library.l_ld; entry != nullptr && entry->d_tag != DT_NULL; ++entry) {
    const ElfW(Addr) pointer = entry->d_un.d_ptr;
    if (entry->d_tag == DT_SYMTAB) symbols_ = at<ElfW(Sym)>(library, pointer);
    if (entry->d_tag == DT_STRTAB) strings_ = at<const char>(library, pointer);
    if (entry->d_tag == DT_HASH) by_hash = at<const std::uint32_t>(library, pointer)[1];
    if (entry->d_tag == DT_GNU_HASH) by_gnu_hash = count_of(at<const std::uint32_t>(library, pointer));
  }
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

const link_map* library_of(const void* address) {
  Dl_info info{};
  link_map* library = nullptr;
  const bool found = dladdr1(address, &info, reinterpret_cast<void**>(&library), RTLD_DL_LINKMAP) != 0;
  return found ? library : nullptr;
}

const link_map* first_library() { return static_cast<const link_map*>(dlopen(nullptr, RTLD_LAZY)); }

}  // namespace topomorph::interception
