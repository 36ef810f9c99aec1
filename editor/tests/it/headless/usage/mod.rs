//! Every door of the commands: statuses, words, pipes, hostile files.

mod defaults;
mod hostile;
mod no_network;
mod pipelines;
mod statuses;
mod terminal;
mod texts;
mod wrong_usage;
