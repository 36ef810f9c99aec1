//! Docks, small windows, keys, hints, the palette, and manners.

mod dock;
mod enter;
mod hints;
mod history;
mod key_names;
mod keys;
mod manners;
mod manners_of_hands;
mod number_fields;
mod palette;
mod small_windows;
