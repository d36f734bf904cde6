"""Builds the wheel and the source package, with the standard library of Python alone (PEP 517).

It uses neither setuptools nor scikit-build, so that `pip install ./src/bindings/python` works without a
package index. The wheel has the Python files, libdokumill.so.1 and the command. It works with every
Python 3 (tag py3-none-PLATFORM), because the package uses ctypes. PLATFORM states which versions of
glibc can load it: manylinux_2_NN_PROCESSOR, or linux_PROCESSOR if it needs more libraries than
manylinux allows.

DOKUMILL_BUILD      a build folder of CMake that has libdokumill.so.1 (and the command); a relative
                    path is relative to the folder in which pip was started. If this variable is
                    not set, the library and the command are built from the source tree to which
                    this file belongs.
DOKUMILL_CMAKE_ARGS more arguments for CMake, for example -DDOKUMILL_CLI=OFF
"""

import base64
import gzip
import hashlib
import io
import os
import pathlib
import re
import shlex
import struct
import subprocess
import tarfile
import tempfile
import zipfile

HERE = pathlib.Path(__file__).resolve().parent
SOURCE = HERE.parent.parent.parent


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


# Of the libraries that every Linux with glibc has (PEP 600), those that a program in C++ may need.
_COMMON_LIBRARIES = re.compile(
    r"lib(c|m|dl|rt|pthread|gcc_s|stdc\+\+)\.so\.\d+|ld-linux-(x86-64|aarch64)\.so\.\d+"
)


def _minor_of(version):
    """The minor version of glibc 2 that has the symbol version."""
    if version == "GLIBC_ABI_DT_RELR":
        return 36
    glibc = re.fullmatch(r"GLIBC_2\.(\d+)(\.\d+)*", version)
    if version.startswith("GLIBC_") and not glibc:
        raise SystemExit(f"dokumill: a library needs {version}, which is not known here")
    return int(glibc[1]) if glibc else 0


def _needs(data):
    """Returns the processor of an ELF file, the libraries that it needs, and the minor version of
    the newest glibc 2 from which it needs a function."""
    if data[:6] != b"\x7fELF\x02\x01":
        raise SystemExit("dokumill: expected a little-endian ELF file with 64 bits")
    machine = struct.unpack_from("<H", data, 18)[0]
    processor = {62: "x86_64", 183: "aarch64"}.get(machine, os.uname().machine)
    start, size, count = struct.unpack_from("<Q10xHH", data, 40)
    sections = [struct.unpack_from("<IIQQQQIIQQ", data, start + i * size) for i in range(count)]

    def text(section, offset):
        begin = sections[section[6]][4] + offset
        return data[begin : data.index(b"\0", begin)].decode()

    libraries = []
    minor = 0
    for section in sections:
        _, kind, _, _, offset, length, _, info, _, _ = section
        if kind == 6:  # SHT_DYNAMIC
            for at in range(offset, offset + length, 16):
                tag, value = struct.unpack_from("<qQ", data, at)
                if tag == 1:  # DT_NEEDED
                    libraries.append(text(section, value))
        if kind == 0x6FFFFFFE:  # SHT_GNU_verneed
            for _ in range(info):
                _, versions, _, first, following = struct.unpack_from("<HHIII", data, offset)
                at = offset + first
                for _ in range(versions):
                    _, _, _, name, step = struct.unpack_from("<IHHII", data, at)
                    minor = max(minor, _minor_of(text(section, name)))
                    at += step
                offset += following
    return processor, libraries, minor


def _tag(files):
    """The tag of a wheel with these ELF files."""
    needs = [_needs(data) for data in files]
    processor = needs[0][0]
    if not all(_COMMON_LIBRARIES.fullmatch(name) for _, names, _ in needs for name in names):
        return f"py3-none-linux_{processor}"
    minor = max(minor for _, _, minor in needs)
    if minor > 17:
        return f"py3-none-manylinux_2_{minor}_{processor}"
    # Old versions of pip know this platform by its old name only.
    return f"py3-none-manylinux_2_17_{processor}.manylinux2014_{processor}"


def _wheel_file(tag):
    python, abi, platforms = tag.split("-")
    tags = "".join(f"Tag: {python}-{abi}-{name}\n" for name in platforms.split("."))
    return f"Wheel-Version: 1.0\nGenerator: dokumill\nRoot-Is-Purelib: false\n{tags}"


def _is_available(*command, text=""):
    try:
        return subprocess.run(command, input=text, text=True, capture_output=True).returncode == 0
    except FileNotFoundError:
        return False


def _build(folder):
    """Builds the library and the command. Both contain libstdc++, because Python may have loaded
    another version of it. They can read gzip and zstd if the libraries for that are installed."""
    has_codecs = _is_available("pkg-config", "--exists", "libisal", "libdeflate", "libzstd")
    arguments = [
        "-S", str(SOURCE), "-B", str(folder), "-DCMAKE_BUILD_TYPE=Release", "-DDOKUMILL_TESTS=OFF",
        "-DDOKUMILL_BENCH=OFF", "-DDOKUMILL_MPI=OFF", "-DDOKUMILL_BOOK=OFF",
        "-DDOKUMILL_INSTALL=OFF", "-DDOKUMILL_SHARED=ON", "-DDOKUMILL_WHEEL=ON",
        "-DCMAKE_UNITY_BUILD=ON", "-DCMAKE_UNITY_BUILD_BATCH_SIZE=40",
        f"-DDOKUMILL_COMPRESSION={'ON' if has_codecs else 'OFF'}",
        "-DCMAKE_EXE_LINKER_FLAGS=-static-libstdc++",
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
    files = {"dokumill/libdokumill.so.1": (build / "libdokumill.so.1").resolve().read_bytes()}
    if (build / "dokumill").exists():
        files["dokumill/bin/dokumill"] = (build / "dokumill").read_bytes()
    version = _version()
    tag = _tag(list(files.values()))
    name = f"dokumill-{version}-{tag}.whl"
    info = f"dokumill-{version}.dist-info"
    wheel = _Wheel(pathlib.Path(directory) / name)
    package = HERE / "dokumill"
    for path in sorted(package.iterdir()):
        if path.suffix in (".py", ".pyi") or path.name == "py.typed":
            wheel.add(f"dokumill/{path.name}", path.read_bytes())
    for path, data in files.items():
        wheel.add(path, data, 0o755)
    wheel.add(f"{info}/LICENSE", (SOURCE / "LICENSE").read_bytes())
    # Notices of the libraries that the files contain.
    licenses = build / "licenses"
    for path in sorted(licenses.iterdir()) if licenses.is_dir() else []:
        wheel.add(f"{info}/licenses/{path.name}", path.read_bytes())
    wheel.add(f"{info}/METADATA", _metadata().encode())
    wheel.add(f"{info}/WHEEL", _wheel_file(tag).encode())
    wheel.close(info)
    return name


# What the source package has: what a build needs, and the texts that belong to it.
_SOURCES = ("CMakeLists.txt", "CHANGELOG.md", "LICENSE", "README.md", "cmake", "include", "src")


def _source_files():
    for name in _SOURCES:
        path = SOURCE / name
        for found in sorted(path.rglob("*")) if path.is_dir() else [path]:
            parts = found.relative_to(SOURCE).parts
            is_cache = any(part == "__pycache__" or part.startswith(".") for part in parts)
            if found.is_file() and not is_cache and not found.is_symlink():
                yield str(found.relative_to(SOURCE)), found.read_bytes()


def _package_files():
    """The files that make a source tree a source package."""
    project = (HERE / "pyproject.toml").read_text()
    project = project.replace('backend-path = ["."]', 'backend-path = ["src/bindings/python"]')
    return {"PKG-INFO": _metadata(), "pyproject.toml": project}


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
    return name


def build_sdist(sdist_directory, config_settings=None):
    """Writes dokumill-VERSION.tar.gz. pip builds the wheel from it with a compiler and CMake."""
    name = f"dokumill-{_version()}"
    files = dict(_source_files())
    files.update((place, text.encode()) for place, text in _package_files().items())
    path = pathlib.Path(sdist_directory) / f"{name}.tar.gz"
    # The fixed times keep the bytes of two builds equal.
    with open(path, "wb") as file, gzip.GzipFile("", "wb", fileobj=file, mtime=0) as packed:
        with tarfile.open(fileobj=packed, mode="w", format=tarfile.PAX_FORMAT) as archive:
            for place, data in sorted(files.items()):
                entry = tarfile.TarInfo(f"{name}/{place}")
                entry.size = len(data)
                entry.mtime = 315532800  # 1980-01-01
                entry.mode = 0o644
                archive.addfile(entry, io.BytesIO(data))
    return path.name


if __name__ == "__main__":
    import sys

    # build_backend.py [FOLDER] builds a wheel. --sdist FOLDER writes a source package. --files
    # FOLDER writes the two files that make the source archive of a release a source package.
    words = sys.argv[1:]
    if words[:1] == ["--files"]:
        for place, text in _package_files().items():
            pathlib.Path(words[1], place).write_text(text)
    elif words[:1] == ["--sdist"]:
        print(build_sdist(words[1]))
    else:
        print(build_wheel(words[0] if words else "."))
