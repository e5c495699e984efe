"""LibreOffice helper process: converts documents, one at a time, and replies on standard output."""

import json
import os
import shutil
import signal
import sys
import threading
import traceback

from convert import convert
from failures import JobFailure
from frames import DONE, FAILED, JOB, PROGRESS, READY, FrameWriter, read_frames
from soffice import OfficeLost, Soffice

WORK_FOLDER = sys.argv[1]
# Progress when the input has been received.
RECEIVED_PERCENT = 10
# The input arrives on a separate pipe, without frames.
INPUT_PIPE = 3
CHUNK_BYTES = 1024 * 1024


class Job:
    def __init__(self, request, folder):
        self.request = request
        self.input_path = os.path.join(folder, 'input')
        self.output_path = os.path.join(folder, 'output')
        shutil.rmtree(folder, ignore_errors=True)
        os.makedirs(folder)

    def receive(self):
        """Reads the whole input even if the disk is full: the worker reads replies only after sending everything."""
        failure = None
        bytes_left = self.request['inputBytes']
        with open(self.input_path, 'wb', buffering=0) as file:
            while bytes_left > 0:
                chunk = os.read(INPUT_PIPE, min(bytes_left, CHUNK_BYTES))
                if not chunk:
                    raise EOFError('The worker exited while sending an input')
                bytes_left -= len(chunk)
                try:
                    write_whole(file, chunk)
                except OSError as error:
                    failure = JobFailure('needs-too-much-memory', str(error))
        if failure is not None:
            raise failure


def write_whole(file, chunk):
    rest = memoryview(chunk)
    while rest:
        rest = rest[file.write(rest) :]


class Helper:
    def __init__(self, writer):
        self._writer = writer
        self._office = Soffice(WORK_FOLDER, sys.argv[2:])
        self._reported = 0

    def start(self):
        self._office.start()
        self._writer.message(READY, {})

    def stop(self):
        self._office.stop()

    def report(self, percent, stage):
        if percent > self._reported:
            self._reported = percent
            self._writer.message(PROGRESS, {'percent': percent, 'stage': stage})

    def run(self, job):
        self._reported = 0
        try:
            job.receive()
            self.report(RECEIVED_PERCENT, 'receive')
            is_clean, about = convert(self._office, job.request, job.input_path, job.output_path, self.report)
            self._writer.file(job.output_path)
            self._finish(job)
            self._writer.message(DONE, about)
            if not is_clean:
                self._office.restart()
        except JobFailure as failure:
            self._finish(job)
            self._writer.message(
                FAILED, {'code': failure.code, 'params': failure.params, 'detail': failure.detail[:4000]}
            )
        except Exception:
            detail = traceback.format_exc()
            if self._office.has_crashed():
                # Abort, so that the worker sees a crash on this file.
                sys.stderr.write(f'LibreOffice crashed\n{detail}')
                os.abort()
            self._finish(job)
            code = 'needs-too-much-memory' if is_out_of_memory(detail) else 'internal'
            self._writer.message(FAILED, {'code': code, 'params': {}, 'detail': detail[-4000:]})

    @staticmethod
    def _finish(job):
        shutil.rmtree(os.path.dirname(job.input_path), ignore_errors=True)


def is_out_of_memory(detail):
    """The job folder is in memory of a fixed size."""
    return 'No space left on device' in detail or 'MemoryError' in detail


def end():
    """The worker has exited: kill the whole process group, including a running conversion."""
    shutil.rmtree(WORK_FOLDER, ignore_errors=True)
    os.killpg(os.getpgrp(), signal.SIGKILL)


def serve(helper):
    helper.start()
    for kind, body in read_frames(sys.stdin.buffer):
        if kind == JOB:
            job = Job(json.loads(body), os.path.join(WORK_FOLDER, 'job'))
            # In a separate thread, so that the end of the messages is noticed meanwhile.
            threading.Thread(target=helper.run, args=(job,), daemon=True).start()
    end()


def main():
    # Output printed by libraries must not corrupt the frames.
    writer = FrameWriter(os.dup(1))
    os.dup2(2, 1)
    helper = Helper(writer)
    try:
        serve(helper)
    except OfficeLost as lost:
        sys.exit(f'Error: {lost}')
    finally:
        # Also if the worker exited before we were ready: the sandbox stays alive while any process in it runs.
        helper.stop()


main()
