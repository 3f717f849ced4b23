#!/usr/bin/env python3
"""Follows the optimal steps of arc-standard parsing for one sentence, asking `tbk oracle` for them.

Usage: oracle_client.py [PATH OF tbk]. An example of how a parser uses the oracle over a pipe.
"""
import json
import subprocess
import sys

tbk = subprocess.Popen([*(sys.argv[1:] or ["tbk"]), "oracle", "--system=arc-standard"],
                       stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1)
assert tbk.stdin and tbk.stdout


def ask(heads: list[int], stack: list[int], buffer: int) -> tuple[dict[str, int], list[str]]:
    """Returns the values of all transitions and the list of the optimal ones."""
    assert tbk.stdin and tbk.stdout
    tbk.stdin.write(json.dumps({"heads": heads, "stack": stack, "buffer": buffer}) + "\n")
    answer = json.loads(tbk.stdout.readline())
    if "error" in answer:
        sys.exit(answer["error"])
    return answer["values"], answer["optimal"]


gold = [2, 0, 5, 2, 2]  # the heads of the words 1..5; the arc from 5 to 3 crosses that from 2 to 4
stack, buffer = [0], 1
while len(stack) > 1 or buffer <= len(gold):
    values, optimal = ask(gold, stack, buffer)
    print(stack, buffer, values, optimal[0])
    if optimal[0] == "SH":
        stack.append(buffer)
        buffer += 1
    else:
        stack.pop(-1 if optimal[0] == "RA" else -2)
tbk.stdin.close()
sys.exit(tbk.wait())
