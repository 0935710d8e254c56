// The version as topomorph.hpp tells it; the argument is what the build says.
#include <topomorph.hpp>

#include <cstdio>
#include <string>

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
