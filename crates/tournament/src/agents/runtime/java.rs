//! Java's share: how much memory and how many processors a virtual machine plans for. By
//! itself it plans for those of the computer, and dies when it comes near a lower limit.

/// The processors that Java is told of, the same on every machine, so that an agent plays
/// the same game on each. With a single one it would choose another collector of garbage,
/// with which it starts more slowly (60 instead of 45 ms of CPU time).
const PROCESSORS: u32 = 2;

/// The options with which Java keeps within so many bytes of memory.
pub(super) fn options(memory: u64) -> [String; 2] {
    [format!("-Xmx{}m", heap(memory)), format!("-XX:ActiveProcessorCount={PROCESSORS}")]
}

/// The same for its compiler.
pub(in crate::agents) fn compiler_options(memory: u64) -> [String; 2] {
    options(memory).map(|option| format!("-J{option}"))
}

/// MiB for objects: what is left when compiled code, classes, threads and the collector of
/// garbage have a quarter, but no less than 128 MiB and no more than 512.
fn heap(memory: u64) -> u64 {
    let all = memory >> 20;
    if all < 256 { (all / 2).max(8) } else { all - (all / 4).clamp(128, 512) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn there_is_room_for_the_rest_of_the_machine() {
        let heaps = [1, 64, 256, 512, 1024, 2048, 8192].map(|mebibytes| heap(mebibytes << 20));
        assert_eq!(heaps, [8, 32, 128, 384, 768, 1536, 7680]);
    }
}
