"""The child: started, shared, restarted, interrupted, ended; and never waited for in vain."""

import asyncio
import os
import signal
import sys
import threading
import time

import numpy as np
import pytest

import rung
from rung import _child, _java, _wire

posix = pytest.mark.skipif(os.name != "posix", reason="signals and fork")


def slow_table():
    random = np.random.default_rng(0)
    table = random.normal(size=(400, 30)) @ random.normal(size=(30, 150)) + random.normal(size=(400, 150))
    table[random.random(table.shape) < 0.3] = np.nan
    return table


SLOW = """
import os, signal, sys, time, warnings
import numpy as np, rung
random = np.random.default_rng(0)
table = random.normal(size=(400, 30)) @ random.normal(size=(30, 150)) + random.normal(size=(400, 150))
table[random.random(table.shape) < 0.3] = np.nan
def say(step):
    print("step", step.rank, flush=True)
"""


def is_running(pid):
    try:
        with open(f"/proc/{pid}/stat") as file:
            return file.read().rsplit(")", 1)[1].split()[0] != "Z"
    except OSError:
        return False


def until(condition, seconds=30):
    end = time.monotonic() + seconds
    while not condition() and time.monotonic() < end:
        time.sleep(0.02)
    return condition()


def test_one_child_is_shared_and_found_as_the_launcher_finds_it(holes):
    rung.complete(holes)
    pid = _child.child().pid
    rung.complete(holes)
    assert _child.child().pid == pid
    assert "kernels" in rung.platform()


def test_threads_share_it(holes):
    expected = rung.complete(holes)
    results = []

    def work():
        for _ in range(3):
            results.append((rung.complete(holes) == expected).all())

    threads = [threading.Thread(target=work) for _ in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(120)
    assert results == [True] * 18


def test_messages_of_all_types_come_back():
    sent = {
        "yes": True,
        "no": False,
        "whole": -(2**62),
        "real": 0.1,
        "text": "ÿ ∑ 𝄞",
        "bytes": np.arange(256, dtype="u1"),
        "ints": np.arange(-3, 3, dtype="i4").reshape(2, 3),
        "longs": np.array([-(2**63), 2**63 - 1]),
        "floats": np.array([np.pi, np.nan, -0.0], dtype="f4"),
        "empty": np.empty((0, 4)),
        "large": np.random.default_rng(0).random((700, 333)),
        "strided": np.arange(24.0).reshape(4, 6)[::2, ::3],
        "big-endian": np.arange(5, dtype=">f8"),
    }
    names = ["", "a", "ÿ", "x" * 100_000]
    back = _child.call("echo", {**sent, "names": _wire.Names.of(names)})
    for name, value in sent.items():
        if isinstance(value, np.ndarray):
            assert back[name].shape == value.shape, name
            assert back[name].tobytes() == np.ascontiguousarray(value).astype(back[name].dtype).tobytes(), name
        else:
            assert back[name] == value and type(back[name]) is type(value)
    assert back["names"].texts() == names


def test_messages_in_pieces():
    buffers = _wire.encode(_wire.Message(_wire.RESULT, 7, {"a": np.arange(30_000.0), "b": "text", "c": _wire.Names.of(["x", "yz"])}))
    whole = b"".join(bytes(piece) for piece in buffers) * 2
    for size in (1, 7, 4096, 65_536, 10**6):
        at = 0

        def some(target):
            nonlocal at
            part = whole[at : at + min(size, len(target))]
            target[: len(part)] = part
            at += len(part)
            return len(part)

        reader = _wire.Reader(some)
        for _ in range(2):
            message = reader.read()
            assert (message.kind, message.call, message.fields["b"]) == (_wire.RESULT, 7, "text")
            assert (message.fields["a"] == np.arange(30_000.0)).all()
            assert message.fields["c"].texts() == ["x", "yz"]
        with pytest.raises(EOFError):
            reader.read()


@posix
def test_a_dead_child_is_an_exception_and_the_next_call_starts_another(holes):
    model = rung.Recommender(rank=1).fit([(1, 1, 5.0), (1, 2, 3.0), (2, 1, 4.0), (2, 2, 1.0)])
    before = model.predict([(1, 2)])
    pid = _child.child().pid

    def die(step):
        os.kill(pid, signal.SIGKILL)

    with pytest.raises(rung.ChildError, match="signal 9"):
        rung.complete(slow_table(), progress=die)
    assert not rung.complete(holes)[0, 0] == np.nan
    assert _child.child().pid != pid
    assert model.predict([(1, 2)]) == before  # the model was handed over again
    os.kill(_child.child().pid, signal.SIGKILL)
    assert until(lambda: not _child._current.is_alive())
    assert model.predict([(1, 2)]) == before


@posix
def test_a_hanging_child_is_an_exception(holes, monkeypatch):
    monkeypatch.setenv("RUNG_PATIENCE", "2")
    rung.complete(holes)
    pid = _child.child().pid
    os.kill(pid, signal.SIGSTOP)
    with pytest.raises(rung.ChildError, match="no sign of life for 2 s"):
        rung.complete(holes)
    os.kill(_child.child().pid, signal.SIGSTOP)
    with pytest.raises(rung.ChildError, match="no sign of life"):  # the pipe is full long before all is handed over
        _child.call("echo", {"large": np.zeros(4_000_000)})
    rung.complete(holes)


def test_all_who_wait_are_told(holes):
    rung.complete(holes)
    failures = []
    started = threading.Barrier(4)

    def work():
        started.wait()
        try:
            rung.complete(slow_table())
        except rung.ChildError as e:
            failures.append(e)

    threads = [threading.Thread(target=work) for _ in range(3)]
    for thread in threads:
        thread.start()
    started.wait()
    assert until(lambda: len(_child.child()._waiting) == 3)
    _child.child().kill("the test ended it")
    for thread in threads:
        thread.join(60)
    assert len(failures) == 3 and all("the test ended it" in str(e) for e in failures)


def test_last_words(monkeypatch, holes):
    rung.shutdown()
    monkeypatch.setenv("RUNG_JAVA_OPTIONS", "-Xmx1q")
    with pytest.raises(rung.ChildError, match="Invalid maximum heap size: -Xmx1q"):
        rung.complete(holes)
    monkeypatch.delenv("RUNG_JAVA_OPTIONS")
    monkeypatch.setattr(_wire, "VERSION", 99)
    with pytest.raises(rung.ChildError, match="must be of the same release"):
        rung.complete(holes)
    monkeypatch.undo()
    rung.complete(holes)


@posix
def test_something_else_in_the_place_of_java(monkeypatch, tmp_path, holes):
    rung.shutdown()
    for lines, words in [("echo this is no Java", "no message"), ("echo help me >&2; exit 3", "status 3(.|\n)*help me")]:
        fake = tmp_path / "fake"
        fake.write_text("#!/bin/sh\n" + lines + "\nsleep 0.2\n")
        fake.chmod(0o755)
        monkeypatch.setattr(_java, "command", lambda protocol: [str(fake)])
        with pytest.raises(rung.ChildError, match=words):
            rung.complete(holes)
    monkeypatch.undo()
    rung.complete(holes)


def test_too_little_memory_is_an_exception(monkeypatch, holes):
    rung.shutdown()
    monkeypatch.setenv("RUNG_JAVA_OPTIONS", "-Xmx64m")
    with pytest.raises(MemoryError, match="RUNG_JAVA_OPTIONS"):
        rung.separate(np.ones((4_000, 4_000)))
    rung.complete(holes)  # the same child goes on
    monkeypatch.undo()
    rung.shutdown()


def test_java_and_jar_are_found(monkeypatch, tmp_path):
    found = _java.find_java()
    assert found.version >= (17, 0, 0)
    monkeypatch.setenv("RUNG_JAVA", found.executable)
    assert _java.find_java().version == found.version
    monkeypatch.setenv("RUNG_JAVA", str(tmp_path))
    with pytest.raises(rung.JavaNotFoundError, match="RUNG_JAVA"):
        _java.find_java()
    monkeypatch.delenv("RUNG_JAVA")
    home = os.path.dirname(os.path.dirname(os.path.realpath(found.executable)))
    monkeypatch.setattr(_java, "_installed", lambda: [])
    monkeypatch.setenv("JAVA_HOME", str(tmp_path))  # no Java there: passed over
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(rung.JavaNotFoundError, match="install one"):
        _java.find_java()
    if os.name == "posix":  # the app: a folder with a runtime beside its command
        (tmp_path / "app" / "bin").mkdir(parents=True)
        (tmp_path / "app" / "bin" / "rung").write_text("#!/bin/sh\n")
        (tmp_path / "app" / "bin" / "rung").chmod(0o755)
        (tmp_path / "app" / "runtime").symlink_to(home)
        monkeypatch.setenv("PATH", str(tmp_path / "app" / "bin"))
        assert _java.find_java().version == found.version
    monkeypatch.setenv("RUNG_JAR", str(tmp_path / "none.jar"))
    with pytest.raises(rung.JavaNotFoundError, match="RUNG_JAR"):
        _java.find_jar()


def test_a_runtime_without_vectors_is_used_without_them(tmp_path):
    (tmp_path / "bin").mkdir()
    java = tmp_path / "bin" / ("java.exe" if os.name == "nt" else "java")
    java.write_text("")
    java.chmod(0o755)
    (tmp_path / "release").write_text('JAVA_VERSION="21.0.3"\nMODULES="java.base java.logging"\n')
    assert _java._runtime(str(tmp_path)) == _java.Java(str(java), (21, 0, 3), False)
    (tmp_path / "release").write_text('JAVA_VERSION="11.0.3"\n')
    assert _java._runtime(str(tmp_path)) is None


def test_progress_is_seen_and_can_stop(holes):
    steps = []
    rung.complete(holes, progress=steps.append)
    assert steps and {step.stage for step in steps} <= {"choosing", "checking", "fitting", "averaging", "measuring"}
    assert max(step.rank for step in steps) >= 1
    seen = []
    with pytest.warns(rung.StoppedEarlyWarning):
        full = rung.complete(slow_table(), progress=lambda step: seen.append(step) or False)
    assert not np.isnan(full).any()

    def fails(step):
        raise ZeroDivisionError("mine")

    with pytest.raises(ZeroDivisionError, match="mine"):
        rung.complete(slow_table(), progress=fails)


def test_a_line_of_progress(holes, capsys, monkeypatch):
    monkeypatch.setitem(sys.modules, "tqdm", None)
    monkeypatch.setitem(sys.modules, "tqdm.auto", None)
    rung.complete(holes, progress=True)
    assert "rank" in capsys.readouterr().err

    class Bar:
        steps = closed = 0

        def __init__(self, unit):
            type(self).made = self

        def set_description(self, text, refresh):
            self.text = text

        def set_postfix(self, rank, refresh):
            self.rank = rank

        def update(self):
            self.steps += 1

        def close(self):
            self.closed += 1

    import types

    monkeypatch.setitem(sys.modules, "tqdm", types.ModuleType("tqdm"))
    monkeypatch.setitem(sys.modules, "tqdm.auto", types.SimpleNamespace(tqdm=Bar))
    rung.complete(holes, progress=True)
    assert Bar.made.steps > 0 and Bar.made.closed == 1


def test_a_bar_of_progress_where_tqdm_is(holes, capsys):
    pytest.importorskip("tqdm")
    rung.complete(holes, progress=True)
    shown = capsys.readouterr().err
    assert "step" in shown and "rank=" in shown and not shown.startswith("\rrung:"), shown


@pytest.mark.filterwarnings("ignore::rung.StoppedEarlyWarning")
def test_inside_a_running_event_loop(holes):
    expected = rung.complete(holes)
    target = np.arange(12.0).reshape(4, 3)
    beats = []

    async def beat(done):
        while not done.is_set():
            beats.append(1)
            await asyncio.sleep(0.01)

    async def main():
        assert (rung.complete(holes) == expected).all()  # as a cell of a notebook does: the loop waits
        loop, done = asyncio.get_running_loop(), asyncio.Event()
        other = asyncio.ensure_future(beat(done))
        calls = [loop.run_in_executor(None, rung.complete, holes) for _ in range(3)]
        calls.append(loop.run_in_executor(None, rung.minimize, lambda a: ((a - target) ** 2).sum() / 2, lambda a: a - target, (4, 3), 2))
        stopped = loop.run_in_executor(None, lambda: rung.complete(slow_table(), progress=lambda step: False))
        *tables, matrix = await asyncio.gather(*calls)
        assert not np.isnan(await stopped).any()
        done.set()
        await other
        assert all((table == expected).all() for table in tables)
        assert np.linalg.matrix_rank(matrix) == 2

    asyncio.run(main())
    assert beats  # the loop went on meanwhile


@posix
def test_ctrl_c_keeps_the_best_so_far(script):
    lines = SLOW + """
with warnings.catch_warnings(record=True) as caught:
    warnings.simplefilter("always")
    full = rung.complete(table, progress=say)
print("done", np.isnan(full).sum(), [w.category.__name__ for w in caught], flush=True)
print("alive", (rung.complete([[1, 2], [2, 4], [3, float("nan")]]).shape), flush=True)
"""
    process = script(lines)
    assert process.stdout.readline().startswith("step")
    os.killpg(process.pid, signal.SIGINT)  # as a terminal does: to the whole group
    out, err = process.communicate(timeout=120)
    assert "done 0 ['StoppedEarlyWarning']" in out, out + err
    assert "alive (3, 2)" in out, out + err


@posix
def test_ctrl_c_while_ones_own_function_runs(script):
    lines = """
import os, signal, time, warnings
import numpy as np, rung
warnings.simplefilter("ignore")
target = np.random.default_rng(0).normal(size=(60, 40))
calls = 0
def value(a):
    global calls
    calls += 1
    if calls == 5:
        os.kill(os.getpid(), signal.SIGINT)
    return ((a - target) ** 2).sum() / 2
found = rung.minimize(value, lambda a: a - target, (60, 40), 30, algorithm="greedy", details=True)
print("done", found.stopped, len(found.ranks) < 30, found.value < value(0), flush=True)
"""
    out, err = script(lines).communicate(timeout=120)
    assert "done True True True" in out, out + err


@posix
def test_ctrl_c_twice_ends_it_now(script):
    lines = """
import os, signal, threading, time
import numpy as np, rung
calls = 0
def interrupt():
    os.kill(os.getpid(), signal.SIGINT)
def value(a):
    global calls
    calls += 1
    if calls == 5:
        threading.Timer(0.5, interrupt).start()
        interrupt()
    if calls > 5:
        time.sleep(60)  # the best so far is long in coming
    return float((a ** 2).sum() / 2 - a.sum())
began = time.monotonic()
try:
    rung.minimize(value, lambda a: a - 1, (60, 40), 3)
except KeyboardInterrupt:
    print("interrupted", time.monotonic() - began < 50, flush=True)
print("alive", (rung.complete([[1, 2], [2, 4], [3, float("nan")]]).shape), flush=True)
"""
    process = script(lines)
    out, err = process.communicate(timeout=120)
    assert "interrupted True" in out and "alive (3, 2)" in out, out + err


@posix
def test_forked_processes_have_children_of_their_own(script):
    lines = """
import os
import numpy as np, rung
from rung import _child
model = rung.Recommender(rank=1).fit([(1, 1, 5.0), (1, 2, 3.0), (2, 1, 4.0), (2, 2, 1.0)])
expected = model.predict([(1, 2)])
parent = _child.child().pid
child = os.fork()
if child == 0:
    ok = (model.predict([(1, 2)]) == expected).all() and _child.child().pid != parent
    rung.shutdown()
    os._exit(0 if ok else 1)
assert os.waitpid(child, 0)[1] == 0
assert _child.child().pid == parent and (model.predict([(1, 2)]) == expected).all()

import multiprocessing
def work(seed):
    return float(rung.complete([[1, 2], [2, 4], [3, float("nan")]], seed=seed)[2, 1])
with multiprocessing.get_context("fork").Pool(2) as pool:
    assert len(set(pool.map(work, [0, 0, 0, 0]))) == 1
print("fine", parent, flush=True)
"""
    out, err = script(lines).communicate(timeout=180)
    assert out.startswith("fine"), out + err
    assert until(lambda: not is_running(int(out.split()[1])))


@posix
@pytest.mark.parametrize("ending", ["", "os._exit(0)", "os.kill(os.getpid(), 9)", "raise SystemExit(3)"])
def test_the_child_ends_with_python(script, ending):
    process = script("import os, rung\nfrom rung import _child\nprint(_child.child().pid, flush=True)\n" + ending)
    pid = int(process.stdout.readline())
    process.communicate(timeout=60)
    assert until(lambda: not is_running(pid))


@pytest.mark.parametrize("is_killed", [False, True])
def test_nothing_stays_open(holes, is_killed):
    """Neither when Python ends, nor of a child that another one replaces: Python would say so with -W error::ResourceWarning."""
    running = _child.child()
    rung.complete(holes)
    if is_killed:
        running.kill("a test")
        assert until(lambda: not any(thread.is_alive() for thread in running._threads))
    else:
        rung.shutdown()
    assert not any(thread.is_alive() for thread in running._threads)
    assert all(pipe.closed for pipe in (running._process.stdin, running._process.stdout, running._process.stderr))


@posix
def test_a_forked_process_does_not_keep_the_child(script):
    lines = """
import os, time, rung
from rung import _child
print(_child.child().pid, flush=True)
if os.fork() == 0:
    os.close(1); os.close(2)
    time.sleep(20)
    os._exit(0)
os._exit(0)
"""
    process = script(lines)
    pid = int(process.stdout.readline())
    assert until(lambda: not is_running(pid), 10)
    os.killpg(process.pid, signal.SIGKILL)
    process.wait()


def test_abandoned_questions_do_not_block(holes):
    """A call whose caller has gone asks in vain: it ends, and its thread with it."""
    running = _child.child()

    def gone(question):
        raise KeyboardInterrupt

    def work():
        with pytest.raises(rung.ChildError):
            rung.complete(slow_table())

    waiting = threading.Thread(target=work)  # so that the child is not ended
    waiting.start()
    assert until(lambda: len(running._waiting) == 1)
    with pytest.raises(KeyboardInterrupt):
        running.call("minimize", {"rows": 3, "columns": 2, "rank": 1, "algorithm": "greedy", "seed": 0}, answer=gone)
    running.kill("the test is over")
    waiting.join(60)
