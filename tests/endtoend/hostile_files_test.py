"""What another user of the machine has put where TopoMorph writes or reads files: links, folders, pipes, stores. Two users and root."""
import json
import os
import re
import resource
import stat
import subprocess

from jobs import LAUNCH, OPTIONS, SECONDS, main
from clusters import CLUSTER
from users import ATTACKER, GROUP, VICTIM, UsersTest

NOT_FOLLOWED = "leads over a link of another user: not followed"
SECRET = "years of work\n"
ENDLESS = "/dev/zero"


def mode_of(path):
    return stat.S_IMODE(os.lstat(path).st_mode)


class FilesTest(UsersTest):
    def setUp(self):
        super().setUp()
        self.sticky = self.make_folder("sticky", 0o1777)
        self.thesis = self.write_as(VICTIM, self.homes[VICTIM] / "thesis.tex", SECRET, mode=0o600)

    def job_as(self, user, *words, ranks=2, **settings):
        """The job's program prints its order, and is given no directory of the tests."""
        return self.run_as(user, *LAUNCH, "--bind-to", "none", "-n", ranks, *words, **settings)

    def victims_job(self, *words, **settings):
        return self.job_as(VICTIM, OPTIONS.topomorph, *words, **settings)

    def assert_thesis_is_whole(self):
        self.assertEqual((self.thesis.read_text(), mode_of(self.thesis)), (SECRET, 0o600))
        self.assertEqual(self.thesis.stat().st_uid, VICTIM)


class OutputTest(FilesTest):
    """Files that a user asks for, in a folder that everybody may write to."""

    def setUp(self):
        super().setUp()
        self.out = self.sticky / "topomorph.tmprof"

    def profile(self, *program, **settings):
        return self.victims_job("profile", "-o", self.out, *(program or [OPTIONS.program]), **settings)

    def test_a_profile_through_a_planted_link(self):
        self.link_as(ATTACKER, self.thesis, self.out)
        outcome = self.profile()
        self.assert_runs_on(outcome, f"{self.out}: {NOT_FOLLOWED}: no profile will be written", stdout="processes 0 1\n")
        self.assert_thesis_is_whole()

    def test_a_folder_on_the_way_is_a_planted_link(self):
        self.link_as(ATTACKER, self.homes[VICTIM], self.sticky / "results")
        self.out = self.sticky / "results" / "thesis.tex"
        self.assert_runs_on(self.profile(), f"{self.out}: {NOT_FOLLOWED}: no profile will be written", stdout="processes 0 1\n")
        self.assert_thesis_is_whole()

    def test_an_own_link_leads_to_the_file(self):
        own = self.homes[VICTIM] / "mine.tmprof"
        self.out = self.homes[VICTIM] / "link.tmprof"
        self.link_as(VICTIM, own, self.out)
        outcome = self.profile()
        self.assert_runs_on(outcome, f"profile of 2 ranks: {self.out}", stdout="processes 0 1\n")
        self.assertTrue(self.out.is_symlink() and own.read_bytes().startswith(b"SQLite"))

    def test_an_own_link_that_another_user_has_renamed(self):
        os.chown(self.sticky, ATTACKER, ATTACKER)
        self.link_as(VICTIM, self.thesis, self.sticky / "latest")
        subprocess.run(self.words(ATTACKER, "mv", self.sticky / "latest", self.out), check=True)
        self.assert_runs_on(self.profile(), f"{self.out}: leads over a link to which another user may have given its name: not followed: no profile will be "
                            "written", stdout="processes 0 1\n")
        self.assert_thesis_is_whole()

    def test_a_replaced_profile_keeps_its_rights(self):
        self.assertEqual(self.profile().status, 0)
        self.out.chmod(0o600)
        before = self.out.stat().st_ino
        self.assertEqual(self.profile().status, 0)
        self.assertNotEqual(self.out.stat().st_ino, before)
        self.assertEqual(mode_of(self.out), 0o600)

    def test_an_old_profile_that_is_for_reading_only_is_replaced(self):
        self.assertEqual(self.profile().status, 0)
        self.out.chmod(0o444)
        self.assert_runs_on(self.profile(), f"profile of 2 ranks: {self.out}", stdout="processes 0 1\n")
        self.assertEqual(mode_of(self.out), 0o444)

    def test_what_cannot_be_examined_is_there(self):
        self.out = self.homes[ATTACKER] / "a.tmprof"
        outcome = self.profile()
        self.assert_runs_on(outcome, f"{self.out}: cannot be created: Permission denied: no profile will be written", stdout="processes 0 1\n")

    def test_a_folder_that_everybody_may_change(self):
        self.out = self.make_folder("open", 0o777) / "a.tmprof"
        outcome = self.profile()
        self.assert_runs_on(outcome, f"{self.out}: is in a folder that everybody may write to, without the sticky bit: expected mode 1777 or "
                            "less: no profile will be written", stdout="processes 0 1\n")

    def test_a_page_of_root_through_links_that_are_not_roots(self):
        (self.folder / "records.jsonl").write_text('{"topomorph": 1, "program": "/apps/a", "user": "alice"}\n')
        page = self.sticky / "site.html"
        for owner in (ATTACKER, VICTIM):
            self.link_as(owner, self.thesis, page)
            outcome = self.run_command(OPTIONS.topomorph, "site", "records.jsonl", "--output", page)
            self.assertEqual((outcome.status, outcome.lines), (2, [f"{page}: {NOT_FOLLOWED}"]))
            self.assert_thesis_is_whole()
            page.unlink()

    def test_a_file_that_could_not_be_replaced_at_the_end(self):
        self.write_as(ATTACKER, self.out)
        self.assert_runs_on(self.profile(), f"{self.out}: belongs to another user, and cannot be replaced in a folder with the sticky bit: no profile will "
                            "be written", stdout="processes 0 1\n")

    def in_sticky(self, user, *words):
        return self.run_as(user, "sh", "-c", 'cd "$1" && shift && exec "$@"', "sh", self.sticky, *LAUNCH, "--bind-to", "none", "-n", 4, OPTIONS.topomorph,
                           *words, OPTIONS.program)

    def test_the_profile_that_nobody_named_is_not_another_users(self):
        self.assertEqual(self.in_sticky(ATTACKER, "profile").status, 0)
        self.out.chmod(0o644)
        outcome = self.in_sticky(VICTIM, "run", "--topology", "tree:2:2")
        self.assert_runs_on(outcome, f"{self.out}: belongs to another user, who may have put it there; -p FILE uses it: order kept",
                            stdout="processes 0 1 2 3\n")
        for user, words in (ATTACKER, ()), (VICTIM, ("-p", self.out.name)):
            outcome = self.in_sticky(user, "run", *words, "--topology", "tree:2:2")
            self.assertRegex("\n".join(outcome.lines), "^4 ranks on 1 node: ")

    def test_a_file_with_the_name_of_numbers(self):
        self.assertEqual(self.in_sticky(VICTIM, "profile").status, 0)
        self.write_as(ATTACKER, self.sticky / "2:2")
        self.assertRegex("\n".join(self.in_sticky(VICTIM, "run", "--topology", "tree:2:2").lines), "^4 ranks on 1 node: ")

    def test_a_pipe_of_another_user(self):
        page = self.sticky / "site.html"
        subprocess.run(self.words(ATTACKER, "mkfifo", "-m", "666", page), check=True)
        (self.folder / "records.jsonl").write_text('{"topomorph": 1, "program": "/apps/a"}\n')
        outcome = self.run_command(OPTIONS.topomorph, "site", "records.jsonl", "--output", page)
        self.assertEqual((outcome.status, outcome.lines), (2, [f"{page}: is no regular file, and belongs to another user"]))


class ClustersTest(FilesTest):
    """The folder of root's clusters, whose name can be guessed: libraries are loaded from there."""

    COMMANDS = {"topomorph-clusters.0": ("up", "run", "down"), "topomorph-slurms.0": ("slurm_up", "slurm_down")}

    def assert_refused(self, base, words):
        for command in self.COMMANDS[base.name]:
            with self.subTest(command=command):
                outcome = self.run_command("timeout", SECONDS, CLUSTER / command, "--name", "hostile", TMPDIR=base.parent)
                self.assertEqual(outcome.status, 2, outcome.stderr)
                self.assertIn(words, outcome.stderr)

    def test_another_users_folder_or_link(self):
        secret = self.write_as(VICTIM, self.homes[VICTIM] / "secret", SECRET, mode=0o600)
        for name in self.COMMANDS:
            base = self.make_folder(f"sticky/{name}", 0o777, ATTACKER)
            refusal = f"{base}: expected a folder of this user's, to which nobody else may write"
            (base / ".lock").symlink_to(secret)
            self.assert_refused(base, refusal)
            base.rename(self.sticky / f"away.{name}")
            self.link_as(ATTACKER, self.make_folder(f"own.{name}", 0o755), base)
            self.assert_refused(base, refusal)
            base.unlink()
        self.assertEqual(secret.read_text(), SECRET)

    def test_an_own_one_where_others_may_exchange_it(self):
        for name in self.COMMANDS:
            above = self.make_folder(f"open.{name}", 0o777)
            self.assert_refused(self.make_folder(f"open.{name}/{name}", 0o755), f"{above}: others may exchange folders there: set TMPDIR")


class PartsTest(FilesTest):
    """FILE.parts, which takes the records of a job that aborts."""

    def setUp(self):
        super().setUp()
        self.out = self.sticky / "a.tmprof"
        self.parts = self.sticky / "a.tmprof.parts"

    def aborted_job(self):
        return self.job_as(VICTIM, OPTIONS.topomorph, "profile", "-o", self.out, OPTIONS.program, "exit", ranks=1)

    def test_of_another_user(self):
        subprocess.run(self.words(ATTACKER, "mkdir", "-m", "777", self.parts), check=True)
        outcome = self.aborted_job()
        self.assertEqual(outcome.status, 9)
        self.assertEqual(outcome.lines, [f"{self.parts} cannot be written: belongs to another user: no profile"])
        self.assertEqual(list(self.parts.iterdir()), [])

    def test_own_ones_are_for_their_owner_alone(self):
        outcome = self.aborted_job()
        self.assertEqual(outcome.lines, [f"no MPI_Finalize: what was measured is in {self.parts}"])
        self.assertEqual((mode_of(self.parts), [mode_of(path) for path in self.parts.iterdir()]), (0o700, [0o600]))

    def test_recovering_what_another_user_has_prepared(self):
        self.aborted_job()
        self.parts.rename(self.sticky / "theirs")
        subprocess.run(["chown", "-R", str(ATTACKER), self.sticky / "theirs"], check=True)
        (self.sticky / "theirs").rename(self.parts)
        self.parts.chmod(0o755)
        outcome = self.run_as(VICTIM, OPTIONS.topomorph, "profile", "--recover", "-o", self.out)
        self.assertEqual((outcome.status, outcome.lines), (2, [f"{self.parts}: belongs to another user, expected a folder of yours"]))

    def test_a_folder_with_other_files_is_not_cleared(self):
        """Another member of a group has given a folder of the victim's this name."""
        project = self.make_folder("project", 0o2775, owner=0, group=GROUP)
        subprocess.run(self.words(VICTIM, "mkdir", project / "results"), check=True)
        for name in ("day1.record", "0.record", "notes.unfinished"):
            self.write_as(VICTIM, project / "results" / name, SECRET)
        subprocess.run(self.words(ATTACKER, "mv", project / "results", project / "a.tmprof.parts"), check=True)
        self.assertEqual(self.victims_job("profile", "-o", project / "a.tmprof", OPTIONS.program).status, 0)
        self.assertEqual(sorted(path.name for path in (project / "a.tmprof.parts").iterdir()), ["0.record", "day1.record", "notes.unfinished"])

    def test_a_record_of_another_user_is_none(self):
        self.aborted_job()
        forged = self.parts / "1.record"
        forged.write_bytes((self.parts / "0.record").read_bytes())
        os.chown(forged, ATTACKER, ATTACKER)
        forged.chmod(0o644)
        outcome = self.run_as(VICTIM, OPTIONS.topomorph, "profile", "--recover", "-o", self.out)
        self.assertEqual(outcome.lines, [f"{self.out}: recovered from 1 record"], outcome.stderr)


class StoreRun(FilesTest):
    def setUp(self):
        super().setUp()
        self.state = self.homes[VICTIM] / "state"
        self.store = self.state / "topomorph"

    def auto(self, user, *words, store=None, program=OPTIONS.program, ranks=4):
        given = ["--store", store] if store else []
        return self.job_as(user, OPTIONS.topomorph, "auto", "--topology", "tree:2:2", *given, program, *words, ranks=ranks,
                           **({} if store else {"XDG_STATE_HOME": self.state}))

    def case_name(self):
        """The name is that of the program, its arguments and ranks, in each store."""
        self.auto(VICTIM)
        return next(self.store.glob("*/case")).parent.name


class StoreTest(StoreRun):
    """Stores that others have prepared, and what others see of the user's own."""

    def old_file(self, name):
        """A file of the victim's that is older than what remove_leftovers() keeps."""
        path = self.write_as(VICTIM, self.homes[VICTIM] / name, SECRET, mode=0o600)
        os.utime(path, (1, 1))
        return path

    def assert_home_is_whole(self, before):
        self.assert_thesis_is_whole()
        self.assertEqual(sorted(path.name for path in self.homes[VICTIM].iterdir()), before)

    def check_planted_case(self, shared, line):
        name = self.case_name()
        self.old_file("id_rsa")
        before = sorted(path.name for path in self.homes[VICTIM].iterdir())
        (shared / "format").write_text("topomorph store 1\n")
        (shared / "format").chmod(0o644)
        self.link_as(ATTACKER, self.homes[VICTIM], shared / name)
        for _ in range(2):
            outcome = self.auto(VICTIM, store=shared)
            self.assertEqual((outcome.stdout, outcome.status), ("processes 0 1 2 3\n", 0), outcome.stderr)
            self.assertRegex("\n".join(outcome.lines), line)
            self.assert_home_is_whole(before)

    def test_a_planted_case_in_a_store_for_everybody(self):
        shared = self.make_folder("shared", 0o1777)
        self.check_planted_case(shared, "^.*/shared: may be written to by everybody: expected .*: order kept, nothing is learnt$")

    def test_a_planted_case_in_the_store_of_a_group(self):
        shared = self.make_folder("shared", 0o2770, owner=0, group=GROUP)
        self.check_planted_case(shared, "^.*/shared/.*: is a link, expected a folder: order kept, nothing is learnt$")

    def test_a_store_of_another_user(self):
        shared = self.make_folder("shared", 0o755, owner=ATTACKER)
        outcome = self.auto(VICTIM, store=shared)
        self.assertRegex("\n".join(outcome.lines), "^.*/shared: belongs to another user: expected .*: order kept, nothing is learnt$")

    def test_a_group_shares_what_it_learns(self):
        shared = self.make_folder("shared", 0o2770, owner=0, group=GROUP)
        self.assertRegex(self.auto(ATTACKER, store=shared).lines[0], "is measured: later runs are reordered")
        outcome = self.auto(VICTIM, store=shared)
        self.assertRegex("\n".join(outcome.lines), r"^4 ranks on 1 node: .*reordered in \d+ ms$")
        case = next(shared.glob("*/case")).parent
        self.assertEqual((mode_of(case), case.stat().st_gid), (0o2770, GROUP))
        self.assertEqual({path.stat().st_uid for path in case.glob("*.run")}, {ATTACKER, VICTIM})
        self.assertEqual({(mode_of(path), path.stat().st_gid) for path in case.iterdir()}, {(0o660, GROUP)})

    def check_refused(self, planted, **given):
        """The attacker reads no argument of a victim for whom the folder has the form of a group's."""
        outcome = self.auto(VICTIM, "0", "--password=hunter2", **given)
        self.assertEqual((outcome.stdout, outcome.status), ("processes 0 1 2 3\n", 0), outcome.stderr)
        self.assertEqual(outcome.lines, [f"{planted}: belongs to another user: expected a folder of yours, or one of a group's (chmod 2770) that --store "
                                         "names: order kept, nothing is learnt"])
        self.assertEqual(list(planted.iterdir()), [])

    def test_that_nobody_named_is_shared_with_nobody(self):
        self.state = self.make_folder("state", 0o755, owner=ATTACKER)
        self.store = self.state / "topomorph"
        self.store.mkdir()
        os.chown(self.store, ATTACKER, GROUP)
        self.store.chmod(0o2770)
        self.check_refused(self.store)

    def make_store_of_group(self, folder):
        """The attacker's, in this folder."""
        subprocess.run(self.words(ATTACKER, "sh", "-c", f"mkdir {folder}/store; chgrp {GROUP} {folder}/store; chmod 2770 {folder}/store"), check=True)
        return folder / "store"

    def test_the_group_of_all_users_where_everybody_can_make_one(self):
        self.give_all_one_primary_group()
        self.check_refused(self.make_store_of_group(self.sticky), store=self.sticky / "store")

    def check_told_once(self, shared):
        told = f"{shared} belongs to user {ATTACKER}, who shares it with a group: its members may read what this job tells"
        self.assertEqual([told in self.auto(VICTIM, store=shared).lines for _ in range(2)], [True, False])
        self.assertEqual({path.stat().st_uid for path in shared.glob("*/*.run")}, {VICTIM})

    def test_the_group_of_all_users_in_its_owners_folder(self):
        self.give_all_one_primary_group()
        self.check_told_once(self.make_store_of_group(self.make_folder("project", 0o755, owner=ATTACKER)))

    def test_of_another_member_of_a_group_is_told_once(self):
        self.check_told_once(self.make_store_of_group(self.sticky))

    def test_is_for_its_owner_alone(self):
        self.auto(VICTIM, "--password=hunter2")
        case = next(self.store.glob("*/case")).parent
        self.assertEqual([mode_of(path) for path in (self.state, self.store, case)], [0o700] * 3)
        self.assertEqual({mode_of(path) for path in case.iterdir()} | {mode_of(self.store / "format")}, {0o600})

    def test_the_doctor_reads_no_profile_over_a_link(self):
        def doctor(store):
            return self.run_as(VICTIM, OPTIONS.topomorph, "doctor", "--no-job", TOPOMORPH_STORE=store).stdout

        name = self.case_name()
        self.assertIn("network measured by", doctor(self.store))
        shared = self.make_folder("shared", 0o2770, owner=0, group=GROUP)
        case = self.make_folder(f"shared/{name}", 0o2770, owner=0, group=GROUP)
        for file in ("format", f"{name}/case"):
            (shared / file).write_bytes((self.store / file).read_bytes())
            os.chown(shared / file, VICTIM, GROUP)
            (shared / file).chmod(0o660)
        self.link_as(ATTACKER, self.store / name / "profile.tmprof", case / "profile.tmprof")
        self.assertRegex(doctor(shared), f"(?m)^ok +store +{shared}$")

    def test_of_an_earlier_version_is_closed(self):
        self.auto(VICTIM)
        for folder in (self.store, next(self.store.glob("*/case")).parent):
            folder.chmod(0o755)
        self.auto(VICTIM)
        self.assertEqual(mode_of(self.store), 0o700)


class AdministratorTest(StoreRun):
    """Root reads the store of a user who is hostile."""

    def setUp(self):
        super().setUp()
        self.name = self.case_name()
        self.case = self.store / self.name

    def read(self, *words):
        """Reads with half a gigabyte of memory and in a minute."""
        most = 1 << 29
        command = [OPTIONS.topomorph, *words]
        done = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False,
                              preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_AS, (most, most)))
        self.assertIn(done.returncode, (0, 2), done.stderr)
        self.assertNotIn("root:", done.stdout + done.stderr)
        return done.stdout + done.stderr

    def read_all(self):
        return self.read("history", "--store", self.store) + self.read("site", "--store", self.store)

    def replace(self, path, target=None):
        if path.exists():
            path.unlink()
        if target is None:
            os.mkfifo(path)
            os.chown(path, VICTIM, VICTIM)
        else:
            self.link_as(VICTIM, target, path)

    def test_pipes(self):
        for name in ("profile.tmprof", "case"):
            self.replace(self.case / name)
            self.read_all()
        self.replace(self.store / "format")
        self.assertIn("format: is no regular file", self.read_all())

    def test_a_pipe_in_a_store_that_says_it_is_shared(self):
        """It is no group's of root's, so its profile is not opened."""
        self.store.chmod(0o2770)
        self.replace(self.case / "profile.tmprof")
        self.read_all()

    def test_links_to_devices_and_files_of_root(self):
        for name in ("profile.tmprof", "case", "00000000T000000.000000Z-00000000.run"):
            for target in (ENDLESS, "/etc/shadow", "/etc/passwd"):
                self.replace(self.case / name, target)
                self.read_all()
        for target in (ENDLESS, "/etc/passwd"):
            self.replace(self.store / "format", target)
            self.assertIn("format: is no regular file", self.read_all())

    def test_files_without_end(self):
        for path in (next(self.case.glob("*.run")), self.case / "case", self.store / "format"):
            os.truncate(path, 1 << 40)
            self.read_all()

    def test_texts_without_end(self):
        """Links to two files of less than 1 MB make hundreds of long cases; what is left out is told."""
        case, run = self.store / "long", self.store / "run"
        case.write_text(re.sub("(?m)^arguments=.*$", "arguments=" + "a" * 120_000, (self.case / "case").read_text()))
        run.write_text(re.sub("(?m)^why=.*$", "why=" + "w" * 7000, next(self.case.glob("*.run")).read_text()))
        for path in (case, run):
            os.chown(path, VICTIM, VICTIM)
        for i in range(300):
            folder = self.make_folder(self.store / f"long-{i:016x}", 0o700, owner=VICTIM)
            os.link(case, folder / "case")
            for k in range(64):
                os.link(run, folder / f"20261128T0951{k % 60:02}.283047Z-{k:08x}.run")
        for words in ([], ["--json"]):
            self.assertRegex(self.read("history", "--store", self.store, *words), r"topomorph: .*: found more than 67.1 MB of text, \d+ cases left out")

    def test_a_reader_removes_nothing(self):
        networks = self.store / "networks"
        networks.mkdir(mode=0o700)
        damaged = networks / ("0" * 16 + ".network")
        damaged.write_text("garbage")
        for path in (networks, damaged):
            os.chown(path, VICTIM, VICTIM)
        next(self.case.glob("*.run")).write_text("garbage")
        before = sorted(str(path) for path in self.store.rglob("*"))
        self.read_all()
        self.assertEqual(sorted(str(path) for path in self.store.rglob("*")), before)

    def test_cases_of_others_do_not_count(self):
        planted = self.make_folder("planted", 0o755, owner=ATTACKER)
        (planted / "case").write_bytes((self.case / "case").read_bytes())
        os.rename(planted, self.store / "planted-0000000000000000")
        told = json.loads(self.read("history", "--json", "--store", self.store))
        self.assertEqual([re.sub(".*/", "", one["folder"]) for one in told["programs"]], [self.name])


AUDITING = r"""
#include <fcntl.h>
#include <unistd.h>
unsigned la_version(unsigned version) {
  close(open("@FOLDER@/ran", O_CREAT | O_WRONLY, 0666));
  return version;
}
"""

EXCHANGING = r"""
#define _GNU_SOURCE
#include <fcntl.h>
#include <stdio.h>
#include <sys/inotify.h>
#include <unistd.h>
int main(int count, char** words) {
  char event[4096];
  int watch = inotify_init();
  inotify_add_watch(watch, words[1], IN_OPEN);
  puts("ready");
  fflush(stdout);
  if (read(watch, event, sizeof event) < 0) return 1;
  return renameat2(AT_FDCWD, words[2], AT_FDCWD, words[3], RENAME_EXCHANGE);
}
"""


class OthersFilesTest(FilesTest):
    """Programs, topologies and names of another user that root's or the victim's commands meet."""

    def topology_of(self, hosts):
        (self.folder / "topology.conf").write_text(f"SwitchName=s0 Nodes={hosts}\n")
        return "slurm:topology.conf+tree:1"

    def compile(self, *words):
        subprocess.run([OPTIONS.cc, *map(str, words)], cwd=self.folder, check=True)

    def auditing(self, program):
        """Makes a program, root's, whose loader leaves the file `ran`."""
        (self.folder / "audit.c").write_text(AUDITING.replace("@FOLDER@", str(self.folder)))
        (self.folder / "main.c").write_text("int main(void) { return 0; }\n")
        self.compile("-shared", "-fPIC", "-o", self.folder / "audit.so", "audit.c")
        self.compile("-o", program, "main.c", f"-Wl,--audit={self.folder / 'audit.so'}")

    def assert_asked(self, program, why=None):
        """The doctor, called by root, asks the loader, or says of which part why it does not."""
        (self.folder / "ran").unlink(missing_ok=True)
        outcome = self.run_command(OPTIONS.topomorph, "doctor", "--no-job", program)
        self.assertEqual((self.folder / "ran").exists(), why is None, outcome.stdout)
        self.assertIn(f"not checked: {why}" if why else "not linked with an MPI library", outcome.stdout)
        self.assertEqual("ask as the program's owner" in outcome.stdout, why is not None, outcome.stdout)

    def test_the_loader_is_not_asked_about_what_others_can_change(self):
        folder = self.make_folder("bin", 0o755)
        program = folder / "program"
        self.auditing(program)
        self.assert_asked(program)
        os.chown(program, ATTACKER, ATTACKER)
        self.assert_asked(program, f"{program} belongs to another user")
        os.chown(program, 0, 0)
        folder.chmod(0o1777)
        self.assert_asked(program, f"{folder} may be written to by everybody")
        folder.chmod(0o775)
        os.chown(folder, 0, GROUP)
        self.assert_asked(program, f"{folder} may be written to by its group")
        os.chown(folder, ATTACKER, ATTACKER)
        self.assert_asked(program, f"{folder} belongs to another user")

    def test_the_loader_reads_the_file_that_was_examined(self):
        """The attacker exchanges the link when the doctor opens the program that it leads to at first."""
        harmless, evil = self.make_folder("bin", 0o755) / "harmless", self.homes[ATTACKER] / "evil"
        self.homes[ATTACKER].chmod(0o755)
        self.auditing(evil)
        os.chown(evil, ATTACKER, ATTACKER)
        self.compile("-o", harmless, "main.c")
        (self.folder / "exchange.c").write_text(EXCHANGING)
        self.compile("-o", "exchange", "exchange.c")
        for trial in range(4):  # two of three take place in time
            link, other = (self.homes[ATTACKER] / f"{name}{trial}" for name in ("link", "other"))
            self.link_as(ATTACKER, harmless, link)
            self.link_as(ATTACKER, evil, other)
            with subprocess.Popen(self.words(ATTACKER, self.folder / "exchange", harmless, link, other), stdout=subprocess.PIPE) as attacker:
                attacker.stdout.readline()
                outcome = self.run_command(OPTIONS.topomorph, "doctor", "--no-job", link)
                attacker.wait(SECONDS)
            self.assertEqual(os.readlink(link), str(evil), "the attack took place")
            self.assertFalse((self.folder / "ran").exists(), outcome.stdout)

    def test_what_the_file_itself_names_is_told_without_its_loader(self):
        (self.folder / "main.c").write_text("#include <mpi.h>\nint main(int n, char** w) { MPI_Init(&n, &w); return MPI_Finalize(); }\n")
        subprocess.run([OPTIONS.mpicc, "-o", "program", "main.c"], cwd=self.folder, check=True)
        os.chown(self.folder / "program", ATTACKER, ATTACKER)
        outcome = self.run_command(OPTIONS.topomorph, "doctor", "--no-job", self.folder / "program")
        self.assertRegex(outcome.stdout, r"program belongs to another user: .* is not asked; the file itself names libmpi\S*, (Open MPI|MPICH)")

    def test_a_program_with_address_sanitizer_where_others_can_write(self):
        """The user starts it anyhow; its loader is not asked where its run-time is."""
        (self.folder / "main.c").write_text("int main(void) { return 3; }\n")
        program = self.sticky / "sanitized"
        built = subprocess.run([OPTIONS.cc, "-fsanitize=address", "-o", program, "main.c"], cwd=self.folder, capture_output=True, check=False)
        if built.returncode != 0:
            self.skipTest("the compiler has no AddressSanitizer")
        outcome = self.run_as(VICTIM, OPTIONS.topomorph, "run", program, ASAN_OPTIONS="detect_leaks=0")
        self.assertEqual((outcome.status, outcome.stderr), (3, ""))

    def test_a_loader_searches_beside_the_program_and_not_beside_a_link_to_it(self):
        (self.folder / "library.c").write_text("void f(void) {}\n")
        (self.folder / "main.c").write_text("void f(void); int main(void) { f(); return 0; }\n")
        for name in ("bin", "lib"):
            self.make_folder(name, 0o755)
        self.compile("-shared", "-fPIC", "-o", "lib/libpart.so", "library.c")
        self.compile("-o", "bin/program", "main.c", "-Llib", "-lpart", "-Wl,-rpath,$ORIGIN/../lib")
        link = self.homes[ATTACKER] / "bin/program"
        subprocess.run(self.words(ATTACKER, "mkdir", link.parent, self.homes[ATTACKER] / "lib"), check=True)
        self.link_as(ATTACKER, self.folder / "bin/program", link)
        self.write_as(ATTACKER, self.homes[ATTACKER] / "lib/libpart.so", "no library")
        outcome = self.run_command(OPTIONS.topomorph, "doctor", "--no-job", link)
        self.assertIn("not linked with an MPI library", outcome.stdout)
        self.assertNotIn("cannot load it", outcome.stdout)

    def test_the_doctor_makes_its_folder_where_nobody_can_exchange_it(self):
        """It removes the folder at the end, by whatever name others had given to another one."""
        for user, place in ((VICTIM, self.make_folder("open", 0o777)), (0, self.homes[ATTACKER])):
            before = sorted(os.listdir(place))
            doctor = ("env", f"TMPDIR={place}", OPTIONS.topomorph, "doctor")
            outcome = self.run_as(user, *doctor) if user else self.run_command(*doctor)
            self.assertIn(f"not tried: no folder can be made for its profile: {place}: ", outcome.stdout)
            self.assertEqual(sorted(os.listdir(place)), before)

    def test_a_host_is_no_option_of_a_launcher(self):
        for host in ("-oProxyCommand", "n1;id", "+n0x y"):
            topology = self.topology_of(f"{host},n2")
            outcome = self.run_command(OPTIONS.topomorph, "map", "--affinity", "cart:2x1", "--topology", topology, "--write", "seq:out")
            self.assertEqual(outcome.status, 2, host)
            self.assertFalse((self.folder / "out").exists())

    def test_a_pipe_with_the_name_of_a_host(self):
        self.topology_of("n1,n2")
        pipe = self.sticky / "n1"
        subprocess.run(self.words(ATTACKER, "mkfifo", "-m", "666", pipe), check=True)
        outcome = self.run_command("sh", "-c", f"cd sticky && exec {OPTIONS.topomorph} topology --topology slurm:{self.folder}/topology.conf --check n1")
        self.assertEqual((outcome.status, outcome.lines), (0, ["all 1 hosts are in the topology"]))

    def test_a_pipe_that_slurm_conf_includes(self):
        self.topology_of("n1,n2")
        subprocess.run(self.words(ATTACKER, "mkfifo", "-m", "666", self.sticky / "more.conf"), check=True)
        (self.folder / "slurm.conf").write_text(f"Include {self.sticky}/more.conf\nPartitionName=all Nodes=ALL\n")
        outcome = self.run_command(OPTIONS.topomorph, "topology", "--topology", "slurm:slurm.conf")
        self.assertEqual((outcome.status, outcome.lines), (2, [f"{self.sticky}/more.conf: is no regular file"]))


if __name__ == "__main__":
    main()
