"""Builds TopoMorph with Spack (0.23 and later) from the clone that contains this recipe."""
import pathlib

from spack.package import *

try:
    from spack_repo.builtin.build_systems.cmake import CMakePackage  # Spack 1.0 and later
except ImportError:
    pass  # older: in spack.package


class Topomorph(CMakePackage):
    """Rank reordering for MPI programs, by measured communication and the machine's topology."""

    # The parents topomorph/, packages/, spack/ and tools/ lead to the clone. Its commit is built.
    git = f"file://{pathlib.Path(__file__).resolve().parents[4]}"
    homepage = git

    license("BSD-3-Clause")

    version("main", branch="main")
    version("0.1.0", branch="main", preferred=True)

    variant("fortran", default=True, description="The Fortran module")

    depends_on("c", type="build")
    depends_on("cxx", type="build")
    depends_on("fortran", type="build", when="+fortran")
    depends_on("cmake@3.22:", type="build")
    depends_on("pkgconfig", type="build")
    depends_on("python@3.8:", type=("build", "run"))  # generates the wrappers; the module for mpi4py
    depends_on("googletest@1.12:+gmock", type="test")

    depends_on("mpi")
    depends_on("hwloc@2:")
    depends_on("sqlite@3:")
    depends_on("zstd@1.4:")
    depends_on("fmt@9:")
    depends_on("cli11@2.1:", type="build")
    depends_on("nlohmann-json@3.11:", type="build")
    depends_on("scotch@7: +shared")
    depends_on("otf2@3:")  # traces of Score-P

    conflicts("%gcc@:11", msg="C++20, tested with g++ 12")
    conflicts("%clang@:13", msg="C++20, tested with clang 14")
    conflicts("platform=darwin", msg="LD_PRELOAD and /proc")
    conflicts("platform=windows", msg="LD_PRELOAD and /proc")

    sanity_check_is_file = ["bin/topomorph", "libexec/topomorph/topomorph-engine", "include/topomorph.h"]

    def cmake_args(self):
        return [
            self.define_from_variant("TOPOMORPH_FORTRAN", "fortran"),
            self.define("TOPOMORPH_BUILD_TESTS", self.run_tests),
            self.define("TOPOMORPH_WARNINGS_AS_ERRORS", False),  # other compilers have other warnings
        ]

    def setup_run_environment(self, env):
        env.prepend_path("PYTHONPATH", self.prefix.share.topomorph.python)
