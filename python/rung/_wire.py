"""Messages as bytes. docs/PIPE.md describes them; the other side is ``rung.cli.pipe.Wire``."""

import struct
from typing import TYPE_CHECKING, Any, Callable, Dict, List, NamedTuple, Sequence, Union

import numpy as np

VERSION = 1

HELLO, CALL, STOP, STEP, QUESTION, REPLY, RESULT, FAILURE, BEAT = range(1, 10)

_BOOLEAN, _WHOLE, _REAL, _TEXT, _ARRAY, _TEXTS = range(1, 7)
_ELEMENTS: Dict[int, "np.dtype[Any]"] = {1: np.dtype("u1"), 2: np.dtype("<i4"), 3: np.dtype("<i8"), 4: np.dtype("<f4"), 5: np.dtype("<f8")}
_TYPES = {element: number for number, element in _ELEMENTS.items()}

if TYPE_CHECKING:
    Array = np.ndarray[Any, Any]
else:  # older NumPy has no brackets
    Array = np.ndarray

Fields = Dict[str, Any]
Buffer = Union[bytes, memoryview]


class Message(NamedTuple):
    """A message: what it is, the call that it belongs to, what it says."""

    kind: int
    call: int
    fields: Fields


class Names:
    """A list of texts as it is on the wire: the UTF-8 bytes of all, one after the other, and where each begins."""

    def __init__(self, pool: bytes, offsets: Array):
        self.pool = pool
        self.offsets = offsets

    @classmethod
    def of(cls, texts: Sequence[str]) -> "Names":
        """From texts."""
        encoded = [text.encode("utf-8") for text in texts]
        offsets = np.zeros(len(encoded) + 1, dtype=np.int64)
        np.cumsum([len(text) for text in encoded], out=offsets[1:])
        if offsets[-1] > 2**31 - 9:
            raise ValueError("names must have less than 2 GB of text")
        return cls(b"".join(encoded), offsets.astype("<i4"))

    def texts(self) -> List[str]:
        """As texts."""
        at = self.offsets.tolist()
        return [self.pool[begin:end].decode("utf-8") for begin, end in zip(at, at[1:])]


def _bytes(array: Array) -> Buffer:
    return array.data.cast("B") if array.size else b""


def _encode_value(value: Any, out: List[Buffer]) -> None:
    if isinstance(value, (bool, np.bool_)):
        out.append(struct.pack("<BB", _BOOLEAN, value))
    elif isinstance(value, (int, np.integer)):
        out.append(struct.pack("<Bq", _WHOLE, value))
    elif isinstance(value, (float, np.floating)):
        out.append(struct.pack("<Bd", _REAL, value))
    elif isinstance(value, str):
        text = value.encode("utf-8")
        out += [struct.pack("<Bi", _TEXT, len(text)), text]
    elif isinstance(value, Names):
        offsets = np.ascontiguousarray(value.offsets, dtype="<i4")
        out += [struct.pack("<Bi", _TEXTS, len(offsets) - 1), _bytes(offsets), value.pool]
    else:
        array = np.ascontiguousarray(value)
        array = array.astype(array.dtype.newbyteorder("<"), copy=False)
        number = _TYPES[array.dtype]
        out += [struct.pack(f"<BBB{array.ndim}q", _ARRAY, number, array.ndim, *array.shape), _bytes(array)]


def encode(message: Message) -> List[Buffer]:
    """A message as pieces of bytes; large arrays are not copied."""
    out: List[Buffer] = [struct.pack("<BiH", message.kind, message.call, len(message.fields))]
    for name, value in message.fields.items():
        text = name.encode("utf-8")
        out.append(struct.pack("<B", len(text)) + text)
        _encode_value(value, out)
    return _joined(out)


def _joined(pieces: List[Buffer]) -> List[Buffer]:
    """Small pieces together, so that a small message is written at once."""
    out: List[Buffer] = []
    small: List[Buffer] = []
    for piece in pieces:
        if len(piece) < 1 << 14:
            small.append(piece)
        else:
            out += [b"".join(small), piece]
            small = []
    return out + [b"".join(small)] if small else out


class Reader:
    """Reads messages from a raw file, which may hand over fewer bytes than it is asked for."""

    def __init__(self, read_into: Callable[[memoryview], int]):
        self._read_into = read_into
        self._buffer = bytearray(1 << 16)
        self._from = 0
        self._to = 0

    def _fill(self, target: memoryview) -> None:
        """Fills all of the target."""
        done = min(len(target), self._to - self._from)
        target[:done] = self._buffer[self._from : self._from + done]
        self._from += done
        while done < len(target):
            if len(target) - done >= len(self._buffer):
                done += self._some(target[done:])
            else:
                self._from, self._to = 0, self._some(memoryview(self._buffer))
                part = min(len(target) - done, self._to)
                target[done : done + part] = self._buffer[:part]
                self._from = part
                done += part

    def _some(self, target: memoryview) -> int:
        count = self._read_into(target)
        if not count:
            raise EOFError
        return count

    def _bytes(self, length: int) -> bytes:
        target = bytearray(length)
        self._fill(memoryview(target))
        return bytes(target)

    def _unpack(self, form: str) -> Any:
        return struct.unpack(form, self._bytes(struct.calcsize(form)))

    def _array(self, number: int, shape: Sequence[int]) -> Array:
        array: Array = np.empty(shape, dtype=_ELEMENTS[number])
        if array.size:
            self._fill(array.data.cast("B"))
        return array

    def _value(self) -> Any:
        (kind,) = self._unpack("<B")
        if kind == _BOOLEAN:
            return self._unpack("<B")[0] != 0
        if kind == _WHOLE:
            return self._unpack("<q")[0]
        if kind == _REAL:
            return self._unpack("<d")[0]
        if kind == _TEXT:
            return self._bytes(self._unpack("<i")[0]).decode("utf-8")
        if kind == _ARRAY:
            number, dimensions = self._unpack("<BB")
            return self._array(number, self._unpack(f"<{dimensions}q"))
        if kind == _TEXTS:
            offsets = self._array(2, (self._unpack("<i")[0] + 1,))
            return Names(self._bytes(int(offsets[-1])), offsets)
        raise ValueError(f"there is no type {kind} of fields")

    def read(self) -> Message:
        """Reads the next message, and waits for it; raises EOFError at the end."""
        kind, call, count = self._unpack("<BiH")
        if not HELLO <= kind <= BEAT:
            raise ValueError(f"there is no kind {kind} of messages")
        fields = {}
        for _ in range(count):
            name = self._bytes(self._unpack("<B")[0]).decode("utf-8")
            fields[name] = self._value()
        return Message(kind, call, fields)
