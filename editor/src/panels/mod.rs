//! The panels, a folder for each subject: each draws a [`View`](session::features::view::View) and sends commands. Panels change no
//! state themselves.

pub mod clips;
pub mod comparing;
pub mod export;
pub mod fields;
pub mod inspector;
pub mod judging;
pub mod learn;
pub mod motion_in;
pub mod painting;
pub mod poses;
pub mod posing;
pub mod projects;
pub mod props;
pub mod reference;
pub mod skeleton;
pub mod timeline;
pub mod weights;
pub mod widgets;
pub mod window;
