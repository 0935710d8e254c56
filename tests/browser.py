"""A headless Chromium that is told what to do through a pipe: the Chrome DevTools protocol, without a driver between."""
import base64
import json
import os
import shutil
import subprocess
import tempfile

NAMES = ("chromium", "chromium-browser", "google-chrome")


def executable():
    """Its path; None where there is none."""
    return next(filter(None, map(shutil.which, NAMES)), None)


class Browser:
    """One page in a browser of its own; a context manager. Raises RuntimeError for what the browser refuses."""

    def __init__(self, width=1280, height=900):
        self._folder = tempfile.TemporaryDirectory()
        self._number, self._session, self.messages = 0, None, []  # what the page says on the console, errors too
        to_browser, self._write = os.pipe()
        self._read, from_browser = os.pipe()
        # The browser reads descriptor 3 and writes 4.
        command = ["sh", "-c", f'exec "$0" "$@" 3<&{to_browser} 4>&{from_browser}', executable(), "--headless", "--no-sandbox", "--disable-gpu",
                   "--hide-scrollbars", "--remote-debugging-pipe", f"--user-data-dir={self._folder.name}", f"--window-size={width},{height}"]
        self._process = subprocess.Popen(command, pass_fds=(to_browser, from_browser), stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
                                         stderr=subprocess.DEVNULL)
        os.close(to_browser)
        os.close(from_browser)
        self._rest = b""
        target = self.ask("Target.createTarget", url="about:blank")["targetId"]
        self._session = self.ask("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        for domain in "Page", "Runtime", "Log":
            self.ask(domain + ".enable")

    def __enter__(self):
        return self

    def __exit__(self, *_):
        os.close(self._write)  # the browser ends when nobody talks to it
        self._process.wait(60)
        os.close(self._read)
        self._folder.cleanup()

    def _next(self):
        while b"\0" not in self._rest:
            piece = os.read(self._read, 1 << 20)
            if not piece:
                raise RuntimeError("the browser has ended")
            self._rest += piece
        text, self._rest = self._rest.split(b"\0", 1)
        message = json.loads(text)
        if message.get("method") in ("Runtime.exceptionThrown", "Runtime.consoleAPICalled", "Log.entryAdded"):
            self.messages.append(message["params"])
        return message

    def ask(self, method, **parameters):
        """The answer to a command of the protocol."""
        self._number += 1
        message = {"id": self._number, "method": method, "params": parameters}
        if self._session:
            message["sessionId"] = self._session
        os.write(self._write, json.dumps(message).encode() + b"\0")
        while True:
            answer = self._next()
            if answer.get("id") == self._number:
                if "error" in answer:
                    raise RuntimeError(f"{method}: {answer['error']['message']}")
                return answer["result"]

    def open(self, path):
        """Opens a file and waits until the page is loaded."""
        self.ask("Page.navigate", url=f"file://{path}")
        while self._next().get("method") != "Page.loadEventFired":
            pass

    def load_times(self, path, loads):
        """Opens a file so often. Returns the milliseconds of each load, until everything is drawn. A page with an error is a RuntimeError."""
        times = []
        for _ in range(loads):
            self.open(path)
            times.append(self.evaluate('performance.getEntriesByType("navigation")[0].loadEventEnd'))
        if self.messages or self.evaluate("document.documentElement.dataset.errors") != "0":
            raise RuntimeError(f"{path}: the browser reports: {self.messages}")
        return times

    def evaluate(self, expression):
        """The value of a JavaScript expression in the page; of a promise, what it brings."""
        answer = self.ask("Runtime.evaluate", expression=expression, returnByValue=True, awaitPromise=True)
        if "exceptionDetails" in answer:
            raise RuntimeError(answer["exceptionDetails"]["exception"].get("description", "an exception"))
        return answer["result"].get("value")

    def resize(self, width, height=900):
        self.ask("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1, mobile=False)

    def prefer(self, scheme):
        """light or dark."""
        self.ask("Emulation.setEmulatedMedia", features=[{"name": "prefers-color-scheme", "value": scheme}])

    def press(self, key):
        for kind in "keyDown", "keyUp":
            self.ask("Input.dispatchKeyEvent", type=kind, key=key, code=key, windowsVirtualKeyCode={"Tab": 9}.get(key, 0))

    def picture(self, path, selector=None, scale=1):
        """The whole page as PNG, or what an element of it covers."""
        self.evaluate("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")
        where = f"document.querySelector({json.dumps(selector or 'html')}).getBoundingClientRect()"
        box = self.evaluate(f"(() => {{ const b = {where}; return [b.x + scrollX, b.y + scrollY, b.width, b.height]; }})()")
        clip = dict(zip(("x", "y", "width", "height"), box), scale=scale)
        data = self.ask("Page.captureScreenshot", format="png", captureBeyondViewport=True, clip=clip)["data"]
        with open(path, "wb") as file:
            file.write(base64.b64decode(data))
