"""The bench's own arithmetic; nothing here takes time."""

import os
from dataclasses import dataclass
from types import SimpleNamespace

import generators
import pytest
import record
import shapes
import signatures
from callgrind import read as read_profile
from generators import Load, Meter
from signatures import Speed
from statistic import Rounds, alternate, percentile
from table import Row, amount, as_markdown, as_text
from thresholds import MISSED, REACHED, REACHED_BY_NEXT, WITHIN_NOISE, judge
from thresholds import load as load_thresholds

WANTED = {
    "noise": {"share": 0.1},
    "rows": {
        "rate": {"of": "ratio", "atLeast": 1.0, "whenSaturated": "cpu"},
        "cpu": {"of": "ratio", "atMost": 1.0, "onlyInstead": True},
        "size": {"of": "ours", "atMost": 20},
        "either": {"of": "ratio", "atLeast": 1.0, "or": "cpu"},
        "any": {"of": "ratio", "atLeast": 1.0, "or": "either"},
        "exact": {"of": "ours", "atMost": 20, "noise": 0.01},
        "time": {"of": "ours", "atMost": 3, "orRatio": 6},
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


def test_a_run_with_more_time_for_each_request_has_only_that_more():
    run = Load(requests=1000, seconds=2, failed=0, server_cpu=0.5, generator_cpu=0.1, other_cpu=0)
    more = run.with_more(20)
    assert (run.micros, more.micros) == (500, pytest.approx(520))
    assert (more.rate, more.generator_cpu, more.seconds) == (run.rate, run.generator_cpu, run.seconds)


def test_what_works_beside_a_server_is_neither_its_time_nor_a_disturbance(monkeypatch):
    used = {1: 5.0, 2: 7.0, 3: 11.0}
    monkeypatch.setattr(generators, "cpu_seconds", used.get)
    monkeypatch.setattr(generators, "cpu_of_caller", lambda _: 0)
    monkeypatch.setattr(generators, "busy_seconds", lambda: sum(used.values()))
    database = SimpleNamespace(pid=3)
    nodes = SimpleNamespace(pids=[1, 2], beside=(database,))
    with Meter(nodes) as meter:
        used.update({1: 6.0, 2: 9.0, 3: 15.0})
    assert (meter.server, meter.other) == (3, 0)
    with Meter(SimpleNamespace(pid=1)) as meter:
        used.update({1: 7.0, 2: 10.0, 3: 17.0})
    assert (meter.server, meter.other) == (1, 3)


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
    assert judge([row], WANTED) == ["Exact: 21.00, but the target is ≤ 20 MiB."]


def test_a_time_on_a_slow_machine_is_judged_by_what_else_takes_longer_there():
    figures = ((2, 0.1), (5, 1), (5, 0.8), (5, 0.5))
    quick, slow, almost, bad = (Row("time", "Time", ours, "ms", theirs, "a signature") for ours, theirs in figures)
    assert judge([quick], WANTED) == judge([slow], WANTED) == judge([almost], WANTED) == []
    assert judge([bad], WANTED) == ["Time: 5.00, or 10.00 ×, but the target is ≤ 3 ms, or ≤ 6 ×."]
    assert [row.verdict for row in (quick, slow, almost, bad)] == [REACHED, REACHED, WITHIN_NOISE, MISSED]


def test_a_miss_is_told_in_a_sentence():
    assert judge([size_row(30)], WANTED) == ["Size: 30.00, but the target is ≤ 20 MiB."]


def test_a_saturated_rate_is_judged_by_the_cpu_time():
    assert judge([rate_row(0.5, is_saturated=True), cpu_row(0.9)], WANTED) == []
    assert judge([rate_row(0.5, is_saturated=True), cpu_row(1.5)], WANTED) == ["CPU time: 1.50, but the target is ≤ 1.0 ×."]


def test_a_rate_that_is_not_saturated_is_judged_by_itself():
    assert judge([rate_row(0.5), cpu_row(0.5)], WANTED) == ["Rate: 0.50, but the target is ≥ 1.0 ×."]
    assert judge([rate_row(1.0), cpu_row(1.5)], WANTED) == []


def either_row(ratio):
    return Row("either", "Either", ratio, "/s", 1.0, "other")


@pytest.mark.parametrize(
    ("rate", "cpu", "verdict", "sentences"),
    [
        (1.0, 2.0, REACHED, 0),
        (0.5, 1.0, REACHED_BY_NEXT, 0),
        (0.95, 1.0, REACHED_BY_NEXT, 0),
        (0.95, 2.0, f"{WITHIN_NOISE}; the next row: {MISSED}", 0),
        (0.5, 1.05, f"{MISSED}; the next row: {WITHIN_NOISE}", 0),
        (0.5, 2.0, f"{MISSED}; the next row: {MISSED}", 1),
    ],
)
def test_a_row_is_reached_by_itself_or_by_the_next(rate, cpu, verdict, sentences):
    row = either_row(rate)
    assert len(judge([row, cpu_row(cpu)], WANTED)) == sentences
    assert (row.target, row.verdict) == ("≥ 1.0 ×, or the next row's", verdict)


def test_a_miss_of_both_tells_both():
    assert judge([either_row(0.5), cpu_row(2.0)], WANTED) == [
        "Either: 0.50, but the target is ≥ 1.0 ×. CPU time: 2.00, but the target is ≤ 1.0 ×."
    ]


def test_a_row_is_reached_by_what_is_enough_for_the_next():
    rows = [Row("any", "Any", 0.5, "/s", 1.0, "other"), either_row(0.5), cpu_row(0.9)]
    assert judge(rows, WANTED) == []
    assert rows[0].verdict == REACHED_BY_NEXT
    rows[2] = cpu_row(2.0)
    assert len(judge(rows, WANTED)) == 2


def test_a_count_is_told_whole():
    wanted = {"noise": {"share": 0}, "rows": {"count": {"of": "ours", "atMost": 25_000}}}
    assert judge([Row("count", "Count", 25_100, "")], wanted) == ["Count: 25,100, but the target is ≤ 25,000."]


def test_a_rate_beside_the_generator_is_that_of_all_cores(monkeypatch):
    monkeypatch.setattr(os, "cpu_count", lambda: 2)
    load = Load(requests=900, seconds=1, failed=0, server_cpu=1.8, generator_cpu=0.2, other_cpu=0)
    assert load.generator_share_of_all == pytest.approx(0.1)
    assert load.rate_of_all == pytest.approx(1000)


SPEED = """
version: 3.0.19
                  sign    verify    sign/s verify/s
rsa 2048 bits 0.000205s 0.000012s   4878.0  83333.3
"""


def test_what_openssl_prints_is_read():
    assert signatures.rates(SPEED) == (4878.0, 83333.3)


def test_cryptography_is_the_sum_of_what_is_signed_and_verified():
    speed = Speed(requests=1, seconds=1, failed=0, server_cpu=1, generator_cpu=0, other_cpu=0, sign_micros=200, verify_micros=12)
    assert speed.millis_of(7, 6) == pytest.approx(1.472)


def test_an_answer_is_whole_when_its_content_is_there():
    answer = b"HTTP/1.1 401 Unauthorized\r\nA: b\r\nContent-Length: 4\r\n\r\nnone"
    assert shapes.whole_answer(answer) == b"none"
    assert shapes.whole_answer(answer[:-1]) is None
    assert shapes.whole_answer(answer[:40]) is None


def test_a_form_keeps_the_places_of_its_numbers():
    request = shapes.request("host", "/path", {"A": "b"}, {"one": "a b", "two": f"x-{shapes.PLACE}"})
    assert request == (
        b"POST /path HTTP/1.1\r\nHost: host\r\nA: b\r\nContent-Type: application/x-www-form-urlencoded; charset=UTF-8\r\n"
        b"Content-Length: 22\r\n\r\none=a+b&two=x-########"
    )


def test_a_row_without_a_threshold_has_no_verdict():
    row = Row("other", "Other", 5, "ms")
    assert judge([row], WANTED) == []
    assert (row.target, row.verdict, row.ratio) == ("", "", None)


def test_every_threshold_can_be_read():
    for key, limit in load_thresholds()["rows"].items():
        assert limit["of"] in ("ratio", "ours"), key
        assert ("atLeast" in limit) != ("atMost" in limit), key
        for other in (limit.get("or"), limit.get("whenSaturated")):
            assert other is None or load_thresholds()["rows"][other].get("onlyInstead") or limit.get("or") == other, key


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


PROFILE = """
version: 1
events: Ir
ob=(1) /bin/server
fl=a.swift
fn=answer
12 100
cob=(2) /lib/libcrypto.so.3
cfi=???
cfn=(7) RSA_sign
calls=1 0
13 4930
+1 20
cob=(2)
cfn=(8) RSA_verify
calls=2 12
* 70
ob=(2)
fn=(7)
0 4000
cob=(3) /lib/libc.so.6
cfn=malloc
calls=10 0
0 1000
ob=(3)
fn=malloc
0 1000
cob=(2)
cfn=callback
calls=1 0
0 300
totals: 5120
"""


def test_calls_count_once_and_what_the_library_calls_is_the_librarys(tmp_path):
    file = tmp_path / "callgrind.out"
    file.write_text(PROFILE)
    count = read_profile(file, "/bin/server")
    assert (count.total, count.cryptography, count.outside) == (5120, 5000, 120)
    assert (count.signatures, count.verifications) == (1, 2)


def test_numbered_requests_differ():
    first, second, third = shapes.numbered([b"a?########&b=########", b"c"], 3)
    assert (first, second, third) == (b"a?00000001&b=00000001", b"c", b"a?00000003&b=00000003")
