#!/bin/bash
# The Windows executable in Wine, as if it were a program of this system (see prepare.ts).
dist=$(cd "$(dirname "${BASH_SOURCE[0]}")/../../dist" && pwd)
export WINEPREFIX=$dist/.wine WINEDEBUG=-all DISPLAY=
export WINEDLLOVERRIDES='mscoree=;mshtml=;winemenubuilder.exe='
# Bun hands input over as a file in memory, which Wine cannot read (EBADF): a pipe goes between.
if ! [ -p /dev/stdin ] && ! [ -c /dev/stdin ]; then exec < <(exec cat); fi
# exec: the process that a test kills must be Daybook itself.
exec /usr/lib/wine/wine64 "$dist/daybook-windows-x64.exe" "$@"
