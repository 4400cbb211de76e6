"""Builds the wheel: the package, and in it the jar of the checkout, which must be built before."""

import os
import re
import shutil
from pathlib import Path

from setuptools import setup
from setuptools.command.build_py import build_py

ROOT = Path(__file__).resolve().parent.parent


def version() -> str:
    """The version in Maven's pom.xml, as Python spells it."""
    found = re.search(r"<artifactId>rung</artifactId>\s*<version>([^<]+)</version>", (ROOT / "pom.xml").read_text(encoding="utf-8"))
    return found[1].replace("-SNAPSHOT", ".dev0")


class BuildWithJar(build_py):
    """Puts the jar, and what its owners want to be said, beside the modules."""

    def run(self) -> None:
        super().run()
        jar = Path(os.environ.get("RUNG_JAR", ROOT / "rung-cli" / "target" / "rung.jar"))
        if not jar.is_file():
            raise SystemExit(f"{jar} is not there: build it with 'mvn -DskipTests -pl rung-cli -am package', or set RUNG_JAR")
        package = Path(self.build_lib) / "rung"
        shutil.copyfile(jar, package / "rung.jar")
        for words in ("LICENSE", "NOTICE"):  # the jar holds what others wrote, too
            shutil.copyfile(ROOT / words, package / words)


setup(version=version(), cmdclass={"build_py": BuildWithJar})
