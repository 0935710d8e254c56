"""--no-keep-arguments: what stands behind a program on its command line is in no file that TopoMorph writes and in nothing that it says."""
import json
import os
import shutil
import stat

import jobs
from jobs import OPTIONS, RANKS
from site_file_test import SiteTest
from users import ATTACKER, GROUP, UsersTest, VICTIM

SECRET = "--password=hunter2"


class ArgumentsTest(SiteTest):
    """A secret is the second argument of the program, whose first is its exit status."""

    def secret_job(self, mode, *words, status="0", secret=SECRET, **settings):
        return self.job(OPTIONS.topomorph, mode, *words, OPTIONS.program, status, secret, **settings)

    def places_of(self, *outcomes):
        """Where the secret is: files under the test's folder, by content or by name, and what was said."""
        found = [stream for outcome in outcomes for stream in (outcome.stdout, outcome.stderr) if "hunter" in stream]
        for folder, _, files in os.walk(self.folder):
            for name in files:
                path = os.path.join(folder, name)
                with open(path, "rb") as file:
                    if b"hunter" in file.read() or "hunter" in path:
                        found.append(os.path.relpath(path, self.folder))
        return found

    def history(self, *words):
        return json.loads(self.run_command(OPTIONS.topomorph, "history", "--store", "store", "--json", *words).stdout)["programs"]

    def test_a_profile(self):
        kept = self.secret_job("profile", "-o", "kept.tmprof")
        self.assertEqual(self.places_of(kept), ["kept.tmprof"], "else this test cannot fail")
        (self.folder / "kept.tmprof").unlink()
        for words, settings in ((("--no-keep-arguments",), {}), ((), {"TOPOMORPH_KEEP_ARGUMENTS": 0})):
            outcome = self.secret_job("profile", *words, "-o", "a.tmprof", **settings)
            self.assertEqual(outcome.lines, [f"profile of {RANKS} ranks: {self.folder}/a.tmprof"], outcome.stderr)
            report, told = (self.run_command(OPTIONS.topomorph, "report", "a.tmprof", *form) for form in ((), ("--json",)))
            self.assertEqual(self.places_of(outcome, report, told), [])
            self.assertIn(f"program      {OPTIONS.program} (arguments left out)\n", report.stdout)

    def test_a_program_without_arguments_has_none_left_out(self):
        self.topomorph("profile", "--no-keep-arguments", "-o", "a.tmprof")
        self.assertNotIn("left out", self.run_command(OPTIONS.topomorph, "report", "a.tmprof").stdout)

    def test_what_an_aborted_job_leaves(self):
        outcome = self.secret_job("profile", "--no-keep-arguments", "-o", "a.tmprof", status="exit")
        self.assertTrue((self.folder / "a.tmprof.parts").exists(), outcome.stderr)
        recovered = self.run_command(OPTIONS.topomorph, "profile", "--recover", "-o", "a.tmprof")
        self.assertTrue((self.folder / "a.tmprof").exists(), recovered.stderr)
        self.assertEqual(self.places_of(outcome, recovered), [])

    def test_a_store_tells_cases_apart(self):
        words = ("--no-keep-arguments", "--store", "store")
        outcomes = [self.secret_job("auto", *words) for _ in range(2)] + [self.secret_job("auto", *words, secret="--password=hunter3")]
        outcomes += [self.run_command(OPTIONS.topomorph, "history", "--store", "store"),
                     self.run_command(OPTIONS.topomorph, "site", "--store", "store", "--json")]
        self.assertEqual(self.places_of(*outcomes), [])
        self.assertEqual(sorted(len(program["runs"]) for program in self.history()), [1, 2])
        for program in self.history():
            self.assertTrue(program["arguments_left_out"])
            self.assertRegex(program["arguments"], r"^\(arguments left out, [0-9a-f]{16}\)$")
        self.assertEqual(len({program["arguments"] for program in self.history()}), 2)
        self.assertRegex(outcomes[3].stdout, rf"(?m)^{OPTIONS.program} \(arguments left out, [0-9a-f]{{16}}\)$")
        key = self.folder / "store" / f"arguments-{os.getuid()}.key"
        self.assertEqual(stat.filemode(key.stat().st_mode), "-rw-------")

    def test_a_store_with_both(self):
        self.secret_job("auto", "--store", "store")
        self.assertEqual([program["arguments_left_out"] for program in self.history()], [False])
        self.assertEqual(len(self.places_of()), 2, "the case, and the profile in it")
        self.secret_job("auto", "--store", "store", "--no-keep-arguments")
        self.assertEqual(sorted(program["arguments_left_out"] for program in self.history()), [False, True])

    def test_another_key_makes_other_digests(self):
        for store in "one", "two":
            self.secret_job("auto", "--no-keep-arguments", "--store", store)
        cases = [path.name for store in ("one", "two") for path in (self.folder / store).iterdir() if (path / "case").exists()]
        self.assertEqual(len(set(cases)), 2, cases)

    def test_a_key_that_others_may_read_costs_the_order_alone(self):
        self.secret_job("auto", "--no-keep-arguments", "--store", "store")
        key = self.folder / "store" / f"arguments-{os.getuid()}.key"
        key.chmod(0o644)
        outcome = self.secret_job("auto", "--no-keep-arguments", "--store", "store")
        self.assert_runs_on(outcome, f"{key}: has mode 0644, expected 0600: others would know the key: order kept, nothing is learnt")

    def test_the_site_decides(self):
        self.site("final keep-arguments = 0", f"records = file:{self.folder}/records")
        outcomes = [self.secret_job(mode, *words, TOPOMORPH_KEEP_ARGUMENTS=1, TOPOMORPH_STORE="store")
                    for mode, words in (("profile", ("-o", "a.tmprof")), ("auto", ()), ("run", ("-p", "a.tmprof")))]
        self.assertEqual(self.places_of(*outcomes), [])
        self.assertTrue((self.folder / "a.tmprof").exists())
        self.assertEqual([program["arguments_left_out"] for program in self.history()], [True])
        records = [json.loads(line) for line in (self.folder / "records").read_text().splitlines()]
        self.assertEqual([record["program"] for record in records], 3 * [str(OPTIONS.program)])
        self.assertIn("TOPOMORPH_KEEP_ARGUMENTS=1 has no effect: 0 is final (/etc/topomorph/site.conf, line 1)", outcomes[0].lines)

    def test_a_word_that_is_no_script(self):
        """An interpreter runs a module, whose name is no file. By its name this program is one."""
        shell = self.folder / "python"
        shutil.copy(OPTIONS.program, shell)
        self.site(f"records = file:{self.folder}/records")
        for words in ((), ("--no-keep-arguments",)):
            self.job(OPTIONS.topomorph, "profile", *words, "-o", "a.tmprof", shell, "-m", "hunter2")
            self.assertNotIn("records", self.places_of())
            record = (self.folder / "records").read_text()
            self.assertEqual(json.loads(record)["program"], str(shell))
            (self.folder / "records").unlink()


class OtherUserTest(UsersTest):
    """Who reads a store that users share learns nothing by trying likely arguments."""

    def test_the_key_in_a_shared_store(self):
        store = self.make_folder("shared", 0o2770, 0, GROUP)
        for user in VICTIM, ATTACKER:
            outcome = self.run_as(user, *self.launch, "--bind-to", "none", "-n", 2, OPTIONS.topomorph, "auto", "--no-keep-arguments", "--store", store,
                                  OPTIONS.program, "0", SECRET)
            self.assertIn("job_program with 2 ranks is measured", "".join(outcome.lines), outcome.stderr)
        key = store / f"arguments-{VICTIM}.key"
        self.assertEqual((key.stat().st_uid, stat.filemode(key.stat().st_mode)), (VICTIM, "-rw-------"))
        tried = self.run_as(ATTACKER, "cat", key)
        self.assertEqual((tried.stdout, tried.status), ("", 1), tried.stderr)
        cases = [path for path in store.iterdir() if (path / "case").exists()]
        self.assertEqual(len(cases), 2, "the same arguments, of two users")
        found = self.run_as(ATTACKER, "grep", "-r", "hunter", store)
        self.assertEqual(found.stdout, "")

    def test_a_key_that_another_has_put_there(self):
        store = self.make_folder("shared", 0o2770, 0, GROUP)
        self.write_as(ATTACKER, store / "format", "topomorph store 1\n")
        for mode, said in (0o600, "cannot be read: Permission denied"), (0o644, "belongs to another user, who would know the key"):
            key = self.write_as(ATTACKER, store / f"arguments-{VICTIM}.key", 32 * "0" + "\n", mode)
            outcome = self.run_as(VICTIM, *self.launch, "--bind-to", "none", "-n", 2, OPTIONS.topomorph, "auto", "--no-keep-arguments", "--store", store,
                                  OPTIONS.program, "0", SECRET)
            self.assertEqual((outcome.stdout, outcome.status), ("processes 0 1\n", 0), outcome.stderr)
            self.assertEqual(outcome.lines, [f"{key}: {said}: order kept, nothing is learnt"])
            self.assertEqual([path for path in store.iterdir() if (path / "case").exists()], [])


if __name__ == "__main__":
    jobs.main()
