"""A LibreOffice process: started with its own profile, connected over a pipe, restarted when it hangs."""

import os
import shutil
import signal
import subprocess
import sys
import threading
import time

from profile_settings import write_profile

PROGRAM = '/usr/lib/libreoffice/program/soffice.bin'
START_SECONDS = 60
ANSWER_SECONDS = 5


class OfficeLost(Exception):
    """LibreOffice exited or hangs."""


class Soffice:
    def __init__(self, folder, launcher=()):
        self._folder = folder
        # Command prefix, which restricts LibreOffice further than this program.
        self._launcher = launcher
        # Where neither /tmp nor /var/tmp is writable.
        os.environ['OSL_SOCKET_PATH'] = folder
        # Pipes are in /tmp, which all instances share without bubblewrap.
        self._pipe = f'pipe,name={os.path.basename(folder)};urp;'
        self._process = None
        self.context = None
        self.desktop = None

    def start(self):
        """Starts with empty folders: what a previous process left behind is not trusted."""
        for name in ('profile', 'tmp'):
            shutil.rmtree(os.path.join(self._folder, name), ignore_errors=True)
        os.makedirs(os.path.join(self._folder, 'tmp'))
        write_profile(os.path.join(self._folder, 'profile'))
        self._complete_profile()
        self._process = self._launch(f'--accept={self._pipe}')
        self._connect()

    def _complete_profile(self):
        """
        With a new profile LibreOffice exits to be started again, after it has accepted connections: a busy machine
        would lose a document that it already converts.
        """
        process = self._launch('--terminate_after_init')
        try:
            process.wait(START_SECONDS)
        except subprocess.TimeoutExpired as error:
            process.kill()
            process.wait()
            raise OfficeLost('LibreOffice did not create its profile in time') from error

    def ensure_answering(self):
        if not self._is_answering():
            self.stop()
            self.start()

    def restart(self):
        self.stop()
        self.start()

    def stop(self):
        if self._process is not None:
            self._process.kill()
            self._process.wait()

    def has_crashed(self):
        """True if it crashed by itself; a process killed from outside says nothing about the document."""
        try:
            # The bridge breaks shortly before the process exits.
            return self._process.wait(timeout=2) not in (-signal.SIGKILL, -signal.SIGTERM)
        except subprocess.TimeoutExpired:
            return False

    def _launch(self, mode):
        return subprocess.Popen(
            [
                *self._launcher,
                PROGRAM,
                *('--headless', '--invisible', '--norestore', '--nologo', '--nodefault', '--nolockcheck'),
                f'-env:UserInstallation=file://{self._folder}/profile',
                mode,
            ],
            stdin=subprocess.DEVNULL,
            stdout=sys.stderr,
            env={
                'PATH': '/usr/bin:/bin',
                'HOME': self._folder,
                'TMPDIR': os.path.join(self._folder, 'tmp'),
                'LANG': 'C.UTF-8',
                'SAL_USE_VCLPLUGIN': 'svp',
                'OSL_SOCKET_PATH': self._folder,
            },
        )

    def _connect(self):
        import uno

        local = uno.getComponentContext()
        resolver = local.ServiceManager.createInstanceWithContext('com.sun.star.bridge.UnoUrlResolver', local)
        deadline = time.monotonic() + START_SECONDS
        while True:
            try:
                self.context = resolver.resolve(f'uno:{self._pipe}StarOffice.ComponentContext')
                break
            except Exception as error:
                code = self._process.poll()
                if code is not None:
                    raise OfficeLost(f'LibreOffice exited during startup (code {code})') from error
                elif time.monotonic() > deadline:
                    raise OfficeLost('LibreOffice did not start in time') from error
                time.sleep(0.01)
        self.desktop = self.create('com.sun.star.frame.Desktop')

    def create(self, service):
        return self.context.ServiceManager.createInstanceWithContext(service, self.context)

    def _is_answering(self):
        if self._process is None or self._process.poll() is not None:
            return False
        answered = threading.Event()

        def ask():
            try:
                self.desktop.getFrames().getCount()
                answered.set()
            except Exception:
                pass

        threading.Thread(target=ask, daemon=True).start()
        return answered.wait(ANSWER_SECONDS)
