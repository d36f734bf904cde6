"""Builds the wheel, with the standard library of Python alone (PEP 517).

It uses neither setuptools nor scikit-build, so that `pip install ./src/python` works without a
package index. The wheel has the Python files, libdokumill.so.1 and the command. It works with every
Python 3 (tag py3-none-linux_x86_64, or with the name of another processor), because the package
uses ctypes.

DOKUMILL_BUILD      a build folder of CMake that has libdokumill.so.1 (and the command); a relative
                    path is relative to the folder in which pip was started. If this variable is
                    not set, the library and the command are built from the source tree to which
                    this file belongs.
DOKUMILL_CMAKE_ARGS more arguments for CMake, for example -DDOKUMILL_CLI=OFF
"""

import base64
import hashlib
import os
import pathlib
import platform
import re
import shlex
import subprocess
import tempfile
import zipfile

HERE = pathlib.Path(__file__).resolve().parent
SOURCE = HERE.parent.parent


def _version():
    text = (SOURCE / "CMakeLists.txt").read_text()
    return re.search(r"project\(dokumill VERSION ([0-9.]+)", text).group(1)


def _metadata():
    return (
        "Metadata-Version: 2.1\n"
        "Name: dokumill\n"
        f"Version: {_version()}\n"
        "Summary: Solve, count, check, rate and generate Sudoku puzzles by the million\n"
        "License: Apache-2.0\n"
        "Requires-Python: >=3.8\n"
        "Provides-Extra: arrays\n"
        'Requires-Dist: numpy; extra == "arrays"\n'
    )


def _tag():
    return f"py3-none-linux_{platform.machine()}"


def _wheel_file():
    return f"Wheel-Version: 1.0\nGenerator: dokumill\nRoot-Is-Purelib: false\nTag: {_tag()}\n"


def _build(folder):
    """Builds the library and the command. Both contain libstdc++, because Python may have loaded
    another version of it."""
    arguments = [
        "-S", str(SOURCE), "-B", str(folder), "-DCMAKE_BUILD_TYPE=Release", "-DDOKUMILL_TESTS=OFF",
        "-DDOKUMILL_BENCH=OFF", "-DDOKUMILL_SHARED=ON", "-DCMAKE_UNITY_BUILD=ON",
        "-DCMAKE_UNITY_BUILD_BATCH_SIZE=40",
        "-DCMAKE_SHARED_LINKER_FLAGS=-static-libstdc++ -static-libgcc",
        "-DCMAKE_EXE_LINKER_FLAGS=-static-libstdc++ -static-libgcc",
        *shlex.split(os.environ.get("DOKUMILL_CMAKE_ARGS", "")),
    ]
    subprocess.run(["cmake", *arguments], check=True)
    # Without a number, make compiles all files at the same time, which takes 10 GB of memory.
    processors = str(len(os.sched_getaffinity(0)))
    targets = ["dokumill_shared"]
    if "DOKUMILL_CLI:BOOL=ON" in (folder / "CMakeCache.txt").read_text():
        targets.append("dokumill_cli")
    command = ["cmake", "--build", str(folder), "--parallel", processors, "--target", *targets]
    subprocess.run(command, check=True)
    return folder


def _ready_build(name):
    """Returns the folder that DOKUMILL_BUILD names. pip runs this program in the folder of the
    package. Only the variable PWD, which shells set, still names the folder of the caller."""
    folder = pathlib.Path(os.environ.get("PWD", "/"), name)
    if not (folder / "libdokumill.so.1").exists():
        raise SystemExit(
            f"dokumill: DOKUMILL_BUILD: {folder}/libdokumill.so.1 is missing; give the absolute path "
            "of a folder in which the target dokumill_shared is built"
        )
    return folder


class _Wheel:
    def __init__(self, path):
        self.zip = zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED)
        self.record = []

    def add(self, name, data, mode=0o644):
        info = zipfile.ZipInfo(name, (1980, 1, 1, 0, 0, 0))  # fixed, so that builds do not differ
        info.external_attr = (0o100000 | mode) << 16
        info.compress_type = zipfile.ZIP_DEFLATED
        self.zip.writestr(info, data)
        digest = base64.urlsafe_b64encode(hashlib.sha256(data).digest()).rstrip(b"=").decode()
        self.record.append(f"{name},sha256={digest},{len(data)}\n")

    def close(self, folder):
        record = f"{folder}/RECORD"
        lines = "".join(self.record) + f"{record},,\n"
        self.add(record, lines.encode())
        self.zip.close()


def _write_wheel(directory, build):
    library = build / "libdokumill.so.1"
    version = _version()
    name = f"dokumill-{version}-{_tag()}.whl"
    info = f"dokumill-{version}.dist-info"
    wheel = _Wheel(pathlib.Path(directory) / name)
    package = HERE / "dokumill"
    for path in sorted(package.iterdir()):
        if path.suffix in (".py", ".pyi") or path.name == "py.typed":
            wheel.add(f"dokumill/{path.name}", path.read_bytes())
    wheel.add("dokumill/libdokumill.so.1", library.resolve().read_bytes(), 0o755)
    command = build / "dokumill"
    if command.exists():
        wheel.add("dokumill/bin/dokumill", command.read_bytes(), 0o755)
    wheel.add(f"{info}/LICENSE", (SOURCE / "LICENSE").read_bytes())
    wheel.add(f"{info}/METADATA", _metadata().encode())
    wheel.add(f"{info}/WHEEL", _wheel_file().encode())
    wheel.close(info)
    return name


# The hooks of PEP 517.


def build_wheel(wheel_directory, config_settings=None, metadata_directory=None):
    ready = os.environ.get("DOKUMILL_BUILD")
    if ready:
        return _write_wheel(wheel_directory, _ready_build(ready))
    with tempfile.TemporaryDirectory() as folder:
        return _write_wheel(wheel_directory, _build(pathlib.Path(folder)))


def prepare_metadata_for_build_wheel(metadata_directory, config_settings=None):
    """Writes the metadata, which pip needs first. Without this hook, pip would build the wheel to
    get the metadata."""
    name = f"dokumill-{_version()}.dist-info"
    folder = pathlib.Path(metadata_directory) / name
    folder.mkdir()
    (folder / "METADATA").write_text(_metadata())
    (folder / "WHEEL").write_text(_wheel_file())
    return name


def build_sdist(sdist_directory, config_settings=None):
    raise SystemExit("dokumill: there is no source package; install from a checkout of the project")


if __name__ == "__main__":
    import sys

    print(build_wheel(sys.argv[1] if len(sys.argv) > 1 else "."))
