//! What keeps drivers from writing on stderr where there is no display.

use std::process::Command;

/// A layer of Mesa's Vulkan drivers asks the display which device draws it. Without a display the library that it asks with
/// writes a line on stderr each time, in words that help nobody; this variable leaves the layer out.
const WITHOUT_LAYER: &str = "NODEVICE_SELECT";
/// Variables with which somebody chooses a device by that layer.
const CHOICES: [&str; 2] = ["MESA_VK_DEVICE_SELECT", "DRI_PRIME"];
/// Variables that a display sets.
const DISPLAYS: [&str; 3] = ["DISPLAY", "WAYLAND_DISPLAY", "WAYLAND_SOCKET"];

/// Starts the program anew without that layer, where there is no display and nobody asked for it: drivers read the
/// environment of a process, and that can be changed safely only before it starts. Returns where nothing is to be done, or
/// where that is impossible.
pub(super) fn quiet_without_display() {
    let is_set = |name: &&str| std::env::var_os(name).is_some_and(|value| !value.is_empty());
    let reasons_not_to = DISPLAYS.iter().chain(&CHOICES);
    if cfg!(not(target_os = "linux"))
        || std::env::var_os(WITHOUT_LAYER).is_some()
        || reasons_not_to.copied().any(|name| is_set(&name))
    {
        return;
    }
    if let Ok(program) = std::env::current_exe() {
        let mut again = Command::new(program);
        again.args(std::env::args_os().skip(1));
        again.env(WITHOUT_LAYER, "1");
        replace(again);
    }
}

/// Returns only if the program cannot be started.
#[cfg(unix)]
fn replace(mut again: Command) {
    use std::os::unix::process::CommandExt as _;
    let _why_not = again.exec();
}

#[cfg(not(unix))]
fn replace(_again: Command) {}
