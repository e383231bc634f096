"""A core at the other end of a pseudo-terminal: the emulator behind frames."""

import os
import select
import threading
import tty

import numpy as np

from emulator.systolic import SystolicArray
from hdl.payloads import packed, unpacked
from hdl.serial.frames import answer_frame, request_frame


class Device:
    """A core at the other end of a pseudo-terminal; ``spoil`` makes what is sent of an answer."""

    def __init__(self, design, spoil=lambda count, answer: answer):
        self.design, self.spoil = design, spoil
        self.request, self.answer = request_frame(self.design), answer_frame(self.design)
        self.emulated = SystolicArray(self.design)
        self.end, self.other = os.openpty()
        tty.setraw(self.other)
        self.port = os.ttyname(self.other)
        self.served, self.stopped = 0, False
        self.thread = threading.Thread(target=self.serve)

    def __enter__(self):
        self.thread.start()
        return self

    def __exit__(self, *_):
        self.stopped = True
        self.thread.join()
        os.close(self.other)

    def serve(self):
        came = b""
        while not self.stopped:
            if not select.select([self.end], [], [], 0.02)[0]:
                continue
            try:
                came += os.read(self.end, 4096)
            except OSError:
                break  # nobody has the port open
            *frames, came = came.split(b"\0")
            for frame in frames:
                told = self.request.unpacked(frame)
                if told is not None and not self.reply(*told):
                    os.close(self.end)
                    return
        os.close(self.end)

    def reply(self, tag, payload):
        """Answer a request; False if the line is to vanish."""
        inputs = np.array([unpacked(int.from_bytes(payload, "little"), self.design.inputs)])
        row = packed(self.emulated.outputs(inputs), self.design.outputs)[0]
        answer = self.answer.packed(tag, row.tobytes())
        sent = self.spoil(self.served, answer)
        self.served += 1
        if sent is None:
            return False
        os.write(self.end, sent)
        return True
