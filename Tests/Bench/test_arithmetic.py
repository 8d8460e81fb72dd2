"""The harness's own arithmetic; nothing here takes time."""

import os
import socket
from dataclasses import dataclass

import pytest
import record
from processes import cpu_seconds, free_port, is_listening, owns_port, resident_bytes
from statistic import Rounds, alternate, percentile
from table import Row, amount, as_markdown, as_text
from thresholds import MISSED, REACHED, WITHIN_NOISE, judge
from thresholds import load as load_thresholds

WANTED = {
    "noise": {"share": 0.1},
    "rows": {
        "rate": {"of": "ratio", "atLeast": 1.0, "whenSaturated": "cpu"},
        "cpu": {"of": "ratio", "atMost": 1.0, "onlyInstead": True},
        "size": {"of": "ours", "atMost": 20},
        "exact": {"of": "ours", "atMost": 20, "noise": 0.01},
    },
}


@dataclass
class Run:
    rate: float
    disturbance: float = 0


def rate_row(ratio, is_saturated=False):
    return Row("rate", "Rate", ratio, "/s", 1.0, "other", is_saturated=is_saturated)


def cpu_row(ratio):
    return Row("cpu", "CPU time", ratio, "µs", 1.0, "other")


def size_row(size):
    return Row("size", "Size", size, "MiB")


def test_percentiles_are_values_that_were_measured():
    values = list(range(1, 101))
    assert (percentile(values, 50), percentile(values, 99), percentile(values, 100)) == (50, 99, 100)
    assert percentile([7], 99) == 7
    assert percentile([3, 1, 2], 50) == 2


def test_sides_take_turns_in_going_first():
    order = []

    def side(name):
        def run():
            order.append(name)
            return Run(1)

        return run

    alternate(side("a"), side("b"), rounds=4, repeats=0)
    assert order == ["a", "b", "b", "a", "a", "b", "b", "a"]


def test_a_ratio_is_the_median_of_the_rounds_own():
    ours, theirs = iter((10, 100, 30)), iter((10, 50, 10))
    rounds = alternate(lambda: Run(next(ours)), lambda: Run(next(theirs)), rounds=3, repeats=0)
    assert rounds.ratio(lambda run: run.rate) == 2
    assert rounds.ours(lambda run: run.rate) == 30
    assert rounds.theirs(lambda run: run.rate) == 10


def test_series_are_joined_round_by_round():
    series = [Rounds([(Run(rate), Run(1))], disturbance) for rate, disturbance in ((1, 0.1), (2, 0.3), (9, 0.2))]
    joined = Rounds.joined(series)
    assert joined.ratio(lambda run: run.rate) == 2
    assert joined.disturbance == 0.2


def test_disturbed_rounds_are_repeated_and_left_out():
    ours = iter((Run(1, 0.5), Run(2), Run(2), Run(2)))
    rounds = alternate(lambda: next(ours), lambda: Run(1), rounds=3, repeats=3)
    assert [run.rate for run, _ in rounds.pairs] == [2, 2, 2]
    assert rounds.disturbance == 0


def test_where_all_are_disturbed_the_least_disturbed_rounds_do():
    ours = iter((Run(1, 0.9), Run(2, 0.5), Run(3, 0.4), Run(4, 0.3)))
    rounds = alternate(lambda: next(ours), lambda: Run(1), rounds=2, repeats=2)
    assert sorted(run.rate for run, _ in rounds.pairs) == [3, 4]
    assert rounds.disturbance == pytest.approx(0.35)


@pytest.mark.parametrize(
    ("size", "verdict", "sentences"), [(20, REACHED, 0), (21, WITHIN_NOISE, 0), (22, WITHIN_NOISE, 0), (22.1, MISSED, 1)]
)
def test_a_target_is_missed_beyond_the_noise(size, verdict, sentences):
    row = size_row(size)
    assert len(judge([row], WANTED)) == sentences
    assert (row.target, row.verdict) == ("≤ 20 MiB", verdict)


def test_a_row_may_have_less_noise_than_others():
    row = Row("exact", "Exact", 21, "MiB")
    assert judge([row], WANTED) == ["Exact: 21.00 where ≤ 20 MiB is wanted."]


def test_a_miss_is_told_in_a_sentence():
    assert judge([size_row(30)], WANTED) == ["Size: 30.00 where ≤ 20 MiB is wanted."]


def test_a_saturated_rate_is_judged_by_the_cpu_time():
    assert judge([rate_row(0.5, is_saturated=True), cpu_row(0.9)], WANTED) == []
    assert judge([rate_row(0.5, is_saturated=True), cpu_row(1.5)], WANTED) == ["CPU time: 1.50 where ≤ 1.0 × is wanted."]


def test_a_rate_that_is_not_saturated_is_judged_by_itself():
    assert judge([rate_row(0.5), cpu_row(0.5)], WANTED) == ["Rate: 0.50 where ≥ 1.0 × is wanted."]
    assert judge([rate_row(1.0), cpu_row(1.5)], WANTED) == []


def test_a_row_without_a_threshold_has_no_verdict():
    row = Row("other", "Other", 5, "ms")
    assert judge([row], WANTED) == []
    assert (row.target, row.verdict, row.ratio) == ("", "", None)


def test_every_threshold_can_be_read():
    for key, limit in load_thresholds()["rows"].items():
        assert limit["of"] in ("ratio", "ours"), key
        assert ("atLeast" in limit) != ("atMost" in limit), key


def test_amounts_have_three_digits_that_count():
    assert [amount(number) for number in (0.1234, 1.234, 12.34, 123.4, 123456)] == ["0.123", "1.23", "12.3", "123", "123,456"]


def test_the_table_has_a_line_for_each_row():
    rows = [rate_row(2.0), size_row(12.5)]
    judge(rows, WANTED)
    text = as_text(rows).splitlines()
    assert text[1].split() == ["Rate", "2.00", "/s", "1.00", "/s", "(other)", "2.00", "≥", "1.0", "×", "reached"]
    assert as_markdown(rows).splitlines()[3] == "| Size | 12.5 MiB |  |  | ≤ 20 MiB | reached |"


def test_the_page_keeps_what_stands_around_the_table(tmp_path):
    page = tmp_path / "page.md"
    page.write_text(f"before\n{record.BEGIN}\nold\n{record.END}\nafter\n")
    for size in (12.5, 13.5):
        record.write([size_row(size)], {"Processor": "Any"}, page)
    text = page.read_text()
    assert text.startswith("before\n") and text.endswith("\nafter\n")
    assert "13.5 MiB" in text and "12.5" not in text and "old" not in text
    assert "- Processor: Any\n" in text


def test_a_process_is_known_by_its_port_time_and_memory():
    with socket.create_server(("127.0.0.2", 0)) as listener:
        port = listener.getsockname()[1]
        assert owns_port(os.getpid(), port, "127.0.0.2")
        assert not owns_port(os.getpid(), port, "127.0.0.1")
        assert is_listening(port, "127.0.0.2")
    assert not is_listening(free_port())
    assert cpu_seconds(os.getpid()) > 0
    assert resident_bytes(os.getpid()) > 1_000_000
