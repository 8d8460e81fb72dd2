"""A short run of what `make soak` does for longer."""

from soak import soaked


def test_load_leaves_nothing_behind(tmp_path):
    soak = soaked(tmp_path, seconds=12, seed=20)
    soak.report()
    assert not soak.failures
    assert soak.counts["flows"] and soak.counts["garbage"] and soak.counts["rude"]


def test_load_on_a_store_leaves_nothing_behind(tmp_path):
    soak = soaked(tmp_path, seconds=8, seed=21, store=f"sqlite:{tmp_path}/state.sqlite")
    soak.report()
    assert not soak.failures
    assert soak.counts["flows"]
