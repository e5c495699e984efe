"""Protocol between worker and helper, as in process/frames.ts: typed, length-prefixed frames."""

import json
import os
import struct
import threading

READY, JOB, CHUNK, PROGRESS, DONE, FAILED = 1, 2, 3, 4, 5, 6

MAX_CHUNK_BYTES = 1024 * 1024
HEADER = struct.Struct('>BI')


class FrameWriter:
    """Progress is reported by threads of the UNO bridge, so every frame is written under a lock."""

    def __init__(self, descriptor):
        self._descriptor = descriptor
        self._lock = threading.Lock()

    def message(self, kind, content):
        self._write(kind, json.dumps(content).encode())

    def file(self, path):
        with open(path, 'rb') as source:
            while chunk := source.read(MAX_CHUNK_BYTES):
                self._write(CHUNK, chunk)

    def _write(self, kind, body):
        with self._lock:
            rest = memoryview(HEADER.pack(kind, len(body)) + body)
            while rest:
                rest = rest[os.write(self._descriptor, rest) :]


def read_frames(stream):
    """Yields (kind, bytes) until the stream ends."""
    while len(header := stream.read(HEADER.size)) == HEADER.size:
        kind, body_bytes = HEADER.unpack(header)
        body = stream.read(body_bytes)
        if len(body) < body_bytes:
            return
        yield kind, body
