#!/bin/sh
# Runs the tests in two calls: `pytest.sh PYTHON MARK ARGUMENTS…`, MARK being `proof` or `not proof`.
# Those that drive browsers come second and by themselves, for their driver's event loop bears no
# other in its process. Arguments such as -k and paths go to both; one of the two may find nothing.
set -u

nothing=5 # pytest's exit status where no test was selected
python=$1 mark=$2
shift 2

"$python" -m pytest -n auto -m "$mark and not browser" "$@"
status=$?
[ "$status" = 0 ] || [ "$status" = "$nothing" ] || exit "$status"
"$python" -m pytest -n auto -m "$mark and browser" "$@"
browsers=$?
[ "$browsers" = "$nothing" ] || status=$browsers
exit "$status"
