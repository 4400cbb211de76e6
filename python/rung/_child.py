"""The Java process that does the work: one for each Python process, started on first use, shared by all threads."""

import atexit
import itertools
import os
import queue
import subprocess
import sys
import threading
import warnings
from collections import deque
from typing import Any, Callable, Deque, Dict, List, Optional, Set

from . import _java, _wire
from ._errors import ChildError, JavaNotFoundError, StoppedEarlyWarning, UnknownIdError
from ._progress import Progress, Watcher

Answerer = Callable[[_wire.Fields], _wire.Fields]

_PIPE_BYTES = 1 << 20
_NOISE = ("WARNING: Using incubator modules", "Picked up JAVA_TOOL_OPTIONS", "Picked up _JAVA_OPTIONS")


def _patience() -> float:
    """After how many seconds without a sign of life the child is ended. It gives one every second."""
    try:
        return float(os.environ.get("RUNG_PATIENCE", "60"))
    except ValueError:
        return 60.0


def _widen(pipe: Any) -> None:
    """Makes a pipe hold as much as Linux allows, so that fewer switches move the same bytes."""
    if sys.platform.startswith("linux"):
        import fcntl

        try:
            fcntl.fcntl(pipe.fileno(), 1031, _PIPE_BYTES)  # F_SETPIPE_SZ
        except OSError:
            pass


class _Inbox:
    """What the child says to one call. The first message stays until it is dealt with, so that no Ctrl-C can lose one."""

    def __init__(self) -> None:
        self._messages: Deque[Optional[_wire.Message]] = deque()
        self._bell: "queue.SimpleQueue[None]" = queue.SimpleQueue()

    def put(self, message: Optional[_wire.Message]) -> None:
        """Adds a message; None says that the child has ended."""
        self._messages.append(message)
        self._bell.put(None)

    def first(self) -> Optional[_wire.Message]:
        """The first message; waits for one."""
        while not self._messages:
            try:
                self._bell.get(timeout=1)
            except queue.Empty:
                pass
        return self._messages[0]

    def drop_first(self) -> None:
        """Removes the first message."""
        self._messages.popleft()


class Child:
    """A running child.

    Threads read what it says and hand it to whoever waits, write what it is told, keep its last words, and watch that it lives.
    """

    def __init__(self) -> None:
        self._outbox: "queue.SimpleQueue[Optional[List[_wire.Buffer]]]" = queue.SimpleQueue()
        self._numbers = itertools.count(1)
        self._waiting: Dict[int, _Inbox] = {}
        self._words: Deque[str] = deque(maxlen=40)
        self._ended = threading.Event()
        self._hello = _Inbox()
        self._heard = False
        self._why = ""
        self._is_killed = False
        self.models: Set[int] = set()
        started: Dict[str, Any] = (
            {"creationflags": subprocess.CREATE_NEW_PROCESS_GROUP}  # type: ignore[attr-defined]
            if os.name == "nt"
            else {"start_new_session": True}  # Ctrl-C is ours to pass on
        )
        self._process = subprocess.Popen(
            _java.command(_wire.VERSION),
            bufsize=0,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            **started,
        )
        _widen(self._process.stdin)
        _widen(self._process.stdout)
        self._waiting[0] = self._hello
        runs = (self._note, self._listen, self._speak, self._watch)
        self._threads = [threading.Thread(target=run, name="rung-" + run.__name__, daemon=True) for run in runs]
        for thread in self._threads:
            thread.start()
        try:
            hello = self._hello.first()
        except BaseException:
            self.kill("it was interrupted while it started")
            raise
        if hello is None:
            raise self._error("start")
        self._waiting.pop(0, None)
        if hello.kind != _wire.HELLO or hello.fields.get("protocol") != _wire.VERSION:
            self.kill("it speaks another protocol")
            raise JavaNotFoundError(f"the jar speaks version {hello.fields.get('protocol')} of the protocol, not {_wire.VERSION}")
        self.version: str = hello.fields["version"]
        self.platform: str = hello.fields["platform"]

    @property
    def pid(self) -> int:
        """The number of the process."""
        return self._process.pid

    def is_alive(self) -> bool:
        """Whether calls can be made."""
        return not self._is_killed and not self._ended.is_set() and self._process.poll() is None

    # The threads.

    def _listen(self) -> None:
        reader = _wire.Reader(self._process.stdout.readinto)  # type: ignore[union-attr]
        try:
            while True:
                message = reader.read()
                self._heard = True
                waiting = self._waiting.get(message.call)
                if message.kind == _wire.BEAT:
                    continue
                if waiting is not None:
                    waiting.put(message)
                elif message.kind == _wire.QUESTION:  # the one who could answer has gone
                    self._send(_wire.Message(_wire.REPLY, message.call, {"number": message.fields["number"], "failed": True}))
        except (EOFError, OSError):
            pass
        except Exception as e:  # no messages: what is this?
            self.kill(f"it said what is no message ({e})")
        finally:
            self._process.stdout.close()  # type: ignore[union-attr]
        self._end()

    def _speak(self) -> None:
        pipe = self._process.stdin
        try:
            while True:
                pieces = self._outbox.get()
                if pieces is None:
                    break
                for piece in pieces:
                    view = memoryview(piece)
                    while len(view):
                        view = view[pipe.write(view) :]  # type: ignore[union-attr]
                del pieces, piece, view  # arrays are not kept longer than they are used
        except OSError:
            pass  # it has ended, which whoever waits is told
        try:
            pipe.close()  # type: ignore[union-attr]
        except OSError:
            pass

    def _note(self) -> None:
        pending = b""
        try:
            while True:
                some = self._process.stderr.read(1 << 12)  # type: ignore[union-attr]
                *lines, pending = (pending + (some or b"")).split(b"\n")
                if not some:
                    lines.append(pending)
                for line in lines:
                    text = line.decode("utf-8", "replace").rstrip()
                    if text and not text.startswith(_NOISE):
                        self._words.append(text)
                if not some:
                    return
        except (OSError, ValueError):
            return
        finally:
            self._process.stderr.close()  # type: ignore[union-attr]

    def _watch(self) -> None:
        quiet = 0.0  # counted, not measured: this process may have been asleep, too
        while not self._ended.wait(min(1.0, _patience() / 4)):
            quiet = 0.0 if self._heard or not self._waiting else quiet + min(1.0, _patience() / 4)
            self._heard = False
            if quiet >= _patience():
                self.kill(f"it gave no sign of life for {_patience():g} s")

    def kill(self, why: str) -> None:
        """Ends the child at once."""
        self._why = self._why or why
        self._is_killed = True
        self._process.kill()

    def _end(self) -> None:
        """Tells all who wait that the child has ended."""
        self._process.wait()
        self._outbox.put(None)
        self._threads[0].join(2)
        self._ended.set()
        for waiting in list(self._waiting.values()):
            waiting.put(None)

    def _error(self, name: str) -> ChildError:
        self._ended.wait(5)
        code = self._process.poll()
        why = self._why or (f"signal {-code} ended it" if code is not None and code < 0 else f"it ended with status {code}")
        words = "\n".join(self._words)
        return ChildError(f"Java has ended during '{name}': {why}" + (f"; its last words:\n{words}" if words else ""))

    # Calls.

    def _send(self, message: _wire.Message) -> None:
        """Hands a message to the thread that writes: no Ctrl-C can cut it in two there."""
        self._outbox.put(_wire.encode(message))

    def call(
        self,
        name: str,
        arguments: _wire.Fields,
        progress: Progress = None,
        answer: Optional[Answerer] = None,
        can_stop: bool = False,
    ) -> _wire.Fields:
        """Makes a call and waits for its result."""
        number = next(self._numbers)
        inbox = self._waiting[number] = _Inbox()
        watcher = Watcher.of(progress)
        given = {key: value for key, value in arguments.items() if value is not None}
        try:
            if self._ended.is_set():
                raise self._error(name)
            self._send(_wire.Message(_wire.CALL, number, {"call": name, "progress": watcher is not None, **given}))
            return self._converse(name, number, inbox, watcher, answer, can_stop)
        finally:
            self._waiting.pop(number, None)
            if watcher is not None:
                watcher.close()

    def _converse(
        self,
        name: str,
        number: int,
        inbox: _Inbox,
        watcher: Optional[Watcher],
        answer: Optional[Answerer],
        can_stop: bool,
    ) -> _wire.Fields:
        is_stopping = False
        failed: Optional[BaseException] = None
        while True:
            try:
                message = inbox.first()
                if message is None:
                    raise self._error(name)
                if message.kind == _wire.RESULT:
                    break
                if message.kind == _wire.FAILURE:
                    raise failed or _failure(message.fields)
                if message.kind == _wire.QUESTION:  # after Ctrl-C the same may be answered twice, which its number tells
                    try:
                        reply = answer(message.fields) if answer else {"failed": True}
                    except Exception as e:
                        failed, reply = e, {"failed": True}
                    self._send(_wire.Message(_wire.REPLY, number, {"number": message.fields["number"], **reply}))
                elif message.kind == _wire.STEP and watcher is not None and failed is None and not is_stopping:
                    try:
                        stops = not watcher.see(message.fields)
                    except Exception as e:
                        failed, stops = e, True
                    if stops:
                        is_stopping = True
                        self._send(_wire.Message(_wire.STOP, number, {}))
                inbox.drop_first()
            except KeyboardInterrupt:
                if is_stopping or not can_stop:
                    self._abandon(number)
                    raise
                is_stopping = True
                self._send(_wire.Message(_wire.STOP, number, {}))
        if failed is not None:
            raise failed
        if message.fields.get("stopped"):
            warnings.warn("stopped early: this is the best until then", StoppedEarlyWarning, stacklevel=4)
        return message.fields

    def _abandon(self, number: int) -> None:
        """Nobody waits for this call any more: the child is ended if it has nothing else to do."""
        self._waiting.pop(number, None)
        if not self._waiting:
            self.kill("it was interrupted")

    def close(self) -> None:
        """Lets the child end: it does when its input ends."""
        self._outbox.put(None)
        try:
            self._process.wait(2)
        except subprocess.TimeoutExpired:
            self.kill("Python ended")
            self._process.wait()
        for thread in self._threads:  # each closes its pipe
            thread.join(2)

    def disown(self) -> None:
        """In a process that was forked: the child belongs to the parent, which alone may hold its pipes open."""
        for pipe in (self._process.stdin, self._process.stdout, self._process.stderr):
            try:
                pipe.close()  # type: ignore[union-attr]
            except OSError:
                pass
        self._process.returncode = 0  # nothing to wait for


def _failure(fields: _wire.Fields) -> Exception:
    kind, sentence = fields["kind"], fields["sentence"]
    if kind == "value":
        return ValueError(sentence)
    if kind == "unknown":
        return UnknownIdError(sentence)
    if kind == "memory":
        return MemoryError(sentence)
    return RuntimeError("Rung failed; please report this:\n" + sentence)


_lock = threading.Lock()
_current: Optional[Child] = None
_to_forget: Deque[int] = deque()


def child() -> Child:
    """The child; starts one if none runs."""
    global _current
    with _lock:
        if _current is None or not _current.is_alive():
            _current = Child()
        return _current


def call(
    name: str,
    arguments: _wire.Fields,
    progress: Progress = None,
    answer: Optional[Answerer] = None,
    can_stop: bool = False,
    to: Optional[Child] = None,
    makes_model: bool = False,
) -> _wire.Fields:
    """Makes a call to the child, or to a certain one; one that makes a model leaves it there."""
    to = child() if to is None else to
    while _to_forget:
        model = _to_forget.popleft()
        if model in to.models:
            to.models.discard(model)
            to.call("forget", {"model": model})
    result = to.call(name, arguments, progress, answer, can_stop)
    if makes_model:
        to.models.add(arguments["model"])
    return result


def forget(model: int) -> None:
    """Notes that a model is no longer used. The garbage collector calls this at any time, so that nothing more may happen here."""
    _to_forget.append(model)


def _after_fork() -> None:
    global _lock, _current
    _lock = threading.Lock()
    if _current is not None:
        _current.disown()
    _current = None


def shutdown() -> None:
    """Ends the child, if one runs; the next call starts another. Happens by itself when Python ends."""
    global _current
    with _lock:
        if _current is not None:
            _current.close()
        _current = None


atexit.register(shutdown)
if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_after_fork)
