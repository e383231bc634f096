#!/bin/sh
# Installs the system programs that the simulators need, and those named, if any is missing.
set -eu

missing=""
command -v iverilog >/dev/null 2>&1 || missing="$missing iverilog"
command -v g++ >/dev/null 2>&1 || missing="$missing g++"
command -v make >/dev/null 2>&1 || missing="$missing make"
command -v perl >/dev/null 2>&1 || missing="$missing perl"
for program in "$@"; do
    command -v "$program" >/dev/null 2>&1 || missing="$missing $program"
done
[ -z "$missing" ] && exit 0

echo "installing:$missing"
if command -v apt-get >/dev/null 2>&1; then
    if [ "$(id -u)" = 0 ]; then sudo=""; else sudo="sudo"; fi
    $sudo apt-get update -qq
    # shellcheck disable=SC2086
    $sudo env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends $missing
elif command -v brew >/dev/null 2>&1; then
    # Apple's command line tools bring g++, make and perl.
    brew install icarus-verilog
else
    echo "torqueflow needs these programs, please install them:$missing" >&2
    exit 1
fi
