"""What a game brings so that its matches can be sealed."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class StateCodec:
    """How the options and the state of one game become arrays and back."""

    pack_options: Callable[[Any], Any]
    unpack_options: Callable[[Any], Any]
    pack: Callable[[Any], Any]
    unpack: Callable[[Any, Any], None]
