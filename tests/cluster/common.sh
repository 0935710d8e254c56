# What the cluster's scripts share: names, folders, messages. Sourced, not run.
cluster_here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
cluster_base=${TMPDIR:-/tmp}/topomorph-clusters.$(id -u)
cluster_no_namespaces=3 # exit status of `up` where there is only one host to be had

say() { printf '%s: %s\n' "$(basename "$0")" "$*" >&2; }
fail() { say "$*"; exit 2; }

# The first comment block of the script is its help.
usage() { awk 'NR > 1 { if (!/^#/) exit; sub(/^# ?/, ""); print }' "$0"; exit 0; }

# Interface names and namespaces are made of it: keep it short and plain.
check_name() { [[ $1 =~ ^[A-Za-z0-9_.-]{1,40}$ ]] || fail "cluster name '$1': expected 1 to 40 letters, digits, '-', '_', '.'"; }

state_of() { printf '%s/%s' "$cluster_base" "$1"; }
namespace_of() { printf 'tm-%s-%s' "$1" "$2"; }
existing_clusters() { [ ! -d "$cluster_base" ] || find "$cluster_base" -mindepth 1 -maxdepth 1 -type d -printf '%f\n'; }

# Namespaces of one cluster, also of one whose `up` was killed half way.
namespaces_of() {
  ip netns list 2>/dev/null | awk -v prefix="tm-$1-" '
    index($1, prefix) == 1 && substr($1, length(prefix) + 1) ~ /^(node[0-9]+|switch)$/ { print $1 }'
}

# Takes one cluster down: processes, namespaces (their links go with them), state.
remove_cluster() {
  local namespace processes
  for namespace in $(namespaces_of "$1"); do
    processes=$(ip netns pids "$namespace" 2>/dev/null)
    [ -z "$processes" ] || kill -KILL $processes 2>/dev/null || true
    ip netns delete "$namespace" || true
  done
  rm -rf "$(state_of "$1")"
}
