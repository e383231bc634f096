from torqueflow.bench import transputer as bench_transputer


def test_every_program_runs_and_is_measured():
    measurements = bench_transputer.run(scale=0.001)
    assert len(measurements) == 10
    for measurement in measurements:
        assert measurement.wall_seconds > 0
        assert 0 < measurement.without_prefixes < measurement.instructions
        assert measurement.cycles > measurement.instructions / 64
