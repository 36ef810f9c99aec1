//! Weight files exported and imported.

mod apply;
