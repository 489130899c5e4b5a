#!/usr/bin/env bash
# Vocareum runs this in /voc/work. What is not graded has no line in the file of scores.
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
chmod +x "$here/fruitrage" 2>/dev/null
# The report is written by the program; what it prints is not repeated below it.
echo VOC_NO_REPORT_OUTPUT
"$here/fruitrage" grade one . --for vocareum --rubric "$here/grade.toml" @BUDGET@
