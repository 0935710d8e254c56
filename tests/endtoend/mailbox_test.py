"""A job of MPICH under Hydra, whose processes tell each other by datagrams that all have the library, beside a user who fills their sockets."""
import re
import shutil
import subprocess
import unittest

from jobs import OPTIONS, main
from users import ATTACKER, UsersTest

PATIENCE = 100  # seconds: how long a process waits for a word that does not come

PROGRAM = r'''
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
int main(void) {
  MPI_Init(NULL, NULL);
  int rank;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  printf("process %s is rank %d\n", getenv("PMI_RANK"), rank);
  MPI_Finalize();
  return 0;
}
'''

# Sends to every socket of this host that has such a name, and says how many datagrams got there.
FLOOD = r'''
#include <signal.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

static volatile sig_atomic_t ends;
static void end(int signal) { ends = signal; }

static int is_mailbox(const char* name) {
  return strncmp(name, "topomorph.", 10) == 0 || (strspn(name, "0123456789abcdef") == 5 && name[5] == '\0');
}

static long send_to(int from, const char* name) {
  static const char kText[] = "fine";
  struct sockaddr_un address = {.sun_family = AF_UNIX};
  const size_t length = strlen(name);
  long sent = 0;
  memcpy(address.sun_path + 1, name, length);
  for (int i = 0; i < 100; ++i)
    sent += sendto(from, kText, sizeof kText - 1, 0, (struct sockaddr*)&address,
                   (socklen_t)(offsetof(struct sockaddr_un, sun_path) + 1 + length)) > 0;
  return sent;
}

int main(void) {
  const int from = socket(AF_UNIX, SOCK_DGRAM | SOCK_NONBLOCK, 0);
  long sent = 0;
  signal(SIGTERM, end);
  puts("begins");
  fflush(stdout);
  while (!ends) {
    char line[512];
    FILE* sockets = fopen("/proc/net/unix", "r");
    while (fgets(line, sizeof line, sockets) != NULL) {
      line[strcspn(line, "\n")] = '\0';
      char* name = strchr(line, '@');
      if (name != NULL && is_mailbox(name + 1)) sent += send_to(from, name + 1);
    }
    fclose(sockets);
  }
  printf("sent %ld\n", sent);
  return 0;
}
'''


class MailboxTest(UsersTest):
    """Of a job of root."""

    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        for tool in ("mpicc.mpich", "mpiexec.hydra"):
            if shutil.which(tool) is None:
                raise unittest.SkipTest(f"{tool} is missing: no job speaks PMI")

    def setUp(self):
        super().setUp()
        self.program = self.compile("program", PROGRAM, "mpicc.mpich")
        self.flood = self.compile("flood", FLOOD, OPTIONS.cc)

    def compile(self, name, text, compiler):
        source, path = self.folder / f"{name}.c", self.folder / name
        source.write_text(text)
        built = self.run_command(compiler, "-o", path, source)
        self.assertEqual(built.status, 0, built.stderr)
        return path

    def order(self):
        """The job in reversed order. Its last process is late, so the others are in MPI_Init for long, and their sockets open."""
        late = 'test "$PMI_RANK" = 3 && sleep 3; exec "$0"'
        return self.run_command("mpiexec.hydra", "-n", 4, "env", f"LD_PRELOAD={OPTIONS.library}", "sh", "-c", late, self.program,
                                TOPOMORPH_MODE="run", TOPOMORPH_PERMUTATION="reverse", TOPOMORPH_PATIENCE=PATIENCE, TOPOMORPH_ENGINE_TIMEOUT=60,
                                TOPOMORPH_STEPS="1")

    def test_the_job_waits_for_nobody(self):
        with subprocess.Popen(self.words(ATTACKER, self.flood), stdout=subprocess.PIPE, text=True) as flood:
            self.addCleanup(flood.kill)
            self.assertEqual(flood.stdout.readline(), "begins\n")
            outcome = self.order()
            flood.terminate()
            self.assertGreater(int(flood.stdout.read().removeprefix("sent ")), 100)  # more than all sockets hold: they were full
        self.assertEqual(outcome.status, 0, outcome.stderr)
        self.assertEqual(sorted(outcome.stdout.splitlines()), [f"process {i} is rank {3 - i}" for i in range(4)])
        microseconds = int(re.search(r"\border (\d+)", outcome.stderr).group(1))
        self.assertLess(microseconds, PATIENCE * 1e6 / 2)


if __name__ == "__main__":
    main()
