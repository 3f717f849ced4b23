#!/usr/bin/env python3
"""unreached.py FOLDER LIST - which errors no test reaches, by what gcov finds in FOLDER.

An error is a run of lines never reached of which one makes an error or returns failure, or a line that makes one where gcov tells that
some part of it is never reached. LIST says of each why, in a line `FILE: FUNCTION: TEXT: WHY`, where TEXT is the first such line. Fails if
one is not there. Complaints about arguments (g_return_if_fail) are not counted.
"""
import json
import pathlib
import re
import subprocess
import sys

ERROR = re.compile(r"\b\w*(?:fail|refuse)\w* \(|g_set_error|g_propagate_error|return (?:FALSE|NULL|-1);|goto fail")
CALL = re.compile(r"(?:\|\||&&|\?|:) [^|&?]*\b\w*(?:fail|refuse)\w* \(")


def count_lines(folder):
    """{file: {line: [count, whether a part of it is not reached, function]}}, headers over all files that include them."""
    counted = {}
    for data in sorted(folder.glob("src/**/*.gcda")) + sorted(folder.glob("tools/**/*.gcda")):
        found = subprocess.run(["gcov", "--json-format", "--stdout", str(data)], capture_output=True, check=True).stdout
        for file in json.loads(found)["files"]:
            if not file["file"].startswith(("src/", "tools/")):
                continue
            lines = counted.setdefault(file["file"], {})
            for line in file["lines"]:
                entry = lines.setdefault(line["line_number"], [0, True, line.get("function_name", "")])
                entry[0] += line["count"]
                entry[1] = entry[1] and line["unexecuted_block"]
    return counted


def errors(path, lines):
    """(key, whether it is reached) of each error of a file."""
    texts = [text.strip() for text in pathlib.Path(path).read_text(encoding="utf-8").split("\n")]
    is_in_run = False
    for number, (count, is_cut, function) in sorted(lines.items()):
        text = texts[number - 1]
        if count > 0:
            is_in_run = False
        if ERROR.search(text) and "g_return_" not in text and not is_in_run:
            yield f"{path}: {function}: {text}", count > 0 and not (is_cut and CALL.search(text))
            is_in_run = count == 0


def main():
    listed = [line for line in pathlib.Path(sys.argv[2]).read_text(encoding="utf-8").splitlines() if not line.startswith("#")]
    found = [error for path, lines in sorted(count_lines(pathlib.Path(sys.argv[1])).items()) for error in errors(path, lines)]
    unreached = [key for key, is_reached in found if not is_reached]
    missing = [key for key in unreached if not any(line.startswith(key + ": ") for line in listed)]
    for key in missing:
        print("FAILED not reached, and no reason given:", key)
    for line in listed:
        if not any(line.startswith(key + ": ") for key in unreached):
            print("reached now, or no longer there:", line)
    print(f"errors: {len(found)}, of which {len(unreached)} are reached by no test; {len(missing)} of these without a reason")
    sys.exit(bool(missing))


main()
