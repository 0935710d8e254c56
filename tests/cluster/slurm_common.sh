# What the scripts of the Slurm on one machine share. Sourced, behind common.sh.
slurm_base=${TMPDIR:-/tmp}/topomorph-slurms.$(id -u)
slurm_cannot=3 # exit status of `slurm_up` where there is none to be had

slurm_state_of() { printf '%s/%s' "$slurm_base" "$1"; }
existing_slurms() { [ ! -d "$slurm_base" ] || find "$slurm_base" -mindepth 1 -maxdepth 1 -type d -printf '%f\n'; }

# Processes of one Slurm: whatever has its configuration or its key on its command line, and the steps that its nodes started.
slurm_processes() {
  local state pid
  state=$(slurm_state_of "$1")
  for pid in $(cat "$state"/*.pid 2>/dev/null); do
    # A number in a file may be another process's by now.
    case $(tr '\0' ' ' 2>/dev/null <"/proc/$pid/cmdline") in *"$state/"*) echo "$pid" ;; esac
  done
  for pid in /proc/[0-9]*; do
    case $(cat "$pid/comm" 2>/dev/null) in slurmstepd | slurmd | slurmctld) ;; *) continue ;; esac
    ! tr '\0' '\n' 2>/dev/null <"$pid/environ" | grep -aqxF "SLURM_CONF=$state/slurm.conf" || echo "${pid#/proc/}"
  done 2>/dev/null
}

# Takes one Slurm down: its jobs, its daemons, its files.
remove_slurm() {
  local state processes i
  state=$(slurm_state_of "$1")
  [ -d "$state" ] || return 0
  [ ! -e "$state/slurmctld.pid" ] || SLURM_CONF=$state/slurm.conf timeout 10 scancel --full --state=RUNNING -u "$(id -un)" 2>/dev/null || true
  for signal in TERM KILL; do
    processes=$(slurm_processes "$1" | sort -un)
    [ -z "$processes" ] || kill -"$signal" $processes 2>/dev/null || true
    for ((i = 0; i < 50; i++)); do
      [ -n "$(slurm_processes "$1")" ] || break
      sleep 0.1
    done
  done
  rm -rf "$state"
}

check_base "$slurm_base"
