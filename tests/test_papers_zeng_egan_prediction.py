"""The first results: one process's overhead, and what follows for two, three and four."""

import math

import pytest

from emulator.multiprocessor.machine import Contention
from papers.zeng_egan.claims import arithmetic_seconds, overhead_seconds
from papers.zeng_egan.machines import load_machine
from papers.zeng_egan.prediction import (
    ALL,
    FITTED_VERSIONS,
    fit,
    predict,
    rms_log_error,
    seen_by,
    stored_fits,
)
from papers.zeng_egan.printed import loops, printed_time
from papers.zeng_egan.refit import FOLDER, fitted_text, machine_text
from papers.zeng_egan.versions import (
    VARIANTS,
    Variant,
    operation_seconds,
    pass_seconds,
    statement_seconds,
)

ALONE = Contention()
VERSION_5 = Variant("5", "static")


def ratios(variants, contention):
    """Ours over printed, in the order of the rows, by version."""
    found = {}
    for prediction in predict(variants, contention):
        found.setdefault(prediction.variant, []).append(prediction.ratio)
    return found


@pytest.fixture(scope="module")
def by_locks_alone():
    return ratios(VARIANTS, ALONE)


@pytest.fixture(scope="module")
def by_all():
    return ratios(VARIANTS, stored_fits()[ALL].contention)


def test_the_time_of_an_operation():
    # 97.7 s, 21200 passes, 1200 operations: 3.84 us.
    assert operation_seconds() == pytest.approx(97.7 / 21200 / 1200)


@pytest.mark.parametrize(
    ("version", "type_", "microseconds"),
    [
        ("1", "dynamic", 82), ("1", "static", 82), ("2", "dynamic", 86), ("2", "static", 75),
        ("3", "dynamic", 86), ("3", "static", 73), ("4", "dynamic", 78), ("4", "static", 58),
        ("5", "static", 24),
    ],
)  # fmt: skip
def test_overhead_of_a_task_is_nearly_one_number_in_three_programs(version, type_, microseconds):
    assert 1e6 * overhead_seconds(Variant(version, type_)) == pytest.approx(microseconds, abs=0.5)


def test_arithmetic_of_a_task():
    assert 1e6 * arithmetic_seconds("95") == pytest.approx(49, abs=0.5)
    assert 1e6 * arithmetic_seconds("52") == pytest.approx(92, abs=0.5)


@pytest.mark.parametrize("variant", VARIANTS)
def test_one_process_takes_what_its_statement_was_made_to_fit(variant):
    alone = printed_time(variant.version, variant.type, 1)
    fitted = stored_fits()[ALL].contention
    for contention in (ALONE, fitted):
        # Nobody hinders one process, so hindrance changes nothing.
        assert pass_seconds(variant, 1, contention) == pytest.approx(alone.seconds, rel=1e-9)
    assert 1e-6 < statement_seconds(variant) < 4e-6


def test_locks_alone_explain_none_of_the_loss(by_locks_alone):
    # The trial's ratios for two, three and four processes; this program's statements are its own.
    trial = {
        ("1", "dynamic"): (0.67, 0.49, 0.37), ("1", "static"): (0.66, 0.52, 0.42),
        ("2", "dynamic"): (0.81, 0.66, 0.49), ("2", "static"): (0.73, 0.60, 0.51),
        ("3", "dynamic"): (0.79, 0.67, 0.56), ("3", "static"): (0.75, 0.68, 0.57),
        ("4", "dynamic"): (0.77, 0.65, 0.56), ("4", "static"): (0.85, 0.78, 0.71),
    }  # fmt: skip
    for (version, type_), expected in trial.items():
        assert by_locks_alone[Variant(version, type_)] == pytest.approx(expected, abs=0.03)


def test_hindrance_explains_it_within_a_tenth(by_all):
    fitted = [r for v, found in by_all.items() if v != VERSION_5 for r in found]
    assert len(fitted) == 24
    assert sum(abs(ratio - 1) <= 0.1 for ratio in fitted) >= 23
    rms = math.sqrt(sum(math.log(ratio) ** 2 for ratio in fitted) / 24)
    assert rms <= 0.06
    assert rms == pytest.approx(stored_fits()[ALL].rms_log_error, abs=6e-5)


def test_the_three_numbers_of_the_fit():
    contention = stored_fits()[ALL].contention
    assert contention.working == pytest.approx(0.28, abs=0.05)
    assert contention.polling == pytest.approx(0.87, abs=0.1)
    assert contention.arithmetic == pytest.approx(0.09, abs=0.05)


@pytest.mark.parametrize(("version", "most"), [("1", 0.13), ("2", 0.08), ("3", 0.08), ("4", 0.08)])
def test_a_version_that_was_left_out_is_predicted(version, most):
    variants = [v for v in VARIANTS if v.version == version]
    assert not set(variants) & set(seen_by(version))
    found = predict(variants, stored_fits()[version].contention)
    assert rms_log_error(found) <= most


def test_version_1_is_slower_with_four_processes_than_with_one(by_all):
    # Its shape is a prediction where version 1 was not seen.
    for fitted in (ALL, "1"):
        contention = stored_fits()[fitted].contention
        times = [pass_seconds(Variant("1", "dynamic"), n, contention) for n in (1, 2, 4)]
        assert times[1] < times[0]
        assert times[2] > times[1]
        assert fitted != ALL or times[2] > times[0]


def test_version_5_from_its_one_process(by_locks_alone):
    # Without hindrance but by locks: 53.2 and 45.9 s in the trial, which did not count the two
    # statements after a look in vain and so found ready tasks sooner; 55.7 and 50.4 printed.
    two, three, four = by_locks_alone[VERSION_5]
    assert 53.2 < three * 55.7 < 55.7
    assert 45.9 < four * 50.4 < 50.4
    assert abs(three - 1) <= 0.1
    assert abs(four - 1) <= 0.1
    assert two < 0.8  # the unexplained 83.9 s


def test_a_little_hindrance_meets_version_5():
    little = Contention(working=0.1, arithmetic=0.1)
    three, four = (pass_seconds(VERSION_5, n, little) for n in (3, 4))
    assert three == pytest.approx(55.7, rel=0.03)
    assert four == pytest.approx(50.4, rel=0.03)


def test_stored_files_are_those_that_refit_writes():
    fits = [stored_fits()[left_out] for left_out in (ALL, *FITTED_VERSIONS)]
    assert (FOLDER / "fitted.toml").read_text() == fitted_text(fits)
    assert (FOLDER / "multimax.toml").read_text() == machine_text(fits[0])


def test_the_machine_of_the_command_line_is_the_fitted_one():
    machine = load_machine("multimax")
    assert machine.contention == stored_fits()[ALL].contention
    assert machine.operation_seconds == pytest.approx(operation_seconds(), rel=1e-3)
    assert machine.statement_seconds.direct == pytest.approx(statement_seconds(VERSION_5), rel=5e-3)
    ideal = load_machine("ideal")
    assert ideal.operation_seconds * 1200 * loops() == pytest.approx(97.7)


@pytest.mark.slow
@pytest.mark.parametrize("left_out", [ALL, *FITTED_VERSIONS])
def test_fits_come_out_again(left_out):
    found, stored = fit(left_out), stored_fits()[left_out]
    assert found.contention == stored.contention
    assert found.rms_log_error == pytest.approx(stored.rms_log_error, abs=6e-5)


def test_a_fit_is_a_minimum_along_each_of_its_numbers():
    # Far from it, to either side, the error is larger: what was stored was really fitted.
    best = stored_fits()["1"]
    variants = seen_by("1")[2:]
    least = rms_log_error(predict(variants, best.contention, (4,)))
    for contention in (
        Contention(best.contention.working + 0.2, best.contention.polling, 0.1),
        Contention(best.contention.working, best.contention.polling + 0.5, 0.1),
        Contention(best.contention.working, best.contention.polling, 0.6),
        ALONE,
    ):
        assert rms_log_error(predict(variants, contention, (4,))) > least + 0.005
