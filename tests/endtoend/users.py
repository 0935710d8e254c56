"""Two ordinary users of this machine for tests of what one can do to the other; nothing of either exists outside the test's folder."""
import os
import pathlib
import shutil
import subprocess
import unittest

from jobs import JobTest, OPTIONS

ATTACKER, VICTIM = 64101, 64102
GROUP = 64100  # of both, beside the group of each, which has the user's number


class UsersTest(JobTest):
    """The folder of a test has a home for each of the two. Root runs the test, and can be a victim too."""

    @classmethod
    def setUpClass(cls):
        if os.geteuid() != 0 or shutil.which("setpriv") is None:
            raise unittest.SkipTest("only root can act as two users, by setpriv of util-linux")
        if not cls.reaches(ATTACKER, OPTIONS.topomorph):
            raise unittest.SkipTest("other users cannot run the programs of this build: a folder above it is closed to them")

    def setUp(self):
        super().setUp()
        self.folder.chmod(0o755)
        os.chmod(self._sessions.name, 0o755)
        self.homes = {user: self.make_folder(f"home-{user}", 0o700, user) for user in (ATTACKER, VICTIM)}

    @staticmethod
    def words(user, *command):
        """The command as it runs as this user, without the capabilities of root."""
        return ["setpriv", "--reuid", str(user), "--regid", str(user), "--groups", str(GROUP), "--", *map(str, command)]

    def give_all_one_primary_group(self):
        """From now on the primary group of both is GROUP, as on machines with one group for all users."""
        self.words = lambda user, *command: ["setpriv", "--reuid", str(user), "--regid", str(GROUP), "--clear-groups", "--", *map(str, command)]

    @classmethod
    def reaches(cls, user, path):
        return subprocess.run(cls.words(user, "test", "-x", path), check=False, capture_output=True).returncode == 0

    def make_folder(self, name, mode, owner=0, group=None):
        """A folder in the test's folder, with this mode whatever the umask is."""
        path = self.folder / name
        path.mkdir()
        os.chown(path, owner, owner if group is None else group)
        path.chmod(mode)
        return path

    def run_as(self, user, *command, **settings):
        """Runs a command in the test's folder; HOME is the user's, and so is the folder for the launcher's files."""
        session = pathlib.Path(self.homes[user]) / "sessions"
        if not session.exists():
            session.mkdir()
            os.chown(session, user, user)
        return self.run_command(*self.words(user, *command), **{"HOME": self.homes[user], "OMPI_MCA_orte_tmpdir_base": session, **settings})

    def write_as(self, user, path, content="", mode=0o644):
        """Writes a file as this user, who must be allowed to."""
        data = content if isinstance(content, bytes) else content.encode()
        subprocess.run(self.words(user, "sh", "-c", 'cat > "$1" && chmod "$2" "$1"', "sh", path, f"{mode:o}"), input=data, check=True)
        return pathlib.Path(path)

    def link_as(self, user, target, path):
        subprocess.run(self.words(user, "ln", "-s", target, path), check=True)
