"""Benchmarks: ratios beside a yardstick in the same run; run by ``make bench``."""
