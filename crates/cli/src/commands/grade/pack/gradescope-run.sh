#!/usr/bin/env bash
# Gradescope runs this for every submission. The result is written after every item.
cd /autograder || exit 1
mkdir -p results
source/fruitrage grade one submission --for gradescope --rubric source/grade.toml @BUDGET@
code=$?
# 4: something is not graded, and the result says so. Whatever else went wrong is an error of
# the autograder, which Gradescope shows as one, and not as a zero.
if [[ $code == 4 ]]; then code=0; fi
exit "$code"
