"""What can go wrong."""


class ChildError(RuntimeError):
    """The Java process that does the work has ended, or says nothing any more. The message has its last words; the next call starts another."""


class JavaNotFoundError(RuntimeError):
    """There is no Java of version 17 or newer, or no jar. The message says what to install or to set."""


class UnknownIdError(KeyError):
    """The model knows no such user or item."""

    def __str__(self) -> str:
        return str(self.args[0]) if self.args else ""


class StoppedEarlyWarning(UserWarning):
    """A fit was interrupted by Ctrl-C or by its progress callback; the result is the best until then."""
