#!/bin/bash
# SPDX-License-Identifier: MIT
# Renders a film on a Slurm cluster and joins it when all shares are done:
#
#   slurm-film.sh 16 film.mp4 scene.lua -o frames/frame-{0000}.png --fps 60 --duration 10
#
# Prints the ids of the two jobs. The second one starts when every task of the first has succeeded.
set -euo pipefail
[ $# -ge 3 ] || { echo "usage: slurm-film.sh SHARES FILM SCRIPT -o FOLDER/frame-{0000}.png [options of layerlua frames]" >&2; exit 2; }
shares=$1 film=$2
shift 2

pattern=
for ((i = 1; i <= $#; i++)); do
  if [ "${!i}" = -o ]; then j=$((i + 1)) pattern=${!j:-}; fi
done
case $pattern in
  */*) folder=${pattern%/*} ;;
  *) echo "slurm-film.sh: say where the frames go: -o FOLDER/frame-{0000}.png, on a file system that all nodes see" >&2; exit 2 ;;
esac

here=$(cd "$(dirname "$0")" && pwd)
frames=$(sbatch --parsable --array="1-$shares" "$here/slurm-frames.sh" "$@")
join=$(sbatch --parsable --job-name=join --dependency="afterok:$frames" --kill-on-invalid-dep=yes \
  --wrap "$(printf '%q ' "${LAYERLUA:-layerlua}" join "$folder" --isolate -o "$film")")
echo "$frames $join"
