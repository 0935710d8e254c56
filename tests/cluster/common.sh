# What the cluster's scripts share: names, folders, messages. Sourced, not run.
cluster_here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
cluster_base=${TMPDIR:-/tmp}/topomorph-clusters.$(id -u)
cluster_no_namespaces=3 # exit status of `up` where there is only one host to be had

say() { printf '%s: %s\n' "$(basename "$0")" "$*" >&2; }
fail() { say "$*"; exit 2; }

# Fails unless the folder is there and nobody else can exchange what is in it: root runs programs and libraries from
# there, and its name can be guessed.
require_own() {
  local above
  above=$(dirname "$1")
  [ ! -L "$1" ] && [ -n "$(find "$1" -maxdepth 0 -type d -uid "$(id -u)" ! -perm /022 2>/dev/null)" ] ||
    fail "$1: expected a folder of this user's, to which nobody else may write: remove it, or set TMPDIR"
  [ -z "$(find "$above/" -maxdepth 0 -perm /022 ! -perm -1000)" ] || fail "$above: others may exchange folders there: set TMPDIR"
}

# For the folder of all clusters, or of all Slurms, which may not be there yet.
check_base() { [ ! -e "$1" ] && [ ! -L "$1" ] || require_own "$1"; }

# Makes the folder of all clusters, or of all Slurms, of this user.
make_base() {
  [ -d "$1" ] || mkdir -m 755 "$1" || fail "$1 cannot be made"
  require_own "$1"
}

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

check_base "$cluster_base"
