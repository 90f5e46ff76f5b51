#!/bin/bash
# The Windows executable in Wine, as if it were a program of this system (see prepare.ts).
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
exec "$here/wine.sh" "$here/../../dist/daybook-windows-x64.exe" "$@"
