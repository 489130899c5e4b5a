#!/usr/bin/env bash
# container.sh FOLDER MOUNT [COMMAND...]: runs a command as platforms do, with FOLDER as MOUNT:
# as root with the capabilities of a container, without user namespaces and network, on half a
# core and with 768 MB. Bubblewrap makes the root; control groups limit it where they can be
# made (version 1 or 2), else a busy neighbour on the same core and a limit of each process.
set -euo pipefail
folder=$1 mount=$2
shift 2
groups=() neighbour='' filter=$(mktemp)

tidy() {
    if [[ -n $neighbour ]]; then kill "$neighbour" || true; fi
    for group in "${groups[@]}"; do
        # Groups can be removed when nobody is in them, and this process is.
        echo $$ >"$(dirname "$group")/cgroup.procs" 2>/dev/null || true
        # Processes that were ended a moment ago may still be in it.
        for _ in {1..50}; do rmdir "$group" 2>/dev/null && break; sleep 0.1; done
    done
    rm -f "$filter"
}
trap tidy EXIT

# A filter as containers have one: clone3 is not there, and neither clone nor unshare makes a
# user namespace (CLONE_NEWUSER, 0x10000000). In the order of BPF: code, jumps, value.
python3 - "$filter" <<'FILTER'
import platform, struct, sys
clone, unshare, clone3, arch = (56, 272, 435, 0xC000003E) if platform.machine() == "x86_64" else (220, 97, 435, 0xC00000B7)
LOAD, EQUAL, ANY, RETURN = 0x20, 0x15, 0x45, 0x06
ALLOW, NO_SUCH_CALL, FORBIDDEN = 0x7FFF0000, 0x00050000 | 38, 0x00050000 | 1
program = [
    (LOAD, 0, 0, 4), (EQUAL, 0, 7, arch), (LOAD, 0, 0, 0),
    (EQUAL, 4, 0, clone3), (EQUAL, 1, 0, clone), (EQUAL, 0, 3, unshare),
    (LOAD, 0, 0, 16), (ANY, 2, 1, 0x10000000),
    (RETURN, 0, 0, NO_SUCH_CALL), (RETURN, 0, 0, ALLOW), (RETURN, 0, 0, FORBIDDEN),
]
open(sys.argv[1], "wb").write(b"".join(struct.pack("HBBI", *step) for step in program))
FILTER

# make CONTROLLER FILE VALUE: a group of version 1 with a limit, which this process enters.
make() {
    local group=/sys/fs/cgroup/$1/fruitrage-test-$$
    mkdir "$group" 2>/dev/null || return 1
    groups+=("$group")
    { echo "$3" >"$group/$2" && echo $$ >"$group/cgroup.procs"; } 2>/dev/null
}

how='control groups'
if [[ -w /sys/fs/cgroup/cgroup.procs ]] && mkdir "/sys/fs/cgroup/fruitrage-test-$$" 2>/dev/null; then
    groups+=("/sys/fs/cgroup/fruitrage-test-$$")
    { echo '50000 100000' >"${groups[0]}/cpu.max" && echo 768M >"${groups[0]}/memory.max"; } 2>/dev/null || how=
elif ! { make cpu cpu.cfs_quota_us 50000 && make memory memory.limit_in_bytes 768M; }; then
    how=
fi
limits=()
if [[ -z $how ]]; then
    how='a busy neighbour and a limit of address space'
    core=$(taskset -cp $$ | sed 's/.*: //; s/[-,].*//')
    taskset -c "$core" bash -c 'while :; do :; done' &
    neighbour=$!
    limits=(taskset -c "$core" prlimit --as=$((768 << 20)))
fi
echo "half a core and 768 MB by $how" >&2

capabilities=()
for capability in CHOWN DAC_OVERRIDE FOWNER FSETID KILL SETGID SETUID SETPCAP NET_BIND_SERVICE NET_RAW SYS_CHROOT MKNOD AUDIT_WRITE SETFCAP; do
    capabilities+=(--cap-add "CAP_$capability")
done
system=()
for part in /usr /etc /bin /sbin /lib /lib32 /lib64 /opt; do
    if [[ -L $part ]]; then system+=(--symlink "$(readlink "$part")" "$part"); elif [[ -e $part ]]; then system+=(--ro-bind "$part" "$part"); fi
done
# In version 2 a process that is limited so enters its group last.
if [[ -e ${groups[0]:-}/cpu.max ]]; then echo $$ >"${groups[0]}/cgroup.procs"; fi
# A container sees its own groups.
for group in "${groups[@]}"; do
    case $group in
        /sys/fs/cgroup/memory/*) system+=(--ro-bind "$group" /sys/fs/cgroup/memory) ;;
        /sys/fs/cgroup/fruitrage*) system+=(--ro-bind "$group" /sys/fs/cgroup) ;;
    esac
done
"${limits[@]}" bwrap "${system[@]}" --proc /proc --dev /dev --tmpfs /tmp --tmpfs /var/tmp --dir /root \
    --bind "$folder" "$mount" --unshare-net --unshare-pid --unshare-ipc --die-with-parent --chdir "$mount" \
    --cap-drop ALL "${capabilities[@]}" --setenv HOME /root --seccomp 9 "$@" 9<"$filter"
