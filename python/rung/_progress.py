"""How a fit tells how far it is."""

import sys
from typing import Any, Callable, Dict, NamedTuple, Optional, Union


class Step(NamedTuple):
    """A step of a fit, as a progress callback sees it."""

    #: What the fit does: choosing, checking, fitting or averaging.
    stage: str
    #: Which of several parts of the stage this is, in words; empty if there is only one.
    task: str
    #: The number of the step, from 1.
    step: int
    #: The most steps of this part; 0 if that is not known.
    steps: int
    #: The rank after the step.
    rank: int
    #: The value of the function that is minimized.
    value: float
    #: The error on what is held out; NaN if nothing is.
    held_out: float
    #: The seconds since this part began.
    seconds: float


#: A function that is called after each step and ends the fit by returning ``False``; or ``True`` for a line of progress, by tqdm if it
#: is installed.
Progress = Union[None, bool, Callable[[Step], Any]]


class Watcher:
    """Shows steps to whoever wants to see them."""

    def __init__(self, on_step: Callable[[Step], Any], on_close: Callable[[], Any]):
        self._on_step = on_step
        self.close = on_close

    @classmethod
    def of(cls, progress: Progress) -> Optional["Watcher"]:
        """What a caller asked for, if anything."""
        if progress is None or progress is False:
            return None
        if callable(progress):
            return cls(progress, lambda: None)
        if progress is not True:
            raise TypeError(f"progress must be True or a function, got {type(progress).__name__}")
        try:
            from tqdm.auto import tqdm
        except ImportError:
            return cls(_line, lambda: sys.stderr.write("\n"))
        bar = tqdm(unit="step")

        def show(step: Step) -> None:
            bar.set_description(f"{step.stage} {step.task}".strip(), refresh=False)
            bar.set_postfix(rank=step.rank, refresh=False)
            bar.update()

        return cls(show, bar.close)

    def see(self, fields: Dict[str, Any]) -> bool:
        """Shows a step; returns whether the fit is to go on."""
        return self._on_step(Step(**fields)) is not False


def _line(step: Step) -> None:
    sys.stderr.write(f"\rrung: {step.stage} {step.task}: rank {step.rank}\x1b[K")
    sys.stderr.flush()
