"""Streams and events, and waiting for them."""

from . import _core
from ._core import Event, Stream


def synchronize(device=None):
    """Waits for all work of the current stream, or of the stream of another device.

    Example: ``xparray.synchronize()``.
    """
    _core.synchronize(device)


__all__ = ["Event", "Stream", "synchronize"]
