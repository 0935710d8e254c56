"""Records that hostile users leave, read by root: forged lines, holes, bombs of zstd, pipes, and what a hashed page must not tell."""
import json
import os
import pathlib
import shutil
import subprocess
import sys
import unittest

from jobs import OPTIONS, REST
from users import ATTACKER, UsersTest, VICTIM

SECRET = "thesis-of-alice"
FORGED = {"hosts": 1e9, "seconds": 1e10, "mpi_seconds": 1e10, "order": "launcher", "predicted_gain": 0.9, "ranks": 8, "user": "root"}


def line(program="/apps/real", **members):
    return json.dumps({"topomorph": 1, "program": program, **members}) + "\n"


class RecordsOfUsers(UsersTest):
    """A letter box for records. The two users have names where root's command runs: mallory is the attacker, alice the victim."""

    def setUp(self):
        super().setUp()
        self.box = self.make_folder("box", 0o1733)
        users = pathlib.Path("/etc/passwd").read_text() + f"mallory:x:{ATTACKER}:{ATTACKER}::/:/bin/sh\nalice:x:{VICTIM}:{VICTIM}::/:/bin/sh\n"
        (self.folder / "passwd").write_text(users)
        in_namespace = subprocess.run(["unshare", "--mount", "mount", "--bind", self.folder / "passwd", "/etc/passwd"], check=False, capture_output=True)
        if in_namespace.returncode != 0:
            self.skipTest("no mount namespaces, in which the two users could have names")

    def site(self, *words, status=0):
        """Root's command, on a host that knows both users."""
        outcome = self.run_command("unshare", "--mount", "sh", "-c", 'mount --bind passwd /etc/passwd && exec "$0" site "$@"', OPTIONS.topomorph, *words)
        self.assertEqual(outcome.status, status, outcome.stderr)
        return outcome

    def told(self, *words):
        return json.loads(self.site(*words, "--json").stdout)

    def leave(self, user, *lines, name=None):
        return self.write_as(user, self.box / (name or f"{user}.jsonl"), "".join(lines), 0o600)

    def leave_real(self, count=12):
        """The victim's jobs, of as many programs."""
        self.leave(VICTIM, *(line(f"/apps/real{i}", user="alice", hosts=4, seconds=3600, mpi_seconds=1800, order="launcher", predicted_gain=0.1 + i / 100, ranks=64,
                                  end=1795690000 + i) for i in range(count)))

    @staticmethod
    def trouble_of(told, owner):
        [found] = [one for one in told["input"]["owners"]["first"] if one["owner"] == owner]
        return found

    def programs_of(self, told, ranking):
        return [row["name"] for row in told["rankings"][ranking]]


class ForgedRecordsTest(RecordsOfUsers):
    """Lines that jobs have not written."""

    def test_impossible_lines_do_not_count_and_their_owner_is_named(self):
        self.leave_real()
        self.leave(ATTACKER, *(line(f"/evil/{i}", **FORGED) for i in range(20_000)))
        told = self.told("box")
        self.assertEqual(told["total"]["node_hours"], 48)
        for ranking in "would_gain", "poor_order", "most_used":
            self.assertEqual([name for name in self.programs_of(told, ranking) if name.startswith("/evil")], [])
        self.assertEqual(told["input"]["impossible"], 20_000)
        mallory = self.trouble_of(told, "mallory")
        self.assertEqual(mallory["impossible"], {"count": 20_000, "first": f"box/{ATTACKER}.jsonl:1: hosts: found 1e+09, expected at most 200000 (--max-hosts)"})
        outcome = self.site("box", "-o", "page.html")
        self.assertIn("20000 impossible records of mallory in all, left out\n", outcome.stderr)
        self.assertIn("hosts: found 1e+09, expected at most 200000", (self.folder / "page.html").read_text())
        self.assertRegex(self.site("box").stdout, r"\nNot used as it stands, by owner of the files\n.*\n  mallory +20000 +0 +20000 +0 +0\n")

    def test_lines_within_the_limits_do_not_push_others_out(self):
        self.leave_real()
        forged = {**FORGED, "hosts": 1000, "seconds": 86_400 * 7, "mpi_seconds": 86_400 * 7}
        self.leave(ATTACKER, *(line(f"/evil/{i}", **forged) for i in range(20_000)), name="0.jsonl")
        told = self.told("box", "--max-hosts", 1000, "--max-days", 7)
        for ranking in "would_gain", "poor_order", "most_used":
            names = self.programs_of(told, ranking)
            self.assertEqual((len(names), len([name for name in names if name.startswith("/apps/real")])), (10, 4), names)
            self.assertEqual(told["passed_over"][ranking], 256 - 6)
        self.assertEqual(told["groups"], 256 + 12)
        self.assertEqual((told["rest"]["jobs"], told["has_given_up"]), (20_000 - 256, False))
        self.assertEqual(self.trouble_of(told, "mallory")["crowded_jobs"], 20_000 - 256)
        self.assertEqual({row["owner"] for row in told["rankings"]["would_gain"]}, {"mallory", "alice"})
        outcome = self.site("box", "--max-hosts", 1000, "--max-days", 7)
        self.assertIn("owner mallory: 19744 jobs are in no row, because their names are beyond the first 256 (--max-names)\n", outcome.stderr)
        self.assertIn("  250 greater programs of owners who have their share of the rows: --top shows more\n", outcome.stdout)

    def test_nobody_claims_more_than_the_site_has(self):
        self.leave_real()
        week = {**FORGED, "hosts": 1000, "seconds": 86_400 * 7, "mpi_seconds": 86_400 * 7, "end": 1795690000}
        self.leave(ATTACKER, *(line("/evil", **week) for _ in range(1000)))
        bounds = "--max-hosts", 1000, "--max-days", 7, "--since", "2026-11-20", "--until", "2026-11-26"
        told = self.told("box", *bounds)
        self.assertLessEqual(told["total"]["node_hours"], 1000 * 14 * 24 + 48)  # the days, and a longest job before
        self.assertGreaterEqual(self.trouble_of(told, "mallory")["impossible"]["count"], 998)
        self.assertIn("node-hours of mallory", self.trouble_of(told, "mallory")["impossible"]["first"])
        self.assertEqual(len(told["input"]["owners"]["first"]), 1)

    def test_a_record_that_names_root_is_its_owners(self):
        self.leave_real(1)
        self.leave(ATTACKER, line("/evil", hosts=1, seconds=3600, user="root"), line("/evil", hosts=1, seconds=3600, user="alice"))
        self.write_as(0, self.box / "root.jsonl", line("/apps/roots", hosts=1, seconds=3600, user="bob"))
        by_user = {row["name"]: row["node_hours"] for row in self.told("box", "--by", "user")["rankings"]["most_used"]}
        self.assertEqual(by_user, {"alice": 4, "mallory": 2, "bob": 1})  # what root has written is believed
        by_owner = {row["name"]: row["node_hours"] for row in self.told("box", "--by", "owner")["rankings"]["most_used"]}
        self.assertEqual(by_owner, {"alice": 4, "mallory": 2, "root": 1})
        outcome = self.site("box", "--by", "user")
        self.assertIn(f"box/{ATTACKER}.jsonl:1: names user 'root', found a file of mallory; 2 records that name another user of mallory in all, counted as their owner's\n",
                      outcome.stderr)

    def test_a_collector_is_believed_where_it_is_said(self):
        self.leave(ATTACKER, line("/a", hosts=1, seconds=3600, user="alice"), line("/a", hosts=1, seconds=3600, user="bob"), name="all.jsonl")
        names = lambda *words: sorted(row["name"] for row in self.told("box", "--by", "user", *words)["rankings"]["most_used"])
        self.assertEqual(names(), ["mallory"])
        self.assertEqual(names("--trusted-owner", "mallory"), ["alice", "bob"])
        self.assertEqual(names("--trusted-owner", ATTACKER), ["alice", "bob"])

    def test_a_file_of_root_that_all_may_write_names_nobody(self):
        common = self.write_as(0, self.box / "all.jsonl", line("/apps/a", hosts=1, seconds=3600, user="alice"), 0o622)
        subprocess.run(self.words(ATTACKER, "sh", "-c", 'cat >>"$1"', "sh", common), input=line("/evil", hosts=9, seconds=3600, user="alice"), text=True, check=True)
        self.assertEqual([row["name"] for row in self.told("box", "--by", "user")["rankings"]["most_used"]], [None])
        self.assertEqual(self.trouble_of(self.told("box"), "(nobody known)")["disputed"]["count"], 2)

    def test_syslog_tells_the_sender(self):
        lines = [f"Nov 26 10:00:01 n0 _UID={uid} app[7]: {said}{line('/a', hosts=1, seconds=3600, user='root')}" for uid, said in
                 ((ATTACKER, f"_UID={VICTIM} "), (VICTIM, ""))]
        self.write_as(0, self.folder / "messages", "".join(lines))
        told = self.told("messages", "--by", "user", "--sender-mark", "_UID=")
        self.assertEqual(sorted(row["name"] for row in told["rankings"]["most_used"]), ["alice", "mallory"])
        self.assertEqual((told["input"]["owners"]["count"], told["input"]["relayed"]), (2, 0))
        self.assertIn("topomorph: 2 records are from a log that does not tell their senders: their users are their own word (--sender-mark)\n",
                      self.site("messages", "--by", "user").stderr)


class EndlessFilesTest(RecordsOfUsers):
    """Files that take hours, or never end. The limit of time of a command is that of the test."""

    def test_a_hole_of_a_terabyte(self):
        self.leave_real()
        hole = self.leave(ATTACKER, line("/apps/mallorys", hosts=1, seconds=3600))
        subprocess.run(self.words(ATTACKER, "truncate", "-s", "1T", hole), check=True)
        told = self.told("box")
        self.assertEqual(told["total"]["jobs"], 13)
        self.assertLess(told["input"]["bytes"], 100_000)
        self.assertEqual(self.trouble_of(told, "mallory")["never_written"], {"count": 1, "first": f"box/{ATTACKER}.jsonl: 1.1 TB of it were never written"})
        self.assertIn("1 files with holes of mallory in all, skipped\n", self.site("box").stderr)

    @unittest.skipIf(shutil.which("zstd") is None, "there is no zstd")
    def test_a_bomb(self):
        self.leave_real()
        bomb = self.box / "a.jsonl.zst"
        packed = subprocess.run(["sh", "-c", "yes '{\"topomorph\"' | head -c 300000000 | zstd -q -c"], check=True, capture_output=True).stdout
        self.assertLess(len(packed), 100_000)
        self.write_as(ATTACKER, bomb, packed, 0o600)
        told = self.told("box")
        self.assertEqual(told["total"]["jobs"], 12)
        self.assertLess(told["input"]["lines"], 1e6)  # a damaged line costs its owner 4 kB
        excess = self.trouble_of(told, "mallory")["excess"]
        self.assertEqual(excess["count"], 1)
        self.assertRegex(excess["first"], r"^box/a\.jsonl\.zst: .*(unpack to more than 1000 times as much|has more than 1 GB of text \(--max-megabytes\))$")

    def test_an_owner_has_so_many_megabytes(self):
        self.leave_real()
        text = line("/apps/mallorys", hosts=1, seconds=3600) * 10_000
        for name in "a.jsonl", "b.jsonl":
            self.leave(ATTACKER, text, name=name)
        told = self.told("box", "--max-megabytes", 1)
        self.assertEqual([name for name in self.programs_of(told, "most_used") if name.startswith("/apps/real")], [f"/apps/real{i}" for i in (0, 1, 10, 11, 2, 3, 4, 5, 6)])
        self.assertEqual(self.trouble_of(told, "mallory")["excess"]["count"], 2)
        self.assertEqual(self.told("box")["total"]["jobs"], 20_012)

    def test_files_without_number(self):
        self.leave_real()
        make = 'import sys\nfor i in range(100_010): open(f"{sys.argv[1]}/0{i}.jsonl", "w").close()'
        subprocess.run(self.words(ATTACKER, sys.executable, "-c", make, self.box), check=True)
        told = self.told("box")
        self.assertEqual((told["total"]["jobs"], told["input"]["skipped"]["count"]), (12, 10))
        self.assertRegex(told["input"]["skipped"]["first"], r"^box/0\d+\.jsonl: is one of more files than are read of one owner$")

    def test_a_folder_of_another_user_that_leads_elsewhere(self):
        """It is passed over, and the rest is read."""
        self.leave_real()
        roots = self.make_folder("roots", 0o700)
        self.write_as(0, roots / "a.jsonl", line("/roots", user="root"), 0o600)
        link, opened = self.homes[ATTACKER] / "link", self.make_folder("opened", 0o777, ATTACKER)
        self.link_as(ATTACKER, roots, link)
        outcome = self.site("box", link, link / "", opened, "--json")
        self.assertEqual(json.loads(outcome.stdout)["total"]["jobs"], 12)
        self.assertNotIn("/roots", outcome.stdout)

    def test_pipes_devices_and_links_stay_outside(self):
        self.leave_real()
        self.write_as(0, self.folder / "secret", line("/roots", user="root"), 0o600)
        subprocess.run(self.words(ATTACKER, "mkfifo", self.box / "pipe.jsonl"), check=True)
        self.link_as(ATTACKER, self.folder / "secret", self.box / "link.jsonl")
        self.link_as(ATTACKER, "/dev/zero", self.box / "zero.jsonl")
        told = self.told("box")
        self.assertEqual((told["total"]["jobs"], told["input"]["skipped"]["count"]), (12, 3))
        self.assertIn("is of another user and no regular file: passed over", self.site("box/pipe.jsonl").stderr)

    def test_a_second_name_counts_once(self):
        self.leave_real()
        os.link(self.box / f"{VICTIM}.jsonl", self.box / "again.jsonl")
        told = self.told("box")
        self.assertEqual(told["total"]["jobs"], 12)
        self.assertIn("is the same file as one before", told["input"]["skipped"]["first"])


class HashedPageTest(RecordsOfUsers):
    """What leaves the centre has no word of a record, and the key is root's."""

    def setUp(self):
        super().setUp()
        self.leave_real(3)
        self.leave(ATTACKER, line(f"/home/{SECRET}", hosts=1, seconds=3600, user="root", order="dropped", reason=f"of {SECRET}"),
                   f'{{"topomorph":1,"hosts":1{SECRET}}}\n', f"{SECRET}\n", line(f"/{SECRET}", hosts=1e9), name=f"{SECRET}.jsonl")
        self.write_as(ATTACKER, self.box / f"{SECRET}.jsonl.zst", b"\x28\xb5\x2f\xfd" + SECRET.encode(), 0o600)
        self.make_folder(f"box/{SECRET}.d", 0o755)

    def test_no_text_of_records_and_no_names_of_files(self):
        for by in "program", "user", "owner":
            for words in ([], ["--json"], ["-o", "page.html"]):
                outcome = self.site("box", "--by", by, "--hash-key", "key", "--max-names", 1, *words)
                page = (self.folder / "page.html").read_text() if words == ["-o", "page.html"] else ""
                for raw in SECRET, "box", "real0", "mallory", "alice", "root":
                    self.assertNotIn(raw, (outcome.stdout + outcome.stderr + self.data_of(page)).replace("key, ", ""), (by, words))
        told = json.loads(self.site("box", "--hash-key", "key", "--json").stdout)
        self.assertEqual((told["input"]["damaged"]["count"], told["input"]["impossible"], told["input"]["skipped"]["count"]), (2, 1, 1))

    @staticmethod
    def data_of(page):
        return page.partition('id="data"')[2].partition("</script>")[0]

    def test_what_cannot_be_read_is_told_by_its_number(self):
        outcome = self.site("box", f"{SECRET}.jsonl", "--hash-key", "key", status=2)
        self.assertEqual(outcome.stderr.splitlines()[-1], "topomorph: operand 2: cannot be read: No such file or directory")
        self.assertNotIn(SECRET, outcome.stderr)
        self.assertNotIn(SECRET, self.site("--store", f"{SECRET}", "--hash-key", "key", status=2).stderr)

    def test_the_key_is_the_owners(self):
        self.site("box", "--hash-key", "key")
        key = self.folder / "key"
        self.assertEqual((key.stat().st_uid, key.stat().st_mode & 0o777), (0, 0o600))
        self.assertNotEqual(self.run_as(ATTACKER, "cat", key).status, 0)
        planted = self.write_as(ATTACKER, pathlib.Path(self.homes[ATTACKER]) / "key", "a key that mallory knows\n", 0o600)
        self.assertIn("belongs to another user, who would know the key", self.site("box", "--hash-key", planted, status=2).stderr)
        key.chmod(0o640)
        self.assertIn("key: has mode 0640, expected 0600", self.site("box", "--hash-key", "key", status=2).stderr)


if __name__ == "__main__":
    unittest.main(argv=[sys.argv[0], *REST])
