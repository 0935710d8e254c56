"""Programs with more rights than their user: the library is off before it reads a variable, TopoMorph's own programs refuse to work."""
import os
import pathlib
import shutil
import struct
import tempfile

from jobs import LAUNCH, OPTIONS, main
from users import ATTACKER, UsersTest, VICTIM

HEADERS = pathlib.Path(OPTIONS.library).parents[1] / "include"
LIBRARIES = pathlib.Path(OPTIONS.library).parent
STATUS = 7  # of the program

# Says what the library has read and loaded, and what it answers. `apart`: gives the process the rights of another user itself.
PROGRAM = r'''
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <topomorph.h>

extern char** environ;
static int asked;

/* In place of libc's, for all libraries of this process. */
char* getenv(const char* name) {
  const size_t length = strlen(name);
  asked += strncmp(name, "TOPOMORPH_", 10) == 0;
  for (char** entry = environ; *entry != NULL; ++entry)
    if (strncmp(*entry, name, length) == 0 && (*entry)[length] == '=') return *entry + length + 1;
  return NULL;
}

static int has_back(void) {
  char line[4096];
  int found = 0;
  FILE* maps = fopen("/proc/self/maps", "r");
  while (fgets(line, sizeof line, maps) != NULL) found |= strstr(line, "libtopomorph-") != NULL;
  fclose(maps);
  return found;
}

int main(int argc, char** argv) {
  if (argc > 1 && strcmp(argv[1], "apart") == 0 && seteuid(%d) != 0) return 1;
  asked = 0; /* until then the rights were its user's */
  int rank, new_rank, size, like, ranks[64];
  MPI_Comm comm;
  MPI_Init(NULL, NULL);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  if (tm_reorder(MPI_COMM_WORLD, &comm) != MPI_SUCCESS || tm_permutation(comm, ranks) != MPI_SUCCESS) return 2;
  MPI_Comm_rank(comm, &new_rank);
  MPI_Comm_size(comm, &size);
  MPI_Comm_compare(MPI_COMM_WORLD, comm, &like);
  printf("back %%d, variables %%d, process %%s, rank %%d, %%s, permuted to %%d\n", has_back(), asked > 0,
         getenv("OMPI_COMM_WORLD_RANK"), rank, like == MPI_CONGRUENT ? "duplicate" : "another order", ranks[rank]);
  MPI_Comm_free(&comm);
  MPI_Finalize();
  return 7;
}
''' % VICTIM
OFF = "back 0, variables 0, process {0}, rank {1}, duplicate, permuted to {1}"

# Tells who it is: a script would give up the rights of the program that starts it.
ENGINE = r'''
#include <stdio.h>
#include <unistd.h>
int main(void) {
  FILE* file = fopen("%s", "w");
  fprintf(file, "%%d\n", (int)geteuid());
  return 0;
}
'''


class PrivilegesTest(UsersTest):
    """A program of somebody else that is linked with the library, in a folder whose programs may change their user."""

    def setUp(self):
        super().setUp()
        if os.statvfs(self.folder).f_flag & os.ST_NOSUID:
            self.skipTest(f"{self.folder} is on a disk that gives programs no rights (nosuid)")
        self.homes[0] = self.make_folder("home-0", 0o700)
        self.public = self.make_folder("public", 0o1777)
        self.program = self.compile("program", PROGRAM, OPTIONS.mpicc, "-rdynamic", f"-I{HEADERS}", f"-L{LIBRARIES}",
                                    f"-Wl,-rpath,{LIBRARIES}", "-Wl,--no-as-needed", "-ltopomorph")
        self.engine = self.compile("engine", ENGINE % (self.public / "ran"), OPTIONS.cc)

    def compile(self, name, text, compiler, *options):
        source, path = self.folder / f"{name}.c", self.folder / name
        source.write_text(text)
        built = self.run_command(compiler, "-o", path, source, *options)
        self.assertEqual(built.status, 0, built.stderr)
        return path

    def give(self, program, user, mode):
        os.chown(program, user, user)
        program.chmod(mode)
        return program

    def attack(self, *words, user=ATTACKER, **settings):
        """Starts the program with a profile where the owner of the rights alone may write. Open MPI's daemon of a process without a launcher has its
        files in a folder for both users of the process."""
        with tempfile.TemporaryDirectory(dir=self.public) as sessions:
            os.chmod(sessions, 0o777)
            return self.run_as(user, self.program, *words, TMPDIR=sessions, OMPI_MCA_orte_tmpdir_base=sessions, TOPOMORPH_MODE="profile",
                               TOPOMORPH_PROFILE=self.homes[VICTIM] / "x.tmprof", **settings)

    def assert_off(self, outcome, *lines):
        self.assertEqual((sorted(outcome.stdout.splitlines()), outcome.lines, outcome.status), (list(lines), [], STATUS), outcome.stderr)
        self.assertFalse((self.public / "ran").exists())
        self.assertEqual(sorted(path.name for path in self.homes[VICTIM].iterdir() if path.name != "sessions"), [])

    def test_the_same_program_without_more_rights_obeys(self):
        """What the other tests deny happens here."""
        outcome = self.attack(user=VICTIM, TOPOMORPH_ENGINE=self.engine)
        self.assertIn("back 1, variables 1", outcome.stdout)
        self.assertEqual((self.public / "ran").read_text(), f"{VICTIM}\n")

    def test_set_user_id(self):
        for owner in (VICTIM, 0):
            for bits in (0o4755, 0o2755, 0o6755):
                self.give(self.program, owner, bits)
                for engine in ({"TOPOMORPH_ENGINE": self.engine}, {}):
                    with self.subTest(owner=owner, bits=oct(bits), **engine):
                        self.assert_off(self.attack(**engine), OFF.format("(null)", 0))

    def test_ids_that_the_program_has_changed_itself(self):
        self.assert_off(self.attack("apart", user=0, TOPOMORPH_ENGINE=self.engine), OFF.format("(null)", 0))

    def test_a_job_of_a_program_whose_file_has_capabilities_keeps_its_order(self):
        revision_and_effective, net_bind_service = 0x02000001, 1 << 10
        self.program.chmod(0o755)
        try:
            os.setxattr(self.program, "security.capability", struct.pack("<5I", revision_and_effective, net_bind_service, 0, 0, 0))
        except OSError as error:
            self.skipTest(f"files get no capabilities here: {error}")
        settings = {"TOPOMORPH_MODE": "run", "TOPOMORPH_PERMUTATION": "reverse", "TMPDIR": self.public}
        outcome = self.run_as(ATTACKER, *LAUNCH, "--bind-to", "none", "-n", 4, self.program, **settings)
        self.assert_off(outcome, *(OFF.format(rank, rank) for rank in range(4)))
        os.removexattr(self.program, "security.capability")
        outcome = self.run_as(ATTACKER, *LAUNCH, "--bind-to", "none", "-n", 4, self.program, **settings)
        self.assertIn("process 1, rank 2", outcome.stdout)  # reversed

    def test_own_programs_refuse(self):
        own = [pathlib.Path(OPTIONS.topomorph), *pathlib.Path(OPTIONS.engine).parent.glob("topomorph-*")]
        self.assertGreater(len(own), 1)
        for program in own:
            copy = self.give(pathlib.Path(shutil.copy(program, self.folder)), VICTIM, 0o755)
            self.assertEqual(self.run_as(ATTACKER, copy, "--version").status, 0)
            for bits in (0o4755, 0o2755):
                with self.subTest(program=program.name, bits=oct(bits)):
                    outcome = self.run_as(ATTACKER, self.give(copy, VICTIM, bits), "--version")
                    self.assertEqual((outcome.stdout, outcome.lines, outcome.status),
                                     ("", ["this program has more rights than its user (setuid or the like): refused"], 2))


if __name__ == "__main__":
    main()
