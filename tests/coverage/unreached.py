#!/usr/bin/env python3
"""unreached.py FOLDER LIST - which errors no test reaches, by what gcov finds in FOLDER.

An error is a run of lines never reached of which one makes an error or returns failure, or a line that makes one where gcov tells that
some part of it is never reached. LIST has a line `FILE: FUNCTION: TEXT` for each, where TEXT is the first such line, below a heading
`# WHY`. Fails if one is not there. An error that says that there is no memory needs no line: the tests make some requests fail, not each.
Complaints about arguments (g_return_if_fail) are not counted.
"""
import json
import pathlib
import re
import subprocess
import sys

ERROR = re.compile(r"\b\w*(?:fail|refuse)\w* \(|g_set_error|g_propagate_error|return (?:FALSE|NULL|-1);|goto fail")
BARE = re.compile(r"return (?:FALSE|NULL|-1);")
LACK = re.compile(r"\b(?:memory_fail|parse_fail_memory|forest_fail|fail_memory) \((?!decoding)|no memory")  # of a decoding: a limit
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
    """(key, whether it is reached, whether it is a lack of memory) of each error of a file; a run has one of either kind."""
    texts = [text.strip() for text in pathlib.Path(path).read_text(encoding="utf-8").split("\n")]
    met = set()  # the kinds that the run in hand has; a return behind a lack of memory is part of it
    for number, (count, is_cut, function) in sorted(lines.items()):
        text = texts[number - 1]
        statement = " ".join(texts[number - 1 : number + 4]).split(";")[0]
        is_lack = LACK.search(statement) is not None
        if count > 0:
            met.clear()
        is_part = False in met or True in met and (is_lack or BARE.match(text))
        if ERROR.search(text) and "g_return_" not in text and not is_part:
            yield f"{path}: {function}: {text}", count > 0 and not (is_cut and CALL.search(text)), is_lack
            if count == 0:
                met.add(is_lack)


def main():
    lines = pathlib.Path(sys.argv[2]).read_text(encoding="utf-8").splitlines()
    listed = [line for line in lines if line and not line.startswith("#")]
    found = [error for path, lines in sorted(count_lines(pathlib.Path(sys.argv[1])).items()) for error in errors(path, lines)]
    lacks = [key for key, is_reached, is_lack in found if not is_reached and is_lack]
    others = [key for key, is_reached, is_lack in found if not is_reached and not is_lack]
    missing = [key for key in others if key not in listed]
    for key in missing:
        print("FAILED not reached, and no reason given:", key)
    for line in listed:
        if line not in others:
            print("reached now, or no longer there:", line)
    print(
        f"errors: {len(found)}, of which {len(lacks) + len(others)} are reached by no test: {len(lacks)} a lack of memory, "
        f"{len(others) - len(missing)} with a reason, {len(missing)} without one"
    )
    sys.exit(bool(missing))


main()
