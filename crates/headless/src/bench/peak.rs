//! How much memory this process has had at most.

/// The largest resident memory of this process so far, in bytes; none where the system does not tell.
#[expect(
    clippy::disallowed_methods,
    reason = "the system's own figures, in a file without a size"
)]
pub(super) fn peak_bytes() -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status
        .lines()
        .find_map(|line| line.strip_prefix("VmHWM:"))?;
    let kibibytes: u64 = line.split_whitespace().next()?.parse().ok()?;
    Some(kibibytes << 10)
}
