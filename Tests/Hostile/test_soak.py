"""A short run of what `make soak` does for longer."""

from soak import soaked


def test_load_leaves_nothing_behind(tmp_path):
    soak = soaked(tmp_path, seconds=12, seed=20)
    soak.report()
    assert not soak.failures
    assert soak.counts["flows"] and soak.counts["garbage"] and soak.counts["rude"]
