//! Small disks that a test may fill.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use crate::report::say;

/// A disk over a folder, taken away when this is dropped.
#[derive(Debug)]
pub struct Disk(PathBuf);

impl Disk {
    /// Says so where none may be mounted.
    pub fn mount(folder: &Path, options: &str) -> Option<Self> {
        let mounted = Command::new("mount")
            .args(["-t", "tmpfs", "-o", options, "tmpfs"])
            .arg(folder)
            .stderr(Stdio::null())
            .status();
        if mounted.is_ok_and(|status| status.success()) {
            return Some(Self(folder.to_owned()));
        }
        say("no tmpfs can be mounted: skipped");
        None
    }
}

impl Drop for Disk {
    fn drop(&mut self) {
        // Lazily: a file that is still open must not keep the mount, which would outlive the test.
        let _unmounted = Command::new("umount").arg("-l").arg(&self.0).status();
    }
}
