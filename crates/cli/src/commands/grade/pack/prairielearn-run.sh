#!/usr/bin/env bash
# The entry point of the external grader.
mkdir -p /grade/results
chmod +x /grade/tests/fruitrage
/grade/tests/fruitrage grade one /grade/student --for prairielearn --rubric /grade/tests/grade.toml @BUDGET@
if [[ ! -s /grade/results/results.json ]]; then
    # Not a zero: it costs the student no attempt.
    echo '{"gradable": false, "format_errors": ["The grader itself has failed. This is no zero and costs no attempt: tell your teacher."]}' \
        > /grade/results/results.json
fi
exit 0
