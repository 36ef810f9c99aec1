//! Tests of the window that look at pixels, or at what depends on a graphics device.

use super::support;

mod compare;
mod contact;
mod crowd;
mod faults;
mod judging;
mod last_row;
mod looks;
mod losses;
mod motion;
mod props;
mod reference;
mod shaders;
mod skinning;
mod skinning_faults;
mod weights;
