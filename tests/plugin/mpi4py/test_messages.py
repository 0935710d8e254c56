"""Point-to-point messages of buffers and of Python objects."""
from common import MPI, Case, after, before, blank, ints, rank, size, world


class Buffers(Case):
    def receive(self, send):
        got, status = blank(1), MPI.Status()
        request = world.Irecv(got, MPI.ANY_SOURCE, 3)
        world.Barrier()
        sent = send(ints(rank), after, 3)
        request.Wait(status)
        if sent:
            sent.Wait()
        self.assertInts(got, [before])
        self.assertEqual((status.source, status.tag, status.Get_count(MPI.INT)), (before, 3, 1))

    def test_modes(self):
        MPI.Attach_buffer(bytearray(4096))
        for send in (world.Send, world.Bsend, world.Rsend, world.Isend, world.Ibsend, world.Issend, world.Irsend):
            with self.subTest(send.__name__):
                self.receive(send)
        MPI.Detach_buffer()
        if size > 1:
            self.receive(world.Ssend)

    def test_persistent(self):
        for init in (world.Send_init, world.Ssend_init, world.Rsend_init):
            got = blank(1)
            receive, send = world.Recv_init(got, before, 4), init(ints(rank), after, 4)
            for _ in range(2):
                receive.Start()
                world.Barrier()
                MPI.Prequest.Startall([send])
                MPI.Request.Waitall([receive, send])
                self.assertInts(got, [before])
            receive.Free(), send.Free()

    def test_sendrecv(self):
        got = blank(1)
        world.Sendrecv(ints(rank), after, 5, got, before, 5)
        self.assertInts(got, [before])
        both = ints(rank)
        world.Sendrecv_replace(both, before, 6, after, 6)
        self.assertInts(both, [after])
        status = MPI.Status()
        world.Recv(got, MPI.PROC_NULL, status=status)
        self.assertEqual(status.source, MPI.PROC_NULL)

    def test_probes(self):
        got, status = blank(1), MPI.Status()
        request = world.Isend(ints(rank), after, 7)
        world.Probe(MPI.ANY_SOURCE, 7, status)
        self.assertEqual(status.source, before)
        while not world.Iprobe(before, 7):
            pass
        message = world.Mprobe(before, 7)
        message.Recv(got)
        request.Wait()
        self.assertInts(got, [before])

    def test_matched_later(self):
        got = blank(1)
        request, message = world.Isend(ints(rank), after, 8), None
        while message is None:
            message = world.Improbe(before, 8)
        message.Irecv(got).Wait()
        request.Wait()
        self.assertInts(got, [before])

    def test_many(self):
        for wait in ("Waitall", "Waitsome", "Waitany", "Testall"):
            got = [blank(1) for _ in range(4)]
            receives = [world.Irecv(got[i], before, i) for i in range(4)]
            sends = [world.Isend(ints(rank), after, i) for i in range(4)]
            if wait in ("Waitsome", "Waitany"):
                getattr(MPI.Request, wait)(receives)
            while wait == "Testall" and not MPI.Request.Testall(receives):
                pass
            MPI.Request.Waitall(receives + sends)
            self.assertEqual([list(one) for one in got], [[before]] * 4)

    def test_cancelled(self):
        request, status = world.Irecv(blank(1), before, 99), MPI.Status()
        request.Cancel()
        request.Wait(status)
        self.assertTrue(status.Is_cancelled())

    def test_derived_types(self):
        column = MPI.INT.Create_vector(3, 1, 3).Commit()
        matrix, got = ints(*[rank * 10 + i for i in range(9)]), blank(3)
        request = world.Irecv(got, before, 9)
        world.Send([matrix, 1, column], after, 9)
        request.Wait()
        self.assertInts(got, [before * 10 + i for i in (0, 3, 6)])
        column.Free()


class Objects(Case):
    def test_lower_case(self):
        for send in (world.send, world.isend, world.issend):
            request = world.irecv(source=before, tag=11)
            sent = send({"from": rank}, after, 11)
            self.assertEqual(request.wait(), {"from": before})
            if sent:
                sent.wait()
        self.assertEqual(world.sendrecv((rank,), after, source=before), (before,))

    def test_matched(self):
        request = world.isend("from %d" % rank, after, 12)
        self.assertEqual(world.mprobe(MPI.ANY_SOURCE, 12).recv(), "from %d" % before)
        request.wait()

    def test_ring_round(self):
        token = [rank]
        for _ in range(size - 1):
            token = world.sendrecv(token, after, source=before) + [rank]
        self.assertEqual(len(token), size)
        self.assertEqual(token, [(rank + 1 + i) % size for i in range(size)])
