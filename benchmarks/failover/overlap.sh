#!/bin/sh
# 20 planned changes of primary in 'overlap' behind nginx, under a request every 20 ms: how many of them fail. CHANGES=N for another
# number. It is the demo of the example itself; see examples/nginx/README.md.
set -eu
here=$(CDPATH='' cd -- "$(dirname -- "$0")/../.." && pwd -P)
CHANGES=${CHANGES:-20} exec "$here/examples/nginx/demo.sh"
