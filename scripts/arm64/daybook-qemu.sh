#!/bin/sh
# The executable for 64-bit ARM in QEMU, as if it were a program of this system (see ../arm64.ts).
dist=$(cd "$(dirname "$0")/../../dist" && pwd)
exec qemu-aarch64 -L /usr/aarch64-linux-gnu "$dist/daybook-linux-arm64" "$@"
