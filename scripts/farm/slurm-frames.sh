#!/bin/bash
# SPDX-License-Identifier: MIT
# Renders the frames of a film as a Slurm array, one share per task:
#
#   sbatch --array=1-16 slurm-frames.sh scene.lua -o frames/frame-{0000}.png --fps 60 --duration 10
#
# Everything after the script's name is passed to layerlua frames. A share that was interrupted continues where it
# stopped: finished frames are not rendered again. `layerlua join frames -o film.mp4` makes the film;
# scripts/farm/slurm-film.sh submits both.
#SBATCH --job-name=frames
#SBATCH --array=1-16
#SBATCH --cpus-per-task=1
#SBATCH --requeue
#SBATCH --open-mode=append
set -u

layerlua=${LAYERLUA:-layerlua}
# The number of restarts of one share before a failure counts as an error.
restarts=${LAYERLUA_RESTARTS:-5}

# srun, so that Slurm accounts for the memory and time of the step; the array's variables select the share.
srun --ntasks=1 "$layerlua" frames "$@" --isolate --shard auto --threads "${SLURM_CPUS_PER_TASK:-1}"
status=$?

# 75 is a transient failure, such as a full disk; above 128 the process was killed, e.g. by the kernel when memory ran
# out.
if [ "$status" -eq 75 ] || [ "$status" -gt 128 ]; then
  if [ "${SLURM_RESTART_COUNT:-0}" -lt "$restarts" ]; then
    echo "share $SLURM_ARRAY_TASK_ID ended with $status; it starts again" >&2
    # This also ends the script; if it is refused, the status below applies.
    scontrol requeue "${SLURM_ARRAY_JOB_ID}_${SLURM_ARRAY_TASK_ID}" && sleep 60
  fi
  echo "share $SLURM_ARRAY_TASK_ID ended with $status and does not start again" >&2
fi
exit "$status"
