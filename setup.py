"""pip install . : builds the package by CMake, and puts it in place.

ORTHANT_BUILD names a build directory to use, such as build/release after ./start build; without it
one is made for this Python, build/pip.
"""

import os
import shutil
import subprocess
import sys
from pathlib import Path

from setuptools import Distribution, setup
from setuptools.command.build_py import build_py

root = Path(__file__).resolve().parent
(root / "build").mkdir(exist_ok=True)  # where setup.cfg puts what pip wants to know


class BuildByCMake(build_py):
    def run(self):
        build = Path(os.environ.get("ORTHANT_BUILD") or root / "build" / "pip").resolve()
        if not (build / "CMakeCache.txt").exists():
            subprocess.run(["cmake", "-S", root, "-B", build, "-DCMAKE_BUILD_TYPE=Release",
                            "-DORTHANT_TESTS=OFF", "-DORTHANT_BENCH=OFF",
                            f"-DPython_EXECUTABLE={sys.executable}",
                            *(["-GNinja"] if shutil.which("ninja") else [])], check=True)
        subprocess.run(["cmake", "--build", build, "--target", "orthant", "orthant_package"],
                       check=True)
        package = Path(self.build_lib) / "orthant"
        shutil.rmtree(package, ignore_errors=True)
        shutil.copytree(build / "python" / "orthant", package,
                        ignore=shutil.ignore_patterns("__pycache__", "copied"))
        (package / "bin").mkdir()
        shutil.copy2(build / "bin" / "orthant", package / "bin" / "orthant")


class Compiled(Distribution):
    def has_ext_modules(self):
        return True


setup(packages=["orthant"], package_dir={"orthant": "experiments/python/orthant"},
      cmdclass={"build_py": BuildByCMake}, distclass=Compiled)
