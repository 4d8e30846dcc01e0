"""Runs a recipe with the scripted model of its library: `python program.py MODEL CODE`. Imports nothing of ours."""

import logging
import sys
import warnings
from importlib import import_module

sys.path[:] = sys.path[1:]  # files beside this one are called as libraries are
warnings.simplefilter("ignore")
logging.disable(logging.WARNING)
sys.path.append(__file__.rpartition("/")[0])
model = import_module(sys.argv[1]).model
exec(compile(sys.argv[2], "docs/frameworks.md", "exec"), {"__name__": "__main__", "model": model})
