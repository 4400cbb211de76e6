"""Finds Java and the jar, as the launcher script ``rung`` does."""

import glob
import os
import re
import shutil
from pathlib import Path
from typing import List, NamedTuple, Optional, Tuple

from ._errors import JavaNotFoundError

_OLDEST = 17
_VECTORS = "jdk.incubator.vector"
_PACKAGE = Path(__file__).resolve().parent


class Java(NamedTuple):
    """A Java runtime."""

    executable: str
    version: Tuple[int, int, int]
    has_vectors: bool


def _runtime(home: str) -> Optional[Java]:
    """The runtime in a folder, if there is one that is new enough: what its own file ``release`` says."""
    executable = os.path.join(home, "bin", "java.exe" if os.name == "nt" else "java")
    try:
        with open(os.path.join(home, "release"), encoding="utf-8", errors="replace") as file:
            release = file.read()
    except OSError:
        return None
    found = re.search(r'^JAVA_VERSION="(\d+)(?:\.(\d+))?(?:\.(\d+))?', release, re.MULTILINE)
    if not found or int(found[1]) < _OLDEST or not os.access(executable, os.X_OK):
        return None
    modules = re.search(r'^MODULES="([^"]*)"', release, re.MULTILINE)
    version = (int(found[1]), int(found[2] or 0), int(found[3] or 0))
    return Java(executable, version, not modules or _VECTORS in modules[1].split())


def _installed() -> List[str]:
    home = os.path.expanduser("~")
    patterns = [
        "/usr/lib/jvm/*",
        "/Library/Java/JavaVirtualMachines/*/Contents/Home",
        home + "/.sdkman/candidates/java/*",
        home + "/.jdks/*",
        "/opt/java/*",
    ]
    if os.name == "nt":
        programs = os.environ.get("ProgramFiles", r"C:\Program Files")
        patterns += [programs + "\\" + vendor + "\\*" for vendor in ("Java", "Eclipse Adoptium", "Microsoft", "Zulu")]
    return [folder for pattern in patterns for folder in sorted(glob.glob(pattern))]


def _homes_of_app() -> List[str]:
    """Where the app ``rung``, if it is on the path, has a runtime of its own."""
    command = shutil.which("rung")
    if command is None:
        return []
    folder = os.path.dirname(os.path.realpath(command))
    return [os.path.join(base, *inside) for base in (folder, os.path.dirname(folder)) for inside in ((), ("runtime",), ("lib", "runtime"))]


def find_java() -> Java:
    """Finds Java: ``RUNG_JAVA`` and ``JAVA_HOME`` if they name one, the newest that is installed, the app's, the one on the path."""
    told = os.environ.get("RUNG_JAVA")
    if told:
        found = _runtime(told) or _runtime(os.path.dirname(os.path.dirname(os.path.realpath(told))))
        if found is None:
            raise JavaNotFoundError(f"RUNG_JAVA must name a Java runtime of version {_OLDEST} or newer, got '{told}'")
        return found
    home = os.environ.get("JAVA_HOME")
    if home and _runtime(home):
        return _runtime(home)  # type: ignore[return-value]
    installed = [found for found in map(_runtime, _installed()) if found]
    if installed:
        return max(installed, key=lambda java: java.version)
    on_path = shutil.which("java")
    homes = _homes_of_app() + ([os.path.dirname(os.path.dirname(os.path.realpath(on_path)))] if on_path else [])
    for folder in homes:
        found = _runtime(folder)
        if found:
            return found
    raise JavaNotFoundError(
        f"rung needs Java, version {_OLDEST} or newer: install one, such as Debian's openjdk-17-jre-headless,"
        " or set JAVA_HOME to the folder of one"
    )


def find_jar() -> str:
    """Finds the jar: ``RUNG_JAR``, the one in this package, or that of the checkout this package lies in."""
    told = os.environ.get("RUNG_JAR")
    if told:
        if not os.path.isfile(told):
            raise JavaNotFoundError(f"RUNG_JAR must name the file rung.jar, got '{told}'")
        return told
    for jar in (_PACKAGE / "rung.jar", _PACKAGE.parent.parent / "rung-cli" / "target" / "rung.jar"):
        if jar.is_file():
            return str(jar)
    raise JavaNotFoundError(
        f"there is no rung.jar in {_PACKAGE}, nor is the checkout around it built: run ./rung --version there, or set RUNG_JAR"
    )


def command(protocol: int) -> List[str]:
    """The command that starts the child."""
    java = find_java()
    options = ["-Xlog:disable", "-XX:+DisplayVMOutputToStderr"]
    if java.has_vectors:
        options += ["--add-modules", _VECTORS]
    options += os.environ.get("RUNG_JAVA_OPTIONS", "").split()
    return [java.executable, *options, "-cp", find_jar(), "rung.cli.pipe.Pipe", str(protocol)]
