//! Clips: their list, keys and markers, operations on all of one, what survives edits, fewer keys, the skin along one.

mod animation_layers;
mod clip_tools;
mod eight_steps;
mod frames_shown;
mod held_pins;
mod kept_clips;
mod key_reduction;
mod list;
mod markers;
mod mix_pad;
mod motion;
mod pending;
mod reduced_joints;
mod skin_over_time;
mod sliding_feet;
mod trail_drag;
mod waveform;
