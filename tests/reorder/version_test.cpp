// Compares the version that topomorph.hpp tells with that of the build, which is the argument.
#include <cstdio>
#include <string>

#include <topomorph.hpp>

int main(int argc, char** argv) {
  const topomorph::Version version = topomorph::version();
  const std::string numbers = std::to_string(version.major_number) + "." + std::to_string(version.minor_number) + "." +
                              std::to_string(version.patch_number);
  const std::string expected = argc > 1 ? argv[1] : "";
  if (numbers == expected && topomorph::version_string() == expected) return 0;
  std::fprintf(stderr, "expected %s, found %s and %s\n", expected.c_str(), numbers.c_str(),
               topomorph::version_string());
  return 1;
}
