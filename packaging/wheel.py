"""wheel.py WHEEL LIBRARY LICENCES EXPRESSION FOLDER - puts the library into a wheel without one, as FOLDER/NAME-manylinux_2_XX_ARCH.whl.

The tag manylinux_2_XX promises that the wheel runs where there is glibc 2.XX or newer; XX is found in the library, which may
need nothing else. LICENCES is a text, and EXPRESSION what METADATA has of it. The bytes depend on the contents alone; the date of files is
SOURCE_DATE_EPOCH. Prints the name of the wheel.
"""
import base64
import hashlib
import os
import re
import subprocess
import sys
import time
import zipfile
from pathlib import Path

MACHINES = {"Advanced Micro Devices X86-64": "x86_64", "AArch64": "aarch64"}


def readelf(option, path):
    return subprocess.run(["readelf", "-W", option, path], capture_output=True, text=True, check=True, env={**os.environ, "LC_ALL": "C"}).stdout


def tag_of(library):
    machine = MACHINES[re.search(r"Machine: +(.*)", readelf("-h", library)).group(1)]
    minor = max(int(version) for version in re.findall(r"GLIBC_2\.(\d+)", readelf("-V", library)))
    return f"py3-none-manylinux_2_{minor}_{machine}"


def digest(data):
    return "sha256=" + base64.urlsafe_b64encode(hashlib.sha256(data).digest()).rstrip(b"=").decode()


def main(wheel, library, licences, expression, folder):
    tag = tag_of(library)
    with zipfile.ZipFile(wheel) as old:
        files = {name: old.read(name) for name in old.namelist() if not name.endswith("/")}
    info = next(name for name in files if name.endswith(".dist-info/WHEEL")).rpartition("/")[0]
    description = files[f"{info}/WHEEL"].decode()
    files[f"{info}/WHEEL"] = re.sub(r"^Tag: .*$", f"Tag: {tag}", description.replace("Root-Is-Purelib: true", "Root-Is-Purelib: false"), flags=re.M).encode()
    metadata = files[f"{info}/METADATA"].decode()
    files[f"{info}/METADATA"] = re.sub(r"^License: .*$", f"License: {expression}\nLicense-File: {Path(licences).name}", metadata, count=1, flags=re.M).encode()
    files["tbk/libtbk.so"] = Path(library).read_bytes()
    files[f"{info}/licenses/{Path(licences).name}"] = Path(licences).read_bytes()
    del files[f"{info}/RECORD"]
    record = [f"{name},{digest(data)},{len(data)}\n" for name, data in sorted(files.items())]
    files[f"{info}/RECORD"] = ("".join(record) + f"{info}/RECORD,,\n").encode()

    date = time.gmtime(int(os.environ["SOURCE_DATE_EPOCH"]))[:6]
    path = Path(folder) / (re.sub(r"-py3-none-any\.whl$", "", Path(wheel).name) + f"-{tag}.whl")
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as new:
        for name, data in sorted(files.items(), key=lambda item: (".dist-info/" in item[0], item[0])):
            member = zipfile.ZipInfo(name, date)
            member.external_attr = (0o100755 if name.endswith(".so") else 0o100644) << 16
            member.compress_type = zipfile.ZIP_DEFLATED
            new.writestr(member, data)
    print(path)


if __name__ == "__main__":
    main(*sys.argv[1:])
