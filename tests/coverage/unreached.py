#!/usr/bin/env python3
"""unreached.py LINES LIST - which errors no test reaches, by what gcovr wrote into LINES (JSON).

An error is a run of lines that no test reaches and of which one makes an error or returns failure, or a line that makes one where some
branch is never taken. LIST says of each why, in a line `FILE: FUNCTION: TEXT: WHY`, where TEXT is the first such line. Fails if one is not
there. Complaints about arguments (g_return_if_fail) are not counted.
"""
import json
import re
import sys

ERROR = re.compile(r"\b\w*(?:fail|refuse)\w* \(|g_set_error|g_propagate_error|return (?:FALSE|NULL|-1);|goto fail")
CALL = re.compile(r"(?:\|\||&&|\?|:) [^|&?]*\b\w*(?:fail|refuse)\w* \(")


def function_of(functions, line):
    names = [name for begin, name in functions if begin <= line]
    return names[-1] if names else "?"


def errors(path, lines, functions):
    """(key, whether it is reached) of each error of a file."""
    with open(path, encoding="utf-8") as file:
        texts = [text.strip() for text in file]
    counted = sorted((line["line_number"], line) for line in lines if not line.get("gcovr/noncode"))
    is_in_block = False
    for number, line in counted:
        text = texts[number - 1]
        is_error = bool(ERROR.search(text)) and "g_return_" not in text
        is_cut = line["count"] > 0 and bool(CALL.search(text)) and any(branch["count"] == 0 for branch in line["branches"])
        if line["count"] > 0:
            is_in_block = False
        if is_error and not is_in_block:
            yield f"{path}: {function_of(functions, number)}: {text}", line["count"] > 0 and not is_cut
            is_in_block = line["count"] == 0


with open(sys.argv[1], encoding="utf-8") as file:
    files = json.load(file)["files"]
with open(sys.argv[2], encoding="utf-8") as file:
    listed = [line.rstrip("\n") for line in file if not line.startswith("#")]
n_errors, unreached = 0, {}
for file in files:
    functions = sorted((function["lineno"], function["name"]) for function in file["functions"])
    for key, is_reached in errors(file["file"], file["lines"], functions):
        n_errors += 1
        if not is_reached:
            unreached[key] = unreached.get(key, 0) + 1
missing = [key for key in unreached if not any(line.startswith(key + ": ") for line in listed)]
for key in missing:
    print("FAILED not reached, and no reason given:", key)
for line in listed:
    if not any(line.startswith(key + ": ") for key in unreached):
        print("reached now, or no longer there:", line)
n_unreached = sum(unreached.values())
print(f"errors: {n_errors}, of which {n_unreached} are reached by no test; {len(missing)} of these without a reason in {sys.argv[2]}")
sys.exit(bool(missing))
