"""Runs all modules of this folder; a rank whose tests fail ends with 1.

usage: mpirun -n N python3 run.py [MODULE...]
"""
import pathlib
import sys
import unittest

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE))
names = sys.argv[1:] or sorted(path.stem for path in HERE.glob("test_*.py"))
suite = unittest.defaultTestLoader.loadTestsFromNames(names)
result = unittest.TextTestRunner(verbosity=0).run(suite)
sys.exit(0 if result.wasSuccessful() and result.testsRun > 0 else 1)
