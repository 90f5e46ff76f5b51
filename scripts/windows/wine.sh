#!/bin/bash
# Debian's Wine with a place of its own in `dist`.
dist=$(cd "$(dirname "${BASH_SOURCE[0]}")/../../dist" && pwd)
# A folder that tests are not looked for in: Wine links the whole disk into it. No screen, on which it would ask whether to
# install the last ones.
export WINEPREFIX=$dist/.wine WINEDEBUG=-all DISPLAY=
export WINEDLLOVERRIDES='mscoree=;mshtml=;winemenubuilder.exe='
# Bun hands input over as a file in memory, which Wine cannot read (EBADF): a pipe goes between.
if ! [ -p /dev/stdin ] && ! [ -c /dev/stdin ]; then exec < <(exec cat); fi
# exec: the process that a test kills must be the program itself.
exec /usr/lib/wine/wine64 "$@"
