"""topomorph site on generated records: its sums, what damage does, hashed names, and the page in a real browser."""
import json
import os
import pathlib
import shutil
import subprocess
import sys
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT / "benchmarks" / "site"), str(ROOT / "benchmarks" / "common")]
import browsing
import generate
import jobs
import usage

EVIL = '</script><img src=x onerror="document.documentElement.dataset.hacked=1">&\u2028'
TITLES = ["Summary", "Would gain next", "Poor order", "Gained", "Lost", "Dropped", "Most node-hours"]


def line(program="/apps/a", **members):
    return json.dumps({"topomorph": 1, "program": program, **members}) + "\n"


def hours(record, time="seconds"):
    return record["hosts"] * record[time] / 3600


class SiteRun(jobs.FolderTest):
    """Commands in a folder with records."""

    def site(self, *words, status=0, stderr=""):
        outcome = self.run_command(jobs.OPTIONS.topomorph, "site", *words)
        self.assertEqual((outcome.status, outcome.stderr), (status, outcome.stderr if stderr is None else stderr))
        return outcome

    def told(self, *words, **how):
        return json.loads(self.site(*words, "--json", **how).stdout)

    def write(self, *lines, name="records.jsonl"):
        (self.folder / name).write_text("".join(lines))

    def write_generated(self, count=3000, **how):
        self.write(*generate.records(count, **how))
        return [json.loads(text) for text in (self.folder / "records.jsonl").read_text().splitlines()]


class SiteSumsTest(SiteRun):
    """Against sums that are made here."""

    @staticmethod
    def predictions(records):
        """Returns a function from a record to its prediction: its own, or the mean of its program with as many ranks; None: there is none."""
        of_case = {}
        for record in records:
            if "predicted_gain" in record:
                gain = 0 if record["order"] == "dropped" else record["predicted_gain"]
                of_case.setdefault((record["program"], record["ranks"]), []).append(gain)
        means = {case: sum(gains) / len(gains) for case, gains in of_case.items()}
        return lambda record: record.get("predicted_gain", means.get((record["program"], record["ranks"])))

    def sums(self, records, by):
        """Returns node-hours that would be gained, and that were gained, by name."""
        would, gained, prediction = {}, {}, self.predictions(records)
        for record in records:
            name = record[by]
            mpi = hours(record, "mpi_seconds")
            if record["order"] == "launcher" and (prediction(record) or 0) > 0:
                would[name] = would.get(name, 0) + mpi * prediction(record)
            if record["order"] == "reordered" and "measured_gain" in record:
                gained[name] = gained.get(name, 0) + mpi * record["measured_gain"]
        return would, gained

    def assert_ranked(self, rows, sums, value):
        best = sorted(sums.items(), key=lambda entry: -entry[1])[:len(rows)]
        self.assertEqual([row["name"] for row in rows], [name for name, _ in best])
        for row, (_, expected) in zip(rows, best):
            self.assertAlmostEqual(value(row), expected, delta=1e-9 * expected)

    def test_rankings_by_all_that_there_is(self):
        records = self.write_generated(programs=60)
        for by in ("program", "user", "partition", "library"):
            told = self.told("records.jsonl", "--by", by, "--top", 4)
            would, gained = self.sums(records, by)
            self.assertEqual(told["by"], by)
            self.assertEqual(told["groups"], len({record[by] for record in records}))
            self.assertEqual(len(told["rankings"]["would_gain"]), 4)
            self.assert_ranked(told["rankings"]["would_gain"], would, lambda row: row["poor_order"]["would_gain_node_hours"])
            self.assert_ranked(told["rankings"]["gained"], gained, lambda row: row["measured"]["gained_node_hours"])
            self.assertAlmostEqual(told["total"]["node_hours"], sum(map(hours, records)), places=4)
            self.assertEqual(told["total"]["jobs"], len(records))
            self.assertEqual(told["total"]["dropped"]["jobs"], sum(record["order"] == "dropped" for record in records))
            self.assertEqual(told["uncertain_node_hours"], 0)

    def test_a_programs_first_run_is_in_a_poor_order_if_a_later_one_says_so(self):
        first = {"ranks": 8, "hosts": 2, "seconds": 3600, "mpi_seconds": 1800, "order": "launcher"}
        self.write(line("/apps/a", **first, mode="auto"), line("/apps/a", **{**first, "order": "reordered"}, mode="auto", predicted_gain=0.25),
                   line("/apps/a", **first, mode="monitor"), line("/apps/a", **{**first, "ranks": 9}, mode="profile"), line("/apps/b", **first))
        total = self.told("records.jsonl")["total"]
        self.assertEqual(total["poor_order"], {"jobs": 2, "node_hours": 4, "would_gain_node_hours": 0.5, "by_other_records": {"jobs": 2, "node_hours": 4}})
        self.assertEqual(total["not_predicted"], {"jobs": 2, "node_hours": 4})
        self.assertIn("\n  not predicted  2 of 5 jobs, 4 node-hours (40.0 %): in the launcher's order, without a plan\n", self.site("records.jsonl").stdout)

    def test_jobs_that_do_not_say_their_time_in_mpi(self):
        self.write(line("/apps/a", hosts=2, seconds=3600, mpi_seconds=1800, mode="auto"), line("/apps/a", hosts=6, seconds=3600, mode="run"))
        total = self.told("records.jsonl")["total"]
        self.assertEqual((total["node_hours"], total["mpi_node_hours"], total["mpi_percent"]), (8, 1, 50))
        self.assertIn("\n  in MPI         50.0 % of the node-hours of 1 job, others do not say it\n", self.site("records.jsonl").stdout)

    def test_names_without_node_hours_are_not_forgotten_silently(self):
        self.write(*(line(f"/apps/z{i}", order="dropped") for i in range(3000)), *(line(f"/apps/a{i}") for i in range(20_000)))
        told = self.told("records.jsonl")
        self.assertEqual((told["has_given_up"], told["uncertain_node_hours"], told["rankings"]["dropped"]), (True, 0, []))
        self.assertEqual((told["rest"]["dropped"]["jobs"], told["groups"] + told["rest"]["jobs"]), (3000, 23_000))
        self.assertRegex(self.site("records.jsonl").stdout, r"too many programs: \d+ are counted one by one, \d+ jobs of others together")

    def test_more_programs_than_are_counted_one_by_one(self):
        self.write(*(line(f"/apps/light{i}", hosts=1, seconds=36 + i % 7) for i in range(20_000)),
                   *(line(f"/apps/heavy{i % 3}", hosts=100, seconds=3600) for i in range(30)))
        told = self.told("records.jsonl", "--top", 3)
        self.assertEqual(sorted(row["name"] for row in told["rankings"]["most_used"]), ["/apps/heavy0", "/apps/heavy1", "/apps/heavy2"])
        self.assertLessEqual(told["groups"], 2 * 4096)
        self.assertGreater(told["uncertain_node_hours"], 0)
        self.assertEqual(told["total"]["jobs"], 20_030)
        self.assertGreater(told["rest"]["jobs"], 10_000)
        self.assertAlmostEqual(told["total"]["node_hours"], 3000 + sum(36 + i % 7 for i in range(20_000)) / 3600, places=6)

    def test_the_text(self):
        self.write(line("/apps/poor", hosts=4, seconds=900, mpi_seconds=450, order="launcher", predicted_gain=0.2, end=1795690000, added_ms=40),
                   line("/apps/gains", hosts=2, seconds=3600, mpi_seconds=1800, order="reordered", predicted_gain=0.3, measured_gain=0.25),
                   line("/apps/loses", hosts=1, seconds=3600, mpi_seconds=3600, order="dropped", reason="it was slower"), line("/x"))
        text = self.site("records.jsonl").stdout
        self.assertIn("4 jobs, 4 node-hours, ended from 2026-11-26 to 2026-11-26\n", text)
        self.assertIn("  in MPI         62.5 % of the node-hours\n", text)
        self.assertIn("  gained         0.25 node-hours, measured in 1 job: 25.0 % of their time in MPI (predicted 30.0 %)\n", text)
        self.assertIn("  poor order     1 of 4 jobs, 1 node-hours (25.0 %); a new order would save 0.1\n", text)
        self.assertRegex(text, r"(?m)^Would gain next.*\n  program +would gain .*\n  /apps/poor +0\.1 +1 +1 +50\.0 % +0\.0 %$")
        self.assertRegex(text, r"(?m)^Dropped: .*\n.*\n  /apps/loses +1 +1 +1\n  /apps/loses: it was slower$")
        self.assertIn("  added          40 ms a job", text)

    def test_dates(self):
        self.write(line("/a", end=1793491200), line("/b", end=1793577599), line("/c", end=1793577600), line("/d"))  # 2026-11-01, its last second
        self.assertEqual(self.told("records.jsonl")["total"]["jobs"], 4)
        told = self.told("records.jsonl", "--since", "2026-11-01", "--until", "2026-11-01", stderr=None)
        self.assertEqual((told["total"]["jobs"], told["input"]["outside"], told["input"]["undated"]), (2, 1, 1))
        self.assertEqual((told["input"]["since"], told["input"]["until"]), ("2026-11-01T00:00:00Z", "2026-11-02T00:00:00Z"))
        self.assertEqual((told["input"]["first_end"], told["input"]["last_end"]), ("2026-11-01T00:00:00Z", "2026-11-01T23:59:59Z"))
        told = self.told("records.jsonl", "--since", "2026-11-01T00:00:01Z", stderr=None)
        self.assertEqual(told["total"]["jobs"], 2)

    def test_a_log_of_the_system_a_pipe_and_a_compressed_file(self):
        plain = [line("/apps/a", hosts=1, seconds=3600), line("/apps/b", hosts=1, seconds=3600)]
        self.write("Nov 26 10:00:00 node0 kernel: up\n", *(f"Nov 26 10:00:01 node0 topomorph[7]: {each}" for each in plain))
        outcome = self.site("records.jsonl", "--json", stderr="topomorph: records.jsonl:1; 1 without a record of TopoMorph in all, left out\n")
        self.assertEqual(json.loads(outcome.stdout)["total"]["node_hours"], 2)
        piped = subprocess.run([jobs.OPTIONS.topomorph, "site", "-", "--json"], input="".join(plain), capture_output=True, text=True, check=True)
        self.assertEqual(json.loads(piped.stdout)["input"]["files"], ["-"])
        self.assertEqual(json.loads(piped.stdout)["total"]["jobs"], 2)
        if shutil.which("zstd") is None:
            self.skipTest("there is no zstd")
        self.write(*plain)
        subprocess.run(["zstd", "-q", self.folder / "records.jsonl"], check=True)
        self.assertEqual(self.told("records.jsonl", "records.jsonl.zst")["total"]["jobs"], 4)

    def test_a_folder_in_which_users_may_write(self):
        letters = self.folder / "letters"
        letters.mkdir()
        for name in "ann", "bob":
            (letters / f"{name}.jsonl").write_text(line(user=name, hosts=1, seconds=3600))
        os.mkfifo(letters / "eve.jsonl")
        (letters / "link.jsonl").symlink_to("/etc/passwd")
        outcome = self.site("letters", "--json", "--by", "user",
                            stderr="topomorph: letters/eve.jsonl: is no regular file *.jsonl or *.jsonl.zst; 2 entries of folders in all, left out\n")
        told = json.loads(outcome.stdout)
        self.assertEqual((told["input"]["files"], told["input"]["skipped"]["count"], told["total"]["jobs"]), (["letters"], 2, 2))
        self.assertIn("eve.jsonl: is no regular file, expected one", self.site("letters/eve.jsonl", status=2, stderr=None).stderr)
        piped = subprocess.run(["bash", "-c", '"$0" site --json <(cat letters/*n.jsonl)', jobs.OPTIONS.topomorph], cwd=self.folder, capture_output=True,
                               check=True)
        self.assertEqual(json.loads(piped.stdout)["total"]["jobs"], 1)

    def test_damage_is_counted_and_never_fatal(self):
        self.write(line(hosts=1, seconds=60), line()[:30] + "\n", line(hosts=-1), line(hosts=2, seconds=60))
        outcome = self.site("records.jsonl", "--json", stderr=None)
        self.assertEqual(json.loads(outcome.stdout)["total"]["jobs"], 2)
        self.assertRegex(outcome.stderr, r"^topomorph: records\.jsonl:2: found the end of the line, expected .*; 2 damaged in all, left out\n$")

    def test_what_is_wrong_is_said(self):
        self.write(line())
        for words, said in ((("missing",), "missing: cannot be read: No such file or directory"), ((), "expected FILES or folders with records"),
                            (("records.jsonl", "--by", "colour"), "--by: found 'colour', expected program|user|owner|partition|library"),
                            (("records.jsonl", "--since", "yesterday"), "--since: found 'yesterday', expected a date as 2026-11-26"),
                            (("records.jsonl", "--since", "2026-11-02", "--until", "2026-11-01"), "--until: found 2026-11-01, expected a date after"),
                            (("records.jsonl", "-o", "records.jsonl"), "--output: found 'records.jsonl', expected a name that ends in .html"),
                            (("records.jsonl", "--top", "0"), "--top: found '0', expected a whole number of 1 or more"),
                            (("records.jsonl", "--max-hosts", "0"), "--max-hosts: found '0', expected a whole number of 1 or more"),
                            (("records.jsonl", "--trusted-owner", "nobody knows"), "--trusted-owner: found 'nobody knows', expected the name or number"),
                            (("records.jsonl", "--hash-key", "records.jsonl"), "records.jsonl: has mode 0644, expected 0600"),
                            (("records.jsonl", "--store", "nowhere"), "nowhere: cannot be read: No such file or directory"),
                            (("records.jsonl", "--store", "."), "is there and is no store of topomorph auto"),
                            (("records.jsonl", "/dev/null"), "/dev/null: is no regular file, expected one, a folder, or a pipe as -, /dev/fd/N")):
            outcome = self.site(*words, status=2, stderr=None)
            self.assertIn(said, outcome.stderr)
            self.assertEqual(len(outcome.stderr.splitlines()), 1)
        self.assertEqual(self.left(), ["records.jsonl"])


class SiteNamesTest(SiteRun):
    """Whose programs they are stays with who has the key."""

    def key(self, text, name="key"):
        """A file with this key; returns the option."""
        (self.folder / name).write_text(text)
        (self.folder / name).chmod(0o600)
        return "--hash-key", name

    def test_hashed_names(self):
        self.write_generated(500, programs=20)
        plain = self.told("records.jsonl", "--by", "user")["rankings"]["most_used"]
        hashed = self.told("records.jsonl", "--by", "user", *self.key("sixteen bytes and more\n"))["rankings"]["most_used"]
        self.assertEqual([row["node_hours"] for row in plain], [row["node_hours"] for row in hashed])
        for row in hashed:
            self.assertRegex(row["name"], "^[0-9a-f]{16}$")
        self.assertEqual(self.told("records.jsonl", "--by", "user", *self.key("sixteen bytes and more", "same"))["rankings"]["most_used"], hashed)
        other = self.told("records.jsonl", "--by", "user", *self.key("Sixteen bytes and more", "other"))["rankings"]["most_used"]
        self.assertNotEqual(hashed[0]["name"], other[0]["name"])

    def test_a_key_is_made_once_and_only_its_owner_reads_it(self):
        self.write(line("/apps/a", hosts=1, seconds=3600))
        first = self.run_command(jobs.OPTIONS.topomorph, "site", "records.jsonl", "--json", "--hash-names", XDG_CONFIG_HOME=self.folder / "config")
        key = self.folder / "config" / "topomorph" / "hash-names.key"
        self.assertEqual((first.status, first.stderr), (0, f"topomorph: {key}: made, the key of hashed names: who reads it finds the names\n"))
        self.assertEqual((key.stat().st_mode & 0o777, key.parent.stat().st_mode & 0o777), (0o600, 0o700))
        self.assertRegex(key.read_text(), "^[0-9a-f]{64}\n$")
        again = self.run_command(jobs.OPTIONS.topomorph, "site", "records.jsonl", "--json", "--hash-names", XDG_CONFIG_HOME=self.folder / "config")
        self.assertEqual((again.stdout, again.stderr), (first.stdout, ""))
        self.assertEqual(os.listdir(key.parent), ["hash-names.key"])

    def test_a_key_that_others_may_know_is_refused(self):
        self.write(line())
        self.key("short\n", "short")
        (self.folder / "link").symlink_to("short")
        for name, said in (("short", "short: found a key of 5 bytes, expected 16 or more"), ("link", "link: is no regular file"),
                           ("no/where", "no/: cannot be read: No such file or directory"), ("/dev/null", "is no regular file")):
            outcome = self.site("records.jsonl", "--hash-key", name, status=2, stderr=None)
            self.assertIn(said, outcome.stderr)
            self.assertEqual(outcome.stdout, "")

    def test_nothing_else_tells_a_name(self):
        self.write(line("/home/ann/model", user="ann", order="dropped", reason="/home/ann/p.tmprof is old", hosts=1, seconds=9, library="MPICH"))
        for by in ("program", "user", "library"):
            outcome = self.site("records.jsonl", "--by", by, *self.key("k" * 16), "--json", "-o", "page.html")
            self.assertNotIn("ann", outcome.stdout + (self.folder / "page.html").read_text().partition('id="data"')[2].partition("<script>")[0])
            self.assertNotIn("ann", self.site("records.jsonl", "--by", by, "--hash-key", "key").stdout)
        self.assertIn("MPICH", outcome.stdout)


class SiteStoreTest(SiteRun):
    """What stores of topomorph auto predict."""

    RUN = {"format_version": "1", "generation": "g", "situation": "s", "place": "4 nodes", "model": "", "why": "", "seconds": "20", "longest": "21",
           "elapsed": "60", "starting": "0", "scale": "1", "predicted": "0.8", "drift": "0", "drifted": "0"}

    def write_case(self, name, **runs):
        folder = self.folder / "store" / f"{name}-0123456789abcdef"
        folder.mkdir(parents=True)
        (self.folder / "store" / "format").write_text("topomorph store 1\n")
        self.write_values(folder / "case", {"format_version": "1", "program": f"/home/ann/{name}", "identity": "i", "arguments": "-x", "ranks": "8"})
        for run, values in runs.items():
            self.write_values(folder / f"20261120T15010{run[1:]}.000000Z-0000abcd.run", {**self.RUN, "run": run, **values})

    @staticmethod
    def write_values(path, values):
        path.write_text("".join(f"{key}={value}\n" for key, value in values.items()))

    def test_cases_with_a_predicted_gain(self):
        self.write_case("small", r1={"order": "launcher", "decision": "small", "gain": "3"})
        self.write_case("large", r1={"order": "launcher", "decision": "small", "gain": "40"}, r2={"order": "launcher", "decision": "slower", "gain": "0"})
        self.write_case("used", r1={"order": "reordered", "decision": "gain", "gain": "50"})
        self.write_case("first", r1={"order": "launcher", "decision": "first", "gain": "0"})
        told = self.told("--store", "store")["stores"]
        self.assertEqual((told["cases"], told["with_gain"], told["damaged"]), (4, 3, 0), told)
        self.assertEqual([(one["program"], one["reordered"]) for one in told["first"]],
                         [("/home/ann/large", False), ("/home/ann/small", False), ("/home/ann/used", True)])
        self.assertEqual((told["first"][0]["saved_seconds"], told["first"][0]["runs"]), (8, 2))
        self.assertRegex(self.site("--store", "store").stdout, r"(?m)^In the stores .*3 of 4 cases.*\n.*\n  /home/ann/large +8 +2 +launcher +20 +40\.0 %$")
        (self.folder / "key").write_text("k" * 16)
        (self.folder / "key").chmod(0o600)
        hashed = self.site("--store", "store", "--hash-key", "key", "--json").stdout
        self.assertNotIn("ann", hashed)
        self.assertNotIn("-x", hashed)


class SitePageTest(browsing.PageTest, SiteRun):
    """The page in Chromium."""

    def test_all_sections_with_the_numbers_of_json(self):
        self.write(*generate.records(2000, programs=50), line(EVIL, hosts=9, seconds=9e6, order="dropped", reason=EVIL))
        self.assertEqual(self.site("records.jsonl", "-o", "page.html").stdout, "")
        told = self.told("records.jsonl")
        page = self.rendered()
        self.assert_numbers_are_those_of(page, told, 150)
        self.assertEqual([text for _, text in page.all("h2")], [*TITLES, "Not on this page", "About this page"])
        text = "".join("".join(texts) for tag, _, texts in page.elements if tag == "main")
        for piece in (EVIL.strip("\u2028"), told["rankings"]["gained"][0]["name"], "would save", "51 programs were counted one by one"):
            self.assertIn(piece, text)
        self.assertEqual(page.all("img"), [])
        self.assertEqual(page.one("title")[1], "Jobs by program – TopoMorph site")
        for attributes, _ in page.all("section"):
            self.assertIn(attributes["aria-labelledby"], [a.get("id") for _, a, _ in page.elements])
        for attributes, _ in page.all("th"):
            self.assertIn(attributes["scope"], ("col", "row"))

    def text_of(self, *words):
        self.site("records.jsonl", *words, "-o", "page.html")
        return "".join("".join(texts) for tag, _, texts in self.rendered().elements if tag == "main")

    def test_one_job_and_no_more_rows(self):
        self.write(line("/apps/a", hosts=9, seconds=3600, mpi_seconds=90, order="launcher", predicted_gain=0.2), line("/apps/b", hosts=1, seconds=9))
        text = self.text_of("--top", 2)
        self.assertIn("1 job ran in a poor order", text)
        self.assertIn("2 programs were counted one by one.", text)
        self.assertNotIn("1 jobs", text)
        self.assertNotIn("shows more", text)
        self.assertIn("The first 1 of 2 programs; topomorph site --top N shows more.", self.text_of("--top", 1))

    def test_what_was_given_up(self):
        self.write(*(line(f"/apps/z{i}", order="dropped") for i in range(100)), *(line(f"/apps/a{i}", order="launcher", ranks=2) for i in range(9000)))
        text = self.text_of()
        self.assertRegex(text, r"programs were counted one by one, .+ jobs of others together \(0 node-hours\)\. Each row may lack up to 0 ")
        self.assertNotIn("No order was dropped", text)
        self.assertIn("There were too many programs and numbers of ranks", text)

    def test_little_is_known(self):
        self.write(line("/apps/a"), line("/apps/b", user=None))
        self.site("records.jsonl", "--by", "user", "-o", "page.html")
        page = self.rendered()
        self.assertEqual([text for _, text in page.all("h2")], ["Summary", "Not on this page", "About this page"])
        self.assertIn("No job has a measured gain.", "".join(text for _, text in page.all("p")))

    def test_a_narrow_page_and_both_themes(self):
        self.write(*generate.records(500, programs=20))
        self.site("records.jsonl", "-o", "page.html")
        with browsing.browser.Browser() as page:
            for width in (1280, 400):
                page.resize(width)
                page.open(self.folder / "page.html")
                self.assertLessEqual(page.evaluate("document.documentElement.scrollWidth - innerWidth"), 0)
            colours = []
            for theme in ("light", "dark"):
                page.prefer(theme)
                colours.append(page.evaluate("getComputedStyle(document.body).backgroundColor"))
            self.assertNotEqual(*colours)
            self.assertEqual(page.messages, [])


class SiteManyRecordsTest(SiteRun):
    """Memory does not grow with the records."""

    def test_bounded_memory(self):
        piece = "".join(generate.records(20_000, programs=200))
        peaks = []
        for pieces in (1, 8):
            self.write(*[piece] * pieces)
            peaks.append(usage.usage_of([jobs.OPTIONS.topomorph, "site", "records.jsonl", "-o", "page.html"], cwd=self.folder).peak_bytes)
        self.assertLess(peaks[1], peaks[0] + 8_000_000, peaks)  # the file is 52 MB larger


if __name__ == "__main__":
    unittest.main(argv=[sys.argv[0], *jobs.REST])
