# Makes a new Debian root with this machine's network settings, and runs commands in it. Sourced by tools/package and
# tools/fresh.

# archives_for RELEASE: prints this machine's apt archives for another release, as lines of a sources.list. Others may
# be out of reach from here. The unstable release, sid, has no archives of updates.
archives_for() {
  local here
  here=$(. /etc/os-release && echo "$VERSION_CODENAME")
  apt-get indextargets --format '$(REPO_URI) $(RELEASE) $(COMPONENT)' 'Created-By: Packages' |
    awk -v here="$here" -v wanted="$1" '
      ($2 == here || wanted != "sid" && ($2 == here "-updates" || $2 == here "-security")) && $3 == "main" && !seen[$1, $2]++ {
        sub(here, wanted, $2); print "deb", $1, $2, $3 }' | sort -k 3,3 # the release itself first
}

# make_root FOLDER RELEASE PACKAGES [CACHE]: makes a minimal root with the packages, a list with commas. CACHE keeps
# downloads. Name resolution and archives are those of this machine.
make_root() {
  local root=$1 release=$2 packages=$3 cache=${4:-} archives
  archives=$(archives_for "$release")
  [ -n "$archives" ] || { echo "apt of this machine has no Debian archive for its own release: none is known for $release" >&2; return 1; }
  debootstrap --variant=minbase ${packages:+--include="$packages"} ${cache:+--cache-dir="$cache"} "$release" "$root" \
    "$(head -n 1 <<<"$archives" | cut -d ' ' -f 2)" >"$root.log" 2>&1 || { tail -n 20 "$root.log" >&2; return 1; }
  rm "$root.log"
  echo "$archives" >"$root/etc/apt/sources.list"
  [ "$release" != sid ] || echo 'Acquire::Check-Valid-Until "false";' >"$root/etc/apt/apt.conf.d/98mirror" # mirrors of it may be weeks old
  apt-config dump | grep -iE '^Acquire::(https?|ftp)::' >"$root/etc/apt/apt.conf.d/99as-on-this-machine" || true
  cp -L /etc/resolv.conf /etc/hosts "$root/etc/"
  mkdir -p "$root/etc/ssl/certs" "$root/usr/local/share/ca-certificates" # this machine's own authorities, before and after the package
  cp -L /etc/ssl/certs/ca-certificates.crt "$root/etc/ssl/certs/" 2>/dev/null || true
  cp -RL /usr/local/share/ca-certificates/. "$root/usr/local/share/ca-certificates/" 2>/dev/null || true
}

# in_root FOLDER COMMAND…: replaces this process by a command in the root, in the home folder. Its mounts and processes
# belong to it and vanish at its end, whatever the reason. Its environment has the proxies only. `root_mounts`, an array
# of FOLDER:PLACE:rw or …:ro, makes folders of this machine visible.
in_root() {
  local root=$1 name kept=()
  shift
  for name in http_proxy https_proxy ftp_proxy no_proxy HTTP_PROXY HTTPS_PROXY NO_PROXY; do
    [ -z "${!name:-}" ] || kept+=("$name=${!name}")
  done
  exec unshare --mount --propagation private --pid --fork --kill-child bash -c '
    set -e
    root=$1 mounts=$2
    shift 2
    mount --bind "$root" "$root" # so that / is a mount inside: programs that make mount name spaces change its propagation
    mount -t proc proc "$root/proc"
    mount --rbind /sys "$root/sys"
    mount --rbind /dev "$root/dev"
    mount -t tmpfs tmpfs "$root/dev/shm" # jobs outside and inside may have the same numbers
    while IFS=: read -r folder place access; do
      [ -z "$folder" ] || { mkdir -p "$root$place" && mount -o "bind,$access" "$folder" "$root$place"; }
    done <<<"$mounts"
    exec env -i HOME=/root TERM=dumb PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin "$@"' \
    in_root "$root" "$(printf '%s\n' ${root_mounts[@]+"${root_mounts[@]}"})" ${kept[@]+"${kept[@]}"} \
    chroot "$root" sh -c 'cd; "$@"; exit $?' sh "$@" # the shell stays to adopt orphans
}
