"""Streams and events: where arrays are made, and what comes after what."""

import threading

import pytest

import xparray


def test_arrays_made_on_a_stream_are_computed_there():
    stream = xparray.Stream()
    before = xparray.ones((2, 3))
    with stream as entered:
        assert entered is stream
        x = xparray.ones((2, 3)) * 2
        y = xparray.arange(6).reshape(2, 3).T[::-1]
    assert x.device == before.device == stream.device
    # Arrays of several streams of a device go together, and wait for each other.
    assert (x + before).tolist() == [[3, 3, 3], [3, 3, 3]] and (before + x).tolist() == [[3, 3, 3], [3, 3, 3]]
    assert y.tolist() == [[2, 5], [1, 4], [0, 3]]
    for empty in (xparray.zeros(0), xparray.asarray(3.0)):
        assert empty.to_device(stream.device).tolist() == empty.tolist()


def test_events_order_streams():
    first, second = xparray.Stream(), xparray.Stream(xparray.Device())
    assert first != second and first == first and hash(first) != hash(second) and first != 1
    start = first.record()
    with first:
        x = xparray.ones(1000).cumsum()
        x.block_until_ready()
    end = first.record()
    second.wait_event(end)
    end.synchronize()
    assert end.elapsed_since(start) >= 0
    assert (x.to_device(second.device) * 2)[-1].tolist() == 2000
    for each in (first, second):
        each.synchronize()
    xparray.synchronize()
    xparray.synchronize(first.device)


def test_streams_belong_to_threads():
    stream, found = xparray.Stream(), []
    with stream:
        thread = threading.Thread(target=lambda: found.append(xparray.Device()))
        thread.start()
        thread.join()
        inner = xparray.Stream()
        with inner:
            pass
    assert found == [xparray.Device()]
    with pytest.raises(RuntimeError, match="no `with`"):
        stream.__exit__(None, None, None)
    with pytest.raises(TypeError):
        stream.wait_event(1)
    with pytest.raises(RuntimeError):
        xparray.Stream("cuda:99")
