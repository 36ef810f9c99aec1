//! The graphics device that tests of pictures need.

use std::sync::OnceLock;

use render::request_device;
use testkit::say;

/// Whether there is a graphics device; without one, those that need it are skipped, or fail where `DUALSKIN_REQUIRE_GPU` is 1.
pub(crate) fn has_device() -> bool {
    static ANSWER: OnceLock<bool> = OnceLock::new();
    *ANSWER.get_or_init(|| {
        let Err(error) = request_device() else {
            return true;
        };
        let is_required =
            std::env::var_os("DUALSKIN_REQUIRE_GPU").is_some_and(|value| value == "1");
        assert!(!is_required, "DUALSKIN_REQUIRE_GPU=1, but {error}");
        say(&format!("what needs a graphics device is skipped: {error}"));
        false
    })
}
