//! Dialogs that write or read a file, and the worker behind them.

pub mod apply;
pub mod worker;
