"""The recipes of Spack and EasyBuild against the build: every library that CMake asks for is a dependency, every option that they set exists, the files
that they check are installed. Neither tool is needed: what Spack's recipe calls is recorded here, and EasyBuild's is a list of values.

usage: recipes_test.py --source REPOSITORY --build FOLDER
"""
import argparse
import pathlib
import re
import runpy
import sys
import types
import unittest

# What CMake calls it (find_package, pkg_check_modules, find_library): the package of Spack's. Threads and PkgConfig come with others.
PACKAGES = {"MPI": "mpi", "Python3": "python", "HWLOC": "hwloc", "SQLITE": "sqlite", "ZSTD": "zstd", "fmt": "fmt", "CLI11": "cli11", "nlohmann_json": "nlohmann-json",
            "SCOTCH_LIBRARY": "scotch", "OTF2_LIBRARY": "otf2", "PkgConfig": "pkgconfig", "GTest": "googletest"}
NOT_PACKAGED = {"Threads"}
# Of EasyBuild's: those with another name; MPI is in the toolchain, and tests are not built.
EASYBUILD = {"sqlite": "SQLite", "python": "Python", "scotch": "SCOTCH", "cli11": "CLI11", "otf2": "OTF2", "nlohmann-json": "nlohmann_json", "pkgconfig": "pkgconf"}
NOT_OF_EASYBUILD = {"mpi", "googletest"}


def parse_arguments():
    parser = argparse.ArgumentParser()
    for name in ("--source", "--build"):
        parser.add_argument(name, type=pathlib.Path, required=True)
    return parser.parse_known_args()


OPTIONS, REST = parse_arguments()


class Recipe:
    """The recipe's class, and what it says by calls."""

    def __init__(self, path):
        self.said = {name: [] for name in ("version", "variant", "depends_on", "conflicts", "license")}

        class CMakePackage:
            run_tests = True
            chosen = {}

            def define(self, name, value):
                return f"-D{name}:BOOL={'ON' if value else 'OFF'}"

            def define_from_variant(self, name, variant):
                return self.define(name, self.chosen[variant])

        package = types.ModuleType("spack.package")
        package.CMakePackage = CMakePackage
        for name, calls in self.said.items():
            setattr(package, name, lambda *words, _calls=calls, **more: _calls.append((words, more)))
        sys.modules.update({"spack": types.ModuleType("spack"), "spack.package": package})
        self.package = runpy.run_path(str(path))["Topomorph"]

    def names(self, what):
        return [words[0] for words, _ in self.said[what]]


RECIPE = Recipe(OPTIONS.source / "tools/spack/packages/topomorph/package.py")


def version():
    return re.search(r"project\(topomorph VERSION ([\d.]+)", (OPTIONS.source / "CMakeLists.txt").read_text())[1]


def wanted_packages():
    """Spack's names of what CMake asks for."""
    cmake = (OPTIONS.source / "cmake/TopoMorphDependencies.cmake").read_text() + (OPTIONS.source / "tests/CMakeLists.txt").read_text()
    wanted = set(re.findall(r"^ *(?:find_package|pkg_check_modules|find_library)\((\w+)[^)]*\)", cmake, re.MULTILINE)) - NOT_PACKAGED
    return {PACKAGES[name] for name in wanted}  # KeyError: what is this to Spack?


def assert_installed(test, files):
    rules = "".join(path.read_text() for path in OPTIONS.build.rglob("cmake_install.cmake"))
    for file in files:
        test.assertRegex(rules, rf'"[^"]*/{re.escape(pathlib.Path(file).name)}"', file)


class SpackTest(unittest.TestCase):
    def test_every_library_is_a_dependency(self):
        dependencies = {re.split(r"[@+ ~]", spec)[0] for spec in RECIPE.names("depends_on")}
        self.assertEqual(wanted_packages() - dependencies, set())

    def test_versions_are_those_of_cmake(self):
        cmake = (OPTIONS.source / "CMakeLists.txt").read_text()
        self.assertIn(version(), RECIPE.names("version"))
        least = re.search(r"cmake_minimum_required\(VERSION ([\d.]+)\)", cmake)[1]
        self.assertIn(f"cmake@{least}:", RECIPE.names("depends_on"))

    def test_options_exist(self):
        cache = (OPTIONS.build / "CMakeCache.txt").read_text()
        for value in (True, False):
            package = RECIPE.package()
            package.chosen = {name: value for name in RECIPE.names("variant")}
            for argument in package.cmake_args():
                name = re.fullmatch(r"-D(\w+):BOOL=(?:ON|OFF)", argument)[1]
                self.assertRegex(cache, rf"(?m)^{name}:BOOL=")

    def test_files_are_installed(self):
        assert_installed(self, RECIPE.package.sanity_check_is_file)

    def test_the_source_is_this_clone(self):
        self.assertEqual(RECIPE.package.git, f"file://{OPTIONS.source.resolve()}")


class EasyBuildTest(unittest.TestCase):
    def setUp(self):
        [path] = (OPTIONS.source / "tools/easybuild").glob("*.eb")
        self.name, self.recipe = path.name, runpy.run_path(str(path), {"SHLIB_EXT": "so"})

    def test_the_name_of_the_file_is_what_it_builds(self):
        toolchain = self.recipe["toolchain"]
        self.assertEqual(self.name, f"TopoMorph-{version()}-{toolchain['name']}-{toolchain['version']}.eb")
        self.assertEqual(self.recipe["version"], version())

    def test_every_library_is_a_dependency(self):
        dependencies = {name for name, _ in self.recipe["builddependencies"] + self.recipe["dependencies"]}
        self.assertEqual({EASYBUILD.get(name, name) for name in wanted_packages() - NOT_OF_EASYBUILD} - dependencies, set())

    def test_options_exist(self):
        cache = (OPTIONS.build / "CMakeCache.txt").read_text()
        for option in self.recipe["configopts"].split():
            name = re.fullmatch(r"-D(\w+)=(?:ON|OFF)", option)[1]
            self.assertRegex(cache, rf"(?m)^{name}:BOOL=")

    def test_files_are_installed(self):
        assert_installed(self, [file for file in self.recipe["sanity_check_paths"]["files"] if not file.startswith("lib/")])


if __name__ == "__main__":
    unittest.main(argv=[sys.argv[0], *REST])
