"""topomorph predict: seconds that are computed by hand, which order is fastest, the fields of its JSON, and what it refuses."""
import json

import jobs

# Two hosts of two slots: 1 us and 8 GB/s inside a host, 10 us and 1 GB/s between hosts.
MACHINE = ("--topology", "tree:2:2", "--level-costs", "1/8000:10/1000")
EAGER = ("--eager", 10**9)  # no message waits for its receiver
MEGABYTE = 1000000
ENVELOPE = 16  # bytes that go with each message between hosts
INSIDE, BETWEEN = 1e-6 + MEGABYTE / 8e9, 10e-6 + (MEGABYTE + ENVELOPE) / 1e9  # seconds of a megabyte
ROUNDS = 10
PARTS = ("compute", "messages", "waiting", "core_wait", "end")


def trace(processes):
    """The text of a trace, from the actions of each process."""
    return "".join(f"{rank} {action}\n" for rank, actions in enumerate(processes) for action in ("init", *actions, "finalize"))


def ring(processes=4, bytes_sent=MEGABYTE, flops="1e6"):
    """A token goes around: each process computes for a millisecond, and sends to the next."""
    first = [f"compute {flops}", f"send 1 0 {bytes_sent} 6", f"recv {processes - 1} 0 {bytes_sent} 6"]
    others = [[f"recv {rank - 1} 0 {bytes_sent} 6", f"compute {flops}", f"send {(rank + 1) % processes} 0 {bytes_sent} 6"]
              for rank in range(1, processes)]
    return trace([actions * ROUNDS for actions in (first, *others)])


def pairs(distance=2, bytes_sent=MEGABYTE, flops="1e6", processes=4):
    """Each process exchanges data with the one `distance` ranks away."""
    def actions(peer):
        return [f"compute {flops}", f"irecv {peer} 0 {bytes_sent} 6", f"isend {peer} 0 {bytes_sent} 6", "waitall"]
    return trace([actions(rank ^ distance) * ROUNDS for rank in range(processes)])


class PredictTest(jobs.FolderTest):
    def write(self, text, name="app.trace"):
        (self.folder / name).write_text(text)
        return name

    def predict(self, *words, status=0):
        outcome = self.run_command(jobs.OPTIONS.topomorph, "predict", *words)
        self.assertEqual(outcome.status, status, outcome.stderr)
        return outcome

    def orders(self, *words):
        """The orders of the JSON, by name."""
        return {order["order"]: order for order in json.loads(self.predict(*words, "--json").stdout)["orders"]}

    def refused(self, message, *words):
        outcome = self.predict(*words, status=2)
        self.assertEqual(outcome.stdout, "")
        self.assertEqual(len(outcome.stderr.splitlines()), 1, outcome.stderr)
        self.assertIn(message, outcome.stderr)


class SecondsTest(PredictTest):
    def test_a_ring_by_hand(self):
        orders = self.orders(self.write(ring()), *MACHINE, *EAGER)
        by_slot, by_node = ROUNDS * (4e-3 + 2 * INSIDE + 2 * BETWEEN), ROUNDS * (4e-3 + 4 * BETWEEN)
        self.assertAlmostEqual(orders["slot"]["seconds"], by_slot, 9)
        self.assertAlmostEqual(orders["node"]["seconds"], by_node, 9)
        self.assertAlmostEqual(orders["node"]["ratio"], by_node / by_slot, 9)
        self.assertAlmostEqual(orders["topomorph"]["seconds"], by_slot, 9)

    def test_large_messages_wait_for_their_receiver(self):
        name = self.write(trace([[f"send 1 0 {MEGABYTE} 6"], [f"recv 0 0 {MEGABYTE} 6"]]))
        words = (name, "--topology", "tree:1:2", "--level-costs", "10/1000:10/1000", "--order", "slot")
        self.assertAlmostEqual(self.orders(*words)["slot"]["seconds"], BETWEEN + 2 * 10e-6, 9)
        self.assertAlmostEqual(self.orders(*words, "--eager", MEGABYTE)["slot"]["seconds"], BETWEEN, 9)

    def test_processors_and_cores(self):
        name = self.write(trace([["compute 1e6"]] * 4))
        for options, seconds, core_wait in (((), 1e-3, 0), (("--flops", "2e6"), 0.5, 0), (("--cores", 1), 2e-3, 1e-3), (("--cores", 2), 1e-3, 0), (("--cores", "2/2"), 2e-3, 1e-3)):
            order = self.orders(name, *MACHINE, *options, "--order", "slot")["slot"]
            self.assertAlmostEqual(order["seconds"], seconds, 12)
            self.assertAlmostEqual(order["slowest"]["core_wait"], core_wait, 12)

    def test_networks_have_a_latency_for_each_unit_of_distance(self):
        name = self.write(trace([["send 2 0 1000 6"], [], ["recv 0 0 1000 6"], []]))
        orders = self.orders(name, "--topology", "torus:4", "--level-costs", "10/1000", "--order", "slot", "--order", "topomorph")
        self.assertAlmostEqual(orders["slot"]["seconds"], 20e-6 + (1000 + ENVELOPE) / 1e9, 9)
        self.assertAlmostEqual(orders["topomorph"]["seconds"], 10e-6 + (1000 + ENVELOPE) / 1e9, 9)


class OrdersTest(PredictTest):
    def test_the_mapper_finds_the_obvious_order(self):
        for text in (ring(), pairs(1), pairs(2), pairs(4, processes=8)):
            machine = ("--topology", "tree:2:4") if "\n7 " in text else MACHINE
            orders = self.orders(self.write(text), *machine)
            self.assertEqual(list(orders), ["slot", "node", "topomorph"])
            self.assertLessEqual(orders["topomorph"]["seconds"], 1.000001 * min(orders["slot"]["seconds"], orders["node"]["seconds"]))
            gains = orders["topomorph"]["seconds"] < orders["slot"]["seconds"]
            self.assertEqual((orders["slot"]["model"], orders["topomorph"]["model"] == "launcher"), (None, not gains))

    def test_an_order_that_gains_nothing_is_not_used(self):
        """As in a job: fewer bytes between hosts do not count, if the replay says that no time is saved."""
        orders = self.orders(self.write(pairs(2, bytes_sent=1000, flops="1e7")), *MACHINE)
        self.assertEqual((orders["topomorph"]["model"], orders["topomorph"]["mapping"]), ("launcher", orders["slot"]["mapping"]))

    def test_the_conclusion(self):
        lines = self.predict(self.write(pairs(2)), *MACHINE).stdout.splitlines()
        self.assertRegex(lines[-2], r"^node and topomorph are fastest, with no difference between them: \d+\.\d % less time than slot\.$")
        self.assertIn("as given", lines[-1])
        lines = self.predict("app.trace", *MACHINE, "--order", "node", "--order", "slot").stdout.splitlines()
        self.assertRegex(lines[-2], r"^node is fastest: \d+\.\d % less time than slot\.$")
        lines = self.predict("app.trace", *MACHINE[:2], "--order", "slot").stdout.splitlines()
        self.assertRegex(lines[-2], r"^By slot the job takes [\d.e-]+ s\.$")
        self.assertIn("Not calibrated: assumed costs", lines[-1])

    def test_fewer_bytes_without_a_gain_are_no_difference(self):
        lines = self.predict(self.write(pairs(2, bytes_sent=1000, flops="1e7")), *MACHINE).stdout.splitlines()
        self.assertEqual(lines[-2], "No difference: the times of slot, node and topomorph differ by less than 1 %. "
                                    "node moves 100.0 % fewer bytes between hosts than slot and gains no time.")

    def test_orders_by_name_and_file(self):
        self.write("3\n2\n1\n0\n", "backwards")
        names = ["random", "random:1", "random:7", "file:backwards", "cyclic", "slot"]
        orders = self.orders(self.write(ring()), *MACHINE, *(word for name in names for word in ("--order", name)))
        self.assertEqual(list(orders), names)
        self.assertEqual(orders["file:backwards"]["mapping"], [3, 2, 1, 0])
        self.assertEqual(orders["cyclic"]["mapping"], [0, 2, 1, 3])
        self.assertEqual(orders["random"]["mapping"], orders["random:1"]["mapping"])

    def test_a_time_limit_bounds_the_search(self):
        orders = self.orders(self.write(pairs(2)), *MACHINE, "--time-limit", "0.001")
        self.assertLessEqual(orders["topomorph"]["seconds"], orders["slot"]["seconds"])

    def test_node_takes_one_slot_of_each_host_in_turn(self):
        name = self.write(trace([["compute 1"]] * 8))
        for topology, mapping in (("tree:2:2:2", [0, 4, 1, 5, 2, 6, 3, 7]), ("torus:4+tree:2", [0, 2, 4, 6, 1, 3, 5, 7]), ("torus:8", list(range(8)))):
            found = self.orders(name, "--topology", topology, "--order", "node")["node"]["mapping"]
            self.assertEqual(found, mapping, topology)


class JsonTest(PredictTest):
    def test_fields(self):
        found = json.loads(self.predict(self.write(ring()), *MACHINE, "--cores", 2, "--json").stdout)
        self.assertEqual(list(found), ["processes", "messages", "recorded_part", "topology", "hosts", "network", "message_work", "burst_bytes", "flops",
                                       "eager_limit", "cores", "hosts_sharing_cores", "calibration", "orders",
                                       "fastest", "conclusion"])
        self.assertEqual([found[name] for name in ("processes", "messages", "hosts", "network", "flops", "eager_limit", "cores", "fastest")],
                         [4, 4 * ROUNDS, 2, "given", 1e9, 65536, 2, ["slot", "topomorph"]])
        slot = found["orders"][0]
        self.assertEqual(list(slot), ["order", "model", "seconds", "ratio", "bytes_between_hosts", "slowest", "mean", "busiest_link", "links", "processes",
                                      "mapping", "phases"])
        self.assertEqual(slot["phases"], [], "SimGrid's traces have none")
        self.assertEqual((slot["ratio"], slot["bytes_between_hosts"]), (1, 2 * ROUNDS * MEGABYTE))
        self.assertEqual(slot["slowest"]["process"], 0)
        for process in (*slot["processes"], slot["slowest"], slot["mean"]):
            self.assertEqual(tuple(name for name in process if name != "process"), PARTS)
            self.assertAlmostEqual(sum(process[part] for part in PARTS[:-1]), process["end"], 9)
        self.assertEqual(slot["slowest"]["end"], slot["seconds"])
        self.assertEqual({link["name"]: link["bytes"] for link in slot["links"]},
                         {f"level1 {host} {way}": ROUNDS * (MEGABYTE + ENVELOPE) for host in (0, 1) for way in ("up", "down")})
        busiest = slot["busiest_link"]
        self.assertIn(busiest, slot["links"])
        self.assertAlmostEqual(busiest["busy"], ROUNDS * (MEGABYTE + ENVELOPE) / 1e9, 9)
        self.assertAlmostEqual(busiest["share"], busiest["busy"] / slot["seconds"], 9)

    def test_nothing_between_hosts(self):
        found = json.loads(self.predict(self.write(ring()), "--topology", "tree:4", "--json").stdout)
        self.assertEqual([order["busiest_link"] for order in found["orders"]], [None] * 3)
        self.assertEqual((found["network"], found["cores"]), ("assumed", None))

    def test_a_file_of_each_process_and_a_list_of_them(self):
        whole = self.predict(self.write(ring()), *MACHINE, "--json").stdout
        names = [self.write("".join(line + "\n" for line in ring().splitlines() if line.startswith(f"{rank} ")), f"rank-{rank}") for rank in range(4)]
        self.assertEqual(self.predict(*names, *MACHINE, "--json").stdout, whole)
        (self.folder / "app_files").mkdir()
        for name in names:
            (self.folder / name).rename(self.folder / "app_files" / name)
        listed = self.write("".join(f"app_files/{name}\n" for name in names), "listed")
        self.assertEqual(self.predict(listed, *MACHINE, "--json").stdout, whole)


class BadInputTest(PredictTest):
    def test_other_numbers_of_processes_than_slots(self):
        self.refused("app.trace: found 6 processes, expected 4: one for each slot", self.write(ring(6)), *MACHINE)
        self.refused("app.trace: found 3 processes, expected 4: one for each slot", self.write(ring(3)), *MACHINE)

    def test_cut_traces(self):
        text = ring()
        self.refused("app.trace: has no line of process 0", self.write(text[text.index("1 init"):]), *MACHINE)
        whole = text.splitlines()
        self.refused(f"app.trace:{len(whole) - 1}: the last line of process 3, expected its finalize: the trace was cut",
                     self.write("\n".join(whole[:-1]) + "\n"), *MACHINE)
        self.refused(f"app.trace:{len(whole) - 1}: a tag is missing", self.write(text[:text.rindex(" 0 1000000 6")]), *MACHINE)

    def test_processes_that_wait_forever(self):
        self.refused("process 0 waits forever at step 2 for process 1", self.write(trace([["compute 1", "send 1 0 8 6", "recv 1 0 8 6"], ["recv 0 0 8 6"]])),
                     "--topology", "tree:2")

    def test_mistakes_in_traces(self):
        for line, message in (("0 dance", "app.trace:2: found the action 'dance'"), ("0 compute fast", "app.trace:2: found 'fast'"),
                              ("x init", "app.trace:2: found 'x', expected the rank"), ("0 send 1 0 8 6", "app.trace:2: rank 1 of 1 processes")):
            self.refused(message, self.write(f"0 init\n{line}\n0 finalize\n"), "--topology", "tree:1")
        self.refused("app.trace: has no actions", self.write(""), "--topology", "tree:1")
        self.refused("nothing: ", "nothing", *MACHINE)
        self.refused("is not a regular file", ".", *MACHINE)

    def test_topologies_without_routes(self):
        rows = "0 7 31 2\n7 0 5 23\n31 5 0 11\n2 23 11 0\n"
        self.write(f"4\n{rows}{rows}", "four.dat")
        self.refused("expected a topology whose routes are known", self.write(ring()), "--topology", "qaplib:four.dat")

    def test_orders(self):
        name = self.write(ring())
        for text in ("0\n0\n1\n2\n", "0\n1\n2\n9\n", "0\n1\n2\n"):
            self.write(text, "bad")
            self.refused("--order file:bad: ", name, *MACHINE, "--order", "file:bad")
        for order, message in (("slots", "found 'slots', expected launcher|slot|node|topomorph"), ("random:x", "--order: found 'random:x'"),
                               ("file:", "found 'file:'"), ("file:none", "none: ")):
            self.refused(message, name, *MACHINE, "--order", "slot", "--order", order)
        self.refused("--order cyclic: expected a tree", name, "--topology", "torus:4", "--order", "cyclic")

    def test_options(self):
        name = self.write(ring())
        for words in (("--cores", "0"), ("--cores", "x"), ("--flops", "0"), ("--flops", "nan"), ("--eager", "-1"), ("--time-limit", "0"),
                      ("--level-costs", "1/2:3"), ("--level-costs", "1/1:1/1:1/1")):
            self.refused("expected", name, *MACHINE[:2], *words)
        self.refused("TRACE is required", *MACHINE)
        self.refused("is a trace without a machine: expected --topology", name)


if __name__ == "__main__":
    jobs.main()
