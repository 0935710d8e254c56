"""A job of MPICH under Hydra, whose processes tell each other by datagrams that all have the library, beside a user who sends to their sockets all he can."""
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

# Sends to every socket of this host that has such a name and is never full, at first a connection that takes long to close, and says how many datagrams
# it has sent. UCX, which MPICH uses, has sockets of such names too, and nothing that protects them: they are soon full, and get no connection.
FLOOD = r'''
#include <netinet/in.h>
#include <signal.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <unistd.h>

enum { kLinger = 200, kMostKnown = 4096, kMoreThanFit = 2000 };  /* the first is longer than the job waits */

static struct sockaddr_in server;

static void serve(void) {
  socklen_t length = sizeof server;
  const int unread = socket(AF_INET, SOCK_STREAM, 0);
  server.sin_family = AF_INET;
  server.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  bind(unread, (struct sockaddr*)&server, length);
  listen(unread, 1000);
  getsockname(unread, (struct sockaddr*)&server, &length);
}

/* In a process that ends at once, so that the receiver is the last that has the connection. */
static void send_slow_connection(const struct sockaddr_un* address, socklen_t length) {
  static char much[65536];
  const struct linger slow = {1, kLinger};
  union { struct cmsghdr header; char bytes[CMSG_SPACE(sizeof(int))]; } enclosed = {.header = {CMSG_LEN(sizeof(int)), SOL_SOCKET, SCM_RIGHTS}};
  struct iovec text = {"x", 1};
  struct msghdr letter = {(void*)address, length, &text, 1, &enclosed, sizeof enclosed, 0};
  const pid_t child = fork();
  if (child != 0) {
    waitpid(child, NULL, 0);
    return;
  }
  const int connection = socket(AF_INET, SOCK_STREAM, 0);
  connect(connection, (struct sockaddr*)&server, sizeof server);
  while (send(connection, much, sizeof much, MSG_DONTWAIT) > 0) continue;
  setsockopt(connection, SOL_SOCKET, SO_LINGER, &slow, sizeof slow);
  memcpy(CMSG_DATA(&enclosed.header), &connection, sizeof connection);
  sendmsg(socket(AF_UNIX, SOCK_DGRAM, 0), &letter, MSG_DONTWAIT);
  _exit(0);
}

static int is_new(const char* name) {
  static char known[kMostKnown][16];
  static int all;
  for (int i = 0; i < all; ++i)
    if (strncmp(known[i], name, sizeof known[i]) == 0) return 0;
  if (all < kMostKnown) strncpy(known[all++], name, sizeof known[0]);
  return 1;
}

static volatile sig_atomic_t ends;
static void end(int signal) { ends = signal; }

static int is_mailbox(const char* name) {
  return strspn(name, "0123456789abcdef") == 5 && name[5] == '\0';
}

static int is_never_full(int from, const struct sockaddr_un* address, socklen_t length) {
  for (int i = 0; i < kMoreThanFit; ++i)
    if (sendto(from, "fine", 4, 0, (const struct sockaddr*)address, length) < 0) return 0;
  return 1;
}

static long send_to(int from, const char* name) {
  struct sockaddr_un address = {.sun_family = AF_UNIX};
  const size_t length = strlen(name);
  const socklen_t whole = (socklen_t)(offsetof(struct sockaddr_un, sun_path) + 1 + length);
  memcpy(address.sun_path + 1, name, length);
  if (!is_never_full(from, &address, whole)) return 0;
  if (is_new(name)) send_slow_connection(&address, whole);
  return kMoreThanFit;
}

int main(void) {
  const int from = socket(AF_UNIX, SOCK_DGRAM | SOCK_NONBLOCK, 0);
  long sent = 0;
  signal(SIGTERM, end);
  serve();
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
            try:
                self.assertEqual(flood.stdout.readline(), "begins\n")
                outcome = self.order()
            finally:
                flood.terminate()
            self.assertGreater(int(flood.stdout.read().removeprefix("sent ")), 100)  # the sockets were open
        self.assertEqual(outcome.status, 0, outcome.stderr)
        self.assertEqual(sorted(outcome.stdout.splitlines()), [f"process {i} is rank {3 - i}" for i in range(4)])
        microseconds = int(re.search(r"\border (\d+)", outcome.stderr).group(1))
        self.assertLess(microseconds, PATIENCE * 1e6 / 2)


if __name__ == "__main__":
    main()
