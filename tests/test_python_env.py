"""`bin/python-env` fetches a Python where no installed one fits, and no more than is needed.

Each test runs a copy of the script in a folder of its own. The copy looks below that folder for
installed Pythons; pip finds a stand-in for uv there, and nothing else.
"""

import base64
import hashlib
import os
import shutil
import subprocess
import sys
import zipfile
from collections.abc import Iterator
from importlib.metadata import Distribution, distributions
from pathlib import Path

import pytest
from packaging.specifiers import SpecifierSet

ROOT = Path(__file__).resolve().parents[1]
FAKE_UV = f"""#!/bin/sh
# uv python install --no-bin --install-dir FOLDER 3.13
echo "$*" >>"$UV_CALLS"
bin=$5/cpython-3.13.99-test/bin
mkdir -p "$bin"
printf '#!/bin/sh\\nexec {sys.executable} "$@"\\n' >"$bin/python3.13"
chmod +x "$bin/python3.13"
"""


def make_wheel(folder: Path, package: str, path: str, content: str) -> str:
    """Write a wheel with one file; return the line of a lock for it."""
    info = f"{package}-0.0.1.dist-info"
    files = {
        path: content,
        f"{info}/METADATA": f"Metadata-Version: 2.1\nName: {package}\nVersion: 0.0.1\n",
        f"{info}/WHEEL": "Wheel-Version: 1.0\nRoot-Is-Purelib: true\nTag: py3-none-any\n",
    }
    record = ""
    for name, text in files.items():
        digest = base64.urlsafe_b64encode(hashlib.sha256(text.encode()).digest()).decode()
        record += f"{name},sha256={digest.rstrip('=')},{len(text)}\n"
    wheel = folder / f"{package}-0.0.1-py3-none-any.whl"
    with zipfile.ZipFile(wheel, "w") as archive:
        for name, text in files.items():
            entry = zipfile.ZipInfo(name)
            entry.external_attr = 0o100755 << 16
            archive.writestr(entry, text)
        archive.writestr(f"{info}/RECORD", record + f"{info}/RECORD,,\n")
    digest = hashlib.sha256(wheel.read_bytes()).hexdigest()
    return f"{package}==0.0.1 --hash=sha256:{digest}\n"


class Machine:
    """A machine whose only Python comes without pip and venv, as on Debian and Ubuntu."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.calls = folder / "uv-calls"
        for part in ("bin", "requirements", "path", "home", "wheels", "stripped"):
            (folder / part).mkdir()
        script = (ROOT / "bin" / "python-env").read_text()
        for place in ("/usr/local", "/usr/bin", "/opt", "/Library"):
            script = script.replace(place, str(folder / "nowhere") + place)
        (folder / "bin" / "python-env").write_text(script)
        shutil.copy(ROOT / "bin" / "pip.whl", folder / "bin")
        wheels, locks = folder / "wheels", folder / "requirements"
        base = make_wheel(wheels, "django", "django/__init__.py", "")
        (locks / "base.txt").write_text(base)
        more = make_wheel(wheels, "pytest", "pytest/__init__.py", "")
        (locks / "dev.txt").write_text(base + more)
        uv = make_wheel(wheels, "uv", "uv-0.0.1.data/scripts/uv", FAKE_UV)
        (locks / "uv.txt").write_text(uv)
        for module in ("ensurepip", "pip"):
            (folder / "stripped" / f"{module}.py").write_text("raise ImportError")
        for tool in ("cat", "cksum", "dirname", "grep", "mkdir", "chmod", "rm", "sleep"):
            (folder / "path" / tool).symlink_to(str(shutil.which(tool)))
        python = folder / "path" / "python3"
        # The folder comes last, so that the pip of bin/pip.whl is found before.
        python.write_text(
            f'#!/bin/sh\nPYTHONPATH="$PYTHONPATH:{folder}/stripped" exec {sys.executable} "$@"\n'
        )
        python.chmod(0o755)

    def run(self, version: str = "", **values: str) -> subprocess.CompletedProcess[str]:
        """Run `bin/python-env --find`, perhaps for one version."""
        return self.make("--find", version, **values)

    def make(self, *words: str, **values: str) -> subprocess.CompletedProcess[str]:
        """Run `bin/python-env`."""
        return subprocess.run(
            ["/bin/sh", str(self.folder / "bin" / "python-env"), *words],
            env={
                "PATH": str(self.folder / "path"),
                "HOME": str(self.folder / "home"),
                "UV_CALLS": str(self.calls),
                "PIP_NO_INDEX": "1",
                "PIP_FIND_LINKS": str(self.folder / "wheels"),
                **values,
            },
            capture_output=True,
            text=True,
            timeout=60,
            check=False,
        )


@pytest.fixture
def machine(tmp_path: Path) -> Machine:
    return Machine(tmp_path)


@pytest.mark.whole
def test_a_missing_python_is_fetched_once_and_announced(machine: Machine) -> None:
    first = machine.run()
    assert first.returncode == 0, first.stderr
    assert os.access(first.stdout.strip(), os.X_OK)
    assert "fetching uv and Python 3.13 into .tools/" in first.stderr
    assert "--no-bin" in machine.calls.read_text()
    assert not (machine.folder / ".venv.building").exists()

    second = machine.run()
    assert (second.stdout, second.stderr) == (first.stdout, "")
    assert len(machine.calls.read_text().splitlines()) == 1


def test_nothing_is_fetched_where_that_is_forbidden(machine: Machine) -> None:
    result = machine.run(ZENITH_BOOTSTRAP="0")
    assert result.returncode == 1
    assert "Zenith needs Python 3.12 or newer and found none" in result.stderr
    assert "fetching" not in result.stderr
    assert not (machine.folder / ".tools").exists()


@pytest.mark.whole
def test_a_uv_with_another_hash_is_refused(machine: Machine) -> None:
    lock = machine.folder / "requirements" / "uv.txt"
    lock.write_text(f"uv==0.0.1 --hash=sha256:{'0' * 64}\n")
    result = machine.run()
    assert result.returncode == 1
    assert not machine.calls.exists()
    assert result.stderr.rstrip().endswith("ZENITH_PYTHON=/path/to/python3.")


def test_a_named_python_that_does_not_fit_is_not_replaced(machine: Machine) -> None:
    result = machine.run(ZENITH_PYTHON="/dev/null")
    assert result.returncode == 1
    assert "ZENITH_PYTHON=/dev/null does not run" in result.stderr
    assert not machine.calls.exists()


@pytest.mark.whole
def test_playing_needs_the_packages_of_the_site_and_developing_adds_the_others(
    machine: Machine,
) -> None:
    def packages() -> set[str]:
        return {path.parent.name for path in machine.folder.glob(".venv/lib/*/*/*/__init__.py")}

    own = {"ZENITH_PYTHON": sys.executable}
    first = machine.make("--to-play", **own)
    assert first.returncode == 0, first.stderr
    assert "Making .venv with" in first.stderr
    assert packages() & {"django", "pytest"} == {"django"}
    assert machine.make("--to-play", **own).stderr == ""
    second = machine.make(**own)
    assert second.returncode == 0, second.stderr
    assert second.stderr == "Adding the packages for developing to .venv ...\n"
    assert packages() & {"django", "pytest"} == {"django", "pytest"}
    for words in ((), ("--to-play",)):
        again = machine.make(*words, **own)
        assert (again.returncode, again.stderr) == (0, "")


VERSIONS = [f"3.{minor}.{micro}" for minor in (12, 13, 14) for micro in range(30)]


def accepted(machine: Machine, version: str) -> bool:
    """Whether a Python that says that it has this version is taken."""
    numbers = tuple(int(number) for number in version.split("."))
    python = machine.folder / "path" / "stand-in"
    python.write_text(
        f"#!{sys.executable}\nimport sys\nsys.version_info = {(*numbers, 'final', 0)}\n"
        "code, sys.argv = sys.argv[2], sys.argv[2:]\nexec(code)\n"
    )
    python.chmod(0o755)
    return machine.run(ZENITH_PYTHON=str(python)).returncode == 0


def test_a_python_that_the_locked_packages_refuse_is_refused(machine: Machine) -> None:
    """Of the packages that are installed here, which are those of the lock."""
    needs = [SpecifierSet(each.metadata["Requires-Python"]) for each in locked_packages()]
    refused = [version for version in VERSIONS if not all(version in need for need in needs)]
    assert refused == ["3.14.1"]
    assert not accepted(machine, "3.14.1")
    assert accepted(machine, "3.14.2")


def locked_packages() -> Iterator[Distribution]:
    """Yield the installed packages that every supported Python has, by the lock."""
    lock = (ROOT / "requirements" / "dev.txt").read_text()
    for found in distributions():
        pinned = f"{found.name}=={found.version} \\"
        if pinned in lock and "Requires-Python" in found.metadata:
            yield found


def test_only_a_python_of_the_wanted_version_is_found_and_none_is_fetched(
    machine: Machine,
) -> None:
    own = "{}.{}".format(*sys.version_info)
    (machine.folder / "path" / f"python{own}").symlink_to(sys.executable)
    assert machine.run(own).returncode == 0
    other = machine.run("3.99")
    assert (other.returncode, other.stdout, other.stderr) == (1, "", "")
    assert not machine.calls.exists()
