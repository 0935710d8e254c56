"""The report's page in a real browser: drawn without an error, with the numbers of `report --json`, for all who read it."""
import contextlib
import json
import pathlib
import re
import sqlite3
import struct
import sys
import unittest
import zlib

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
import browser
import browsing
import jobs
import profile_tables

FOCUS = """(() => {
    const at = document.activeElement, drawn = getComputedStyle(at.type === "radio" ? at.nextElementSibling : at);
    return { name: at.tagName, words: (at.getAttribute("aria-label") || at.textContent).trim(), outline: drawn.outlineStyle !== "none" };
})()"""
STYLE = pathlib.Path(__file__).resolve().parents[2] / "tools" / "report" / "page" / "page.css"
EVIL = '</script><img src=x onerror="document.documentElement.dataset.hacked=1">&\u2028'


def write_profile(path, hosts=("node0", "node1", "node2", "node3"), ranks=16):
    """A ring of ranks dealt in turn to the hosts, whose neighbours are never together."""
    base = sqlite3.connect(path)
    base.executescript(profile_tables.script_without("network", *profile_tables.TOPOLOGIES) + profile_tables.NETWORK_WITHOUT_WAITING)
    base.executemany("INSERT INTO meta VALUES(?, ?)",
                     {"format_version": "1", "ranks": str(ranks), "records": str(ranks), "program": "./app " + EVIL, "arguments": "-x",
                      "mpi": "Open MPI v4.1.4", "date": "2026-01-02T03:04:05Z", "collectives": "exact"}.items())
    base.executemany("INSERT INTO ranks VALUES(?, ?, '', ?, ?)",
                     [(rank, hosts[rank % len(hosts)], f"Core:{rank}", 0.5 + rank / 100) for rank in range(ranks)])
    base.executemany("INSERT INTO phases VALUES(?, ?)", [(0, "main"), (1, "solve " + EVIL)])
    base.executemany("INSERT INTO traffic VALUES(?, ?, ?, ?, ?, ?)",
                     [("solve " + EVIL, "p2p", rank, (rank + step) % ranks, 1000000 + rank, 10) for rank in range(ranks) for step in (1, ranks - 1)]
                     + [("main", "collective", 0, rank, 64, 1) for rank in range(1, ranks)])
    base.executemany("INSERT INTO calls VALUES(?, ?, ?, ?, ?)",
                     [("main", "MPI_Bcast", ranks, 64 * ranks, 0.25), ("solve " + EVIL, "MPI_Sendrecv", 320, 32000000, 3.5)])
    base.executemany("INSERT INTO sizes VALUES(?, ?, ?, ?)", [("main", "collective", 7, ranks - 1), ("solve " + EVIL, "p2p", 17, 320)])
    base.executemany("INSERT INTO network VALUES(?, ?, ?, ?, ?, ?, ?, 1e-6, 2e-6)",
                     [("host", 0, 4, 5e-7, 8e9, 0, 0), ("network", 0, 2, 4.5e-5, 1.2e8, 65536, 1e9)])
    base.commit()
    base.close()


def number(value):
    """Seven bits a byte, the lowest first (core/trace/encoding.h)."""
    return bytes([value]) if value < 128 else bytes([value & 127 | 128]) + number(value >> 7)


def add_topologies(path, ranks=16):
    """The ring as a virtual topology whose order was kept."""
    with contextlib.closing(sqlite3.connect(path)) as base, base:
        base.executescript("".join(profile_tables.TABLES[name] + ";" for name in profile_tables.TOPOLOGIES))
        base.execute("INSERT INTO topologies VALUES(1, ?, ?, 3, ?)", ("Cart_create " + EVIL, f"0-{ranks - 1}", ranks))
        base.executemany("INSERT INTO topology_edges VALUES(1, ?, ?, 1)", [(rank, (rank + 1) % ranks) for rank in range(ranks)])


def add_trace(path, ranks=16, rounds=50):
    """Each rank of the ring computes 0.01 s, receives from the one before and sends to the next, in rounds."""
    base = sqlite3.connect(path)
    base.executemany("INSERT INTO meta VALUES(?, ?)", [("trace_seen", str(3 * rounds * ranks)), ("trace_steps", str(4 * ranks))])
    for rank in range(ranks):
        steps = (b"\x07" + number(rounds) + number(3) + b"\x04" + number((rank - 1) % ranks) + number(0) * 3
                 + b"\x81" + number((rank + 1) % ranks) + number(50000) + number(0) * 2 + struct.pack("<d", 0.01) + b"\x05" + number(0) + number(1))
        base.execute("INSERT INTO trace VALUES(?, ?, '')", (rank, 3 * rounds))
        base.execute("INSERT INTO trace_steps VALUES(?, 0, ?)", (rank, steps))
    base.commit()
    base.close()


def colours_of(png):
    """How often each colour is in a picture of 8-bit RGB or RGBA."""
    data, pieces, place = png.read_bytes(), b"", 8
    width, height, depth, kind = struct.unpack(">IIBB", data[16:26])
    assert (depth, kind) in ((8, 2), (8, 6)), (depth, kind)
    while place < len(data):
        length, = struct.unpack(">I", data[place:place + 4])
        if data[place + 4:place + 8] == b"IDAT":
            pieces += data[place + 8:place + 8 + length]
        place += length + 12
    rows, size, counts, before = zlib.decompress(pieces), 3 if kind == 2 else 4, {}, bytearray(width * (3 if kind == 2 else 4))
    for y in range(height):
        start = y * (width * size + 1)
        line, method = bytearray(rows[start + 1:start + 1 + width * size]), rows[start]
        for i in range(len(line) if method else 0):
            left, up, corner = line[i - size] if i >= size else 0, before[i], before[i - size] if i >= size else 0
            guess = left + up - corner
            nearest = min((left, up, corner), key=lambda value: abs(guess - value))
            line[i] = (line[i] + (0, left, up, (left + up) // 2, nearest)[method]) & 255
        before = line
        for x in range(0, len(line), 8 * size):  # every eighth point tells enough
            colour = bytes(line[x:x + 3])
            counts[colour] = counts.get(colour, 0) + 1
    return counts


class ReportPageTest(browsing.PageTest):
    def report(self, *words):
        outcome = self.run_command(jobs.OPTIONS.topomorph, "report", *words)
        self.assertEqual(outcome.status, 0, outcome.stderr)
        return outcome.stdout

    def test_a_profile_with_all_there_is(self):
        write_profile(self.folder / "app.tmprof", ("node0", "node1", EVIL, "node3"))
        add_trace(self.folder / "app.tmprof")
        add_topologies(self.folder / "app.tmprof")
        self.assertEqual(self.report("app.tmprof", "--html", "page.html"), "")
        told = json.loads(self.report("app.tmprof", "--json"))
        page = self.rendered()
        self.assert_numbers_are_those_of(page, told, 100)
        titles = [text for _, text in page.all("h2")]
        self.assertEqual(titles, ["Summary", "Over time", "Who talks to whom", "Distances", "Hosts", "Network", "Measured network", "Busiest pairs",
                                  "Message sizes", "Phases", "Calls", "About this report"])
        text = "".join("".join(texts) for tag, _, texts in page.elements if tag == "main")
        made, = told["topologies"]["list"]
        self.assertEqual((made["between_hosts"], made["calls"]), ({"before": 16, "after": 4}, 3))
        for piece in (EVIL.strip("\u2028"), "MPI_Sendrecv", f"{made['text']}; 3 × 16 ranks", "Confidence", told["saving"]["borders"][-1]["between"]):
            self.assertIn(piece, text)
        self.assertEqual(page.all("img"), [])
        self.assertEqual(len(page.all("canvas")), 4, "maps and networks of both orders")
        for word in ("http:", "https:"):
            self.assertEqual([a for _, a, _ in page.elements for value in a.values() if value and value.startswith(word)], [])

    def test_the_job_over_time(self):
        write_profile(self.folder / "app.tmprof")
        add_trace(self.folder / "app.tmprof")
        told = json.loads(self.report("app.tmprof", "--html", "page.html", "--json"))["replay"]
        self.assertEqual(told["part"], 1)
        self.assertGreater(told["before"]["seconds"], told["after"]["seconds"])
        page = self.rendered()
        drawn = [attributes["aria-label"] for attributes, _ in page.all("svg") if "over time" in attributes["aria-label"]]
        self.assertEqual(len(drawn), 4, "links and ranks of both orders")
        rows = [text for _, text in page.all("text") if re.match(r"node\d |rank \d|all ranks", text)]
        self.assertEqual(len(rows), 2 * (len(told["before"]["links"]) + len(told["before"]["ranks"])))
        self.assertRegex("".join(text for _, text in page.all("p")), r"would bring \d+\s% less time of the job")
        self.assertLess((self.folder / "page.html").stat().st_size, 250_000)

    def test_all_can_read_it(self):
        write_profile(self.folder / "app.tmprof")
        add_trace(self.folder / "app.tmprof")
        self.report("app.tmprof", "--html", "page.html")
        page = self.rendered()
        names = [attributes["id"] for _, attributes, _ in page.elements if "id" in attributes]
        self.assertEqual(len(names), len(set(names)))
        self.assertTrue(page.one("title")[1].strip())
        self.assertEqual((page.one("html")[0]["lang"], len(page.all("main")), len(page.all("nav")), len(page.all("h1"))), ("en", 1, 1, 1))
        for attributes, _ in page.all("section"):
            self.assertIn(attributes["aria-labelledby"], names)
        for attributes, _ in page.all("canvas"):
            self.assertEqual(attributes["tabindex"], "0")
            self.assertTrue(attributes["aria-label"])
        for attributes, _ in page.all("svg"):
            self.assertTrue(attributes["aria-label"])
        for attributes, text in page.all("button") + page.all("summary") + page.all("a"):
            self.assertTrue(text.strip() or attributes.get("aria-label"))
        for attributes, _ in page.all("th"):
            self.assertIn(attributes["scope"], ("col", "row"))
        self.assertTrue(all(attributes["href"].lstrip("#") in names for attributes, _ in page.all("a")))

    def test_keys_and_buttons(self):
        write_profile(self.folder / "app.tmprof")
        self.report("app.tmprof", "--html", "page.html")
        text = (self.folder / "page.html").read_text()
        press = """<script>
            const said = [], maps = document.querySelectorAll("canvas"), key = (map, name) => map.dispatchEvent(new KeyboardEvent("keydown", { key: name, bubbles: true }));
            const line = (map) => map.closest("section").querySelector("output").textContent;
            for (const name of ["ArrowRight", "ArrowRight", "+", "+", "ArrowDown", "-", "0"]) { key(maps[0], name); said.push(line(maps[0])); }
            key(maps[2], "ArrowRight"); said.push(line(maps[2]));
            document.querySelectorAll("button").forEach((button) => button.click());
            document.querySelectorAll("input").forEach((input) => input.click());
            const wide = document.documentElement.scrollWidth - innerWidth;
            document.body.append(Object.assign(document.createElement("pre"), { textContent: JSON.stringify({ said, wide }) }));
            </script></body>"""
        (self.folder / "pressed.html").write_text(text.replace("</body>", press))
        told = json.loads(self.rendered(page="pressed.html", width=500).one("pre")[1])
        self.assertEqual(told["said"][0], "nothing from rank 0 on node0 to rank 0 on node0 (Now)")
        self.assertEqual(told["said"][1], "64\u00a0B in 1 message from rank 0 on node0 to rank 4 on node0 (Now)")
        self.assertEqual(told["said"][4], "nothing from rank 4 on node0 to rank 4 on node0 (Now)")
        self.assertRegex(told["said"][-1], r"^8\sMB up, 8\sMB down between node[0-3] and cluster, .* \(Now\)$")
        self.assertLessEqual(told["wide"], 0, "a narrow page need not be moved sideways")

    def test_focus_is_seen_wherever_the_tabulator_goes(self):
        write_profile(self.folder / "app.tmprof")
        self.report("app.tmprof", "--html", "page.html")
        with browser.Browser() as page:
            page.open(self.folder / "page.html")
            places = []
            while not places or places[-1]["name"] != "BODY":
                self.assertLess(len(places), 100, "the focus does not come back")
                page.press("Tab")
                places.append(page.evaluate(FOCUS))
        self.assertEqual([place for place in places[:-1] if not place["outline"]], [])
        for name, count in ("A", 13), ("CANVAS", 4), ("INPUT", 1):
            self.assertEqual(len([place for place in places if place["name"] == name]), count, name)
        self.assertEqual([place for place in places if not place["words"] and place["name"] != "INPUT"], [])
        self.assertEqual(page.messages, [])

    def test_it_is_drawn_in_light_and_in_dark(self):
        self.report("cart:8x8", "--topology", "tree:4:2:8", "--mapping", "cyclic", "--html", "page.html")
        brightness = {}
        for theme in ("light", "dark"):
            self.browse(f"--screenshot={self.folder}/{theme}.png", theme=theme)
            colours = colours_of(self.folder / f"{theme}.png")
            self.assertGreater(len(colours), 20, "an empty page has few colours")
            brightness[theme] = sum(sum(colour) * count for colour, count in colours.items()) / (765 * sum(colours.values()))
        self.assertGreater(brightness["light"], 0.8)
        self.assertLess(brightness["dark"], 0.3)

    def test_networks_of_every_kind(self):
        for spec in ("torus:4x4x4", "dragonfly:4x4x4", "tree:4:4:4", "mesh:4x4+tree:4"):
            self.report("cart:8x8", "--topology", spec, "--mapping", "random", "--html", "page.html")
            told = json.loads(self.report("cart:8x8", "--topology", spec, "--mapping", "random", "--json"))
            self.assertEqual(len(told["network"]["links"]), len(told["network"]["before"]), spec)
            page = self.rendered()
            self.assertEqual(len(page.all("canvas")), 4, spec)
            self.assert_numbers_are_those_of(page, told, 50)

    def test_four_thousand_ranks_share_the_cells(self):
        ranks, partners = 4096, 40
        lines = [f"{rank + 1} {(5 * rank + 61 * k) % ranks + 1} {1000 + k}\n" for rank in range(ranks) for k in range(1, partners + 1)]
        (self.folder / "dense.mtx").write_text(f"%%MatrixMarket matrix coordinate integer general\n{ranks} {ranks} {len(lines)}\n" + "".join(lines))
        told = json.loads(self.report("dense.mtx", "--topology", "tree:16:2:128", "--html", "page.html", "--json"))
        self.assertGreater(told["before"]["heat"]["ranks_per_tile"], 1)
        self.assertEqual(told["saving"]["ended_after"], None)
        self.assertLess((self.folder / "page.html").stat().st_size, 3_000_000)
        self.assert_numbers_are_those_of(self.rendered(), told, 100)

    def test_a_search_that_is_cut_short_is_said_to_be(self):
        told = json.loads(self.report("cart:64x64", "--topology", "torus:16x16x16", "--mapping", "random", "--time-limit", "0.01", "--html",
                                      "page.html", "--json"))
        self.assertEqual(told["saving"]["ended_after"], 0.01)
        text = "".join(texts for _, texts in self.rendered().all("main"))
        self.assertIn("The search for a better order ended after 0.01 s", text)

    def test_an_affinity_without_a_place(self):
        self.report("cart:4x4", "--html", "page.html")
        page = self.rendered()
        text = "".join(texts for _, texts in page.all("main"))
        self.assertIn("Not recorded: the file is an affinity, not a profile", text)
        self.assertIn("there are no distances and savings", text)
        self.assertEqual(len(page.all("canvas")), 1)

    def test_a_continued_profile_says_so(self):
        write_profile(self.folder / "app.tmprof")
        continued = self.run_command(jobs.OPTIONS.topomorph, "extrapolate", "app.tmprof", "-n", 64, "-o", "app64.tmprof")
        self.assertEqual(continued.status, 0, continued.stderr)
        self.report("app64.tmprof", "--html", "page.html")
        told = json.loads(self.report("app64.tmprof", "--json"))["job"]["continued"]
        self.assertIn("profile of 16 ranks continued to 64", told)
        self.assertIn(told, "".join(texts for _, texts in self.rendered().all("dl")))

    def test_two_runs(self):
        write_profile(self.folder / "a.tmprof")
        write_profile(self.folder / "b.tmprof", ("node0", "node0", "node1", "node1"))
        self.report("--compare", "a.tmprof", "b.tmprof", "--html", "page.html")
        told = json.loads(self.report("--compare", "a.tmprof", "b.tmprof", "--json"))
        self.assertEqual([run["source"] for run in told["compare"]], ["a.tmprof", "b.tmprof"])
        page = self.rendered()
        self.assert_numbers_are_those_of(page, told, 150)
        self.assertEqual(told["pattern_change_percent"], 0)
        self.assertIn("Bytes between other ranks", "".join(texts for _, texts in page.all("dl")))
        self.assertRegex(self.report("--compare", "a.tmprof", "b.tmprof"), r"(?m)^  between hosts +32 MB +16 MB +-50 %$")


class ReportTextTest(jobs.JobTest):
    """What the terminal gets, on the hosts alone and on networks."""

    def report(self, *words, status=0):
        outcome = self.run_command(jobs.OPTIONS.topomorph, "report", *words)
        self.assertEqual(outcome.status, status, outcome.stderr)
        return outcome.stdout if status == 0 else outcome.lines

    def setUp(self):
        super().setUp()
        write_profile(self.folder / "app.tmprof")
        (self.folder / "topology.conf").write_text("SwitchName=a Nodes=node[0-1]\nSwitchName=b Nodes=node[2-3]\nSwitchName=top Switches=a,b\n")

    def test_on_the_hosts_alone(self):
        text = self.report("app.tmprof")
        self.assertRegex(text, r"(?m)^  inside a host +192 B +0\.0 % +3 messages +24 MB +75\.0 %$")
        self.assertRegex(text, r"(?m)^  between hosts +32 MB 100\.0 % +332 messages +8 MB +25\.0 %$")
        self.assertRegex(text, r"(?m)^  16 ranks on 4 nodes: inter-node bytes 32 MB -> 8 MB \(-75 %\)")

    def test_the_job_by_its_trace(self):
        self.assertNotIn("Time of the job", self.report("app.tmprof"))
        add_trace(self.folder / "app.tmprof")
        text = self.report("app.tmprof")
        self.assertRegex(text, r"(?m)^Time of the job, by a replay of its trace\n  now +[\d.]+ m?s, of them [\d.]+ m?s in MPI; "
                               r"busiest link node[0-3] (up|down) \(\d+ % busy\)\n  reordered +[\d.]+ m?s, of them [\d.]+ m?s in MPI \(-\d+ %\)")
        base = sqlite3.connect(self.folder / "app.tmprof")
        base.execute("UPDATE trace_steps SET steps = x'ff' WHERE rank = 3")
        base.commit()
        told = json.loads(self.report("app.tmprof", "--json"))
        self.assertEqual((told["replay"], told["missing"]["replay"]), (None, "Not replayed: app.tmprof: trace: the steps are damaged."))

    def test_on_a_network_that_names_the_hosts(self):
        told = json.loads(self.report("app.tmprof", "--json", "--topology", "slurm:topology.conf"))
        self.assertEqual([level["words"] for level in told["before"]["levels"]], ["inside a host", "inside a switch", "between switches"])
        self.assertIn("under 2 switches", told["saving"]["text"])
        self.assertEqual([node[2] for node in told["network"]["nodes"][3:7]], ["node0", "node1", "node2", "node3"])

    def test_in_the_order_of_slurm(self):
        (self.folder / "other.conf").write_text("SwitchName=s1 Nodes=node[2-3]\nSwitchName=s0 Nodes=node[0-1]\nSwitchName=top Switches=s[0-1]\n")
        words = ("app.tmprof", "--json", "--no-search", "--topology", "slurm:other.conf")
        ran, slurm = json.loads(self.report(*words)), json.loads(self.report(*words, "--mapping", "slurm"))
        self.assertTrue(any("--mapping slurm" in note for note in ran["topology"]["notes"]), ran["topology"]["notes"])
        self.assertFalse(slurm["topology"]["notes"])
        axis = [host[0] for host in slurm["before"]["heat"]["hosts"]]
        rank_at = slurm["before"]["heat"]["rank_at"]
        by_host = {name: rank_at[4 * i:4 * i + 4] for i, name in enumerate(axis)}
        self.assertEqual(by_host["node2"], [0, 1, 2, 3], "the first switch of the file has the first ranks")
        self.assertEqual(by_host["node0"], [8, 9, 10, 11])

    def test_on_a_network_that_is_no_tree(self):
        told = json.loads(self.report("app.tmprof", "--json", "--topology", "torus:2x2+tree:4"))
        self.assertEqual(told["topology"]["description"], "torus of 2 x 2, each place a tree of 4 slots")
        self.assertEqual((told["network"]["kind"], len(told["network"]["links"])), ("lattice", 4))
        self.assertGreater(told["before"]["links"]["used"], 0)
        self.assertRegex(self.report("app.tmprof", "--topology", "torus:4x4"), r"(?m)^  link +\([0-3],[0-3]\)->\([0-3],[0-3]\): ")

    def test_on_measured_levels(self):
        told = json.loads(self.report("app.tmprof", "--json", "--level-costs", "1/1000:50/100"))
        self.assertEqual(told["before"]["predicted"]["network"], "given")
        self.assertTrue(any("were given" in sentence for sentence in told["confidence"]))

    def test_what_is_wrong_is_said(self):
        for words, line in ((("app.tmprof", "--html", "app.tmprof"), "--html: found 'app.tmprof', expected a name that ends in .html"),
                            (("app.tmprof", "--mapping", "cyclic"), "--mapping: found no --topology, expected one"),
                            ((), "report: expected a FILE, or --compare A B (topomorph report --help)"),
                            (("app.tmprof", "--topology", "tree:2"), None), (("app.tmprof", "--html", "none/page.html"), None)):
            lines = self.report(*words, status=2)
            self.assertEqual(len(lines), 1)
            self.assertIn(line or lines[0], lines)
        self.assertEqual(self.left(), ["app.tmprof", "topology.conf"])


class ReportStyleTest(unittest.TestCase):
    """Contrast as WCAG 2.1 has it: 4.5 for text, 3 for what is drawn."""

    @staticmethod
    def luminance(colour):
        parts = [int(colour[i:i + 2], 16) / 255 for i in (1, 3, 5)]
        linear = [part / 12.92 if part <= 0.03928 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
        return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]

    def contrast(self, a, b):
        low, high = sorted((self.luminance(a), self.luminance(b)))
        return (high + 0.05) / (low + 0.05)

    def test_contrast(self):
        blocks = re.findall(r"color-scheme: (light|dark);([^}]*)\}", STYLE.read_text())
        self.assertEqual([name for name, _ in blocks], ["light", "dark", "dark"])
        self.assertEqual(*(block.split() for _, block in blocks[1:]), "the switch shows what prefers-color-scheme does")
        for name, block in blocks:
            colour = dict(re.findall(r"--([a-z]+): (#[0-9a-f]{6})", block))
            for text in ("ink", "muted", "good", "bad"):
                for ground in ("page", "surface", "faint"):
                    self.assertGreaterEqual(self.contrast(colour[text], colour[ground]), 4.5, (name, text, ground))
            for drawn in ("first", "second", "third", "focus", "direct", "collective", "onesided"):
                self.assertGreaterEqual(self.contrast(colour[drawn], colour["surface"]), 3, (name, drawn))


if __name__ == "__main__":
    jobs.main()
