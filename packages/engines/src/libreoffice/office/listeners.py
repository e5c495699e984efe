"""UNO callbacks for password requests and progress."""

import unohelper
from com.sun.star.task import XInteractionHandler, XStatusIndicator
from failures import JobFailure


class Interaction(unohelper.Base, XInteractionHandler):
    """Answers one password request; other requests are left unanswered, which selects the safe default."""

    def __init__(self, password):
        self._password = password
        self._asked = 0

    def handle(self, request):
        continuations = request.getContinuations()
        entry = next((one for one in continuations if hasattr(one, 'setPassword')), None)
        if entry is None:
            return
        self._asked += 1
        if self._password is not None and self._asked == 1:
            entry.setPassword(self._password)
            entry.select()
            return
        for continuation in continuations:
            if 'com.sun.star.task.XInteractionAbort' in type_names(continuation):
                continuation.select()

    def raise_if_locked(self):
        if self._asked > 0:
            raise JobFailure('password-needed' if self._password is None else 'password-wrong')


def type_names(thing):
    return [one.typeName for one in thing.getTypes()] if hasattr(thing, 'getTypes') else []


class ProgressIndicator(unohelper.Base, XStatusIndicator):
    """Maps LibreOffice's progress to a range of the job's progress."""

    def __init__(self, first, last, stage, report):
        self._first = first
        self._last = last
        self._stage = stage
        self._report = report
        self._range = 100

    def start(self, text, range):
        self._range = max(1, range)

    def setValue(self, value):
        share = min(1, max(0, value / self._range))
        self._report(round(self._first + (self._last - self._first) * share), self._stage)

    def end(self):
        pass

    def reset(self):
        pass

    def setText(self, text):
        pass
