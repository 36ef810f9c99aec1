//! The figure book: figures, tables and claims of the papers as measurements, and their diagrams as data.
//!
//! [`book::ALL`] has the items. Each says what is claimed and where, measures its numbers by the program's own functions, and
//! judges them by what they have to be; many draw a [`diagram`]. [`layout`] turns that into strokes for any painter, [`svg`] into a file.
//!
//! Plain data and arithmetic: no file, clock, thread or device. Characters and poses are handed in ([`material`]).
//!
//! # Examples
//!
//! ```
//! use figures::{book, item::Verdict, material::NoMaterial, svg::svg};
//!
//! let item = book::find("k08-02").ok_or("no such item")?;
//! let numbers = (item.measure)(&NoMaterial)?;
//! assert_eq!(item.judge(&numbers), Verdict::Holds);
//! let draw = item.draw.ok_or("no diagram")?;
//! assert!(svg(&draw(&numbers)?).starts_with("<svg"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # References
//!
//! [`item::Paper`] has the texts that letters stand for.

#![forbid(unsafe_code)]

// In suggested reading order.
pub mod item;
pub mod number;

pub mod error;
pub mod material;
pub mod render_scene;

pub mod book;
pub mod cards;

pub mod diagram;
pub mod layout;
pub mod svg;
pub mod table;

// What items are made of.
mod bounds;
mod draws;
mod globe;
mod joints;
mod measure;
mod motions;

// The items.
mod k05;
mod k08;
mod lecture;
mod open;
mod posed;

pub mod scenes;
