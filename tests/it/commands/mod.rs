//! The program on the command line.

mod check;
mod import;
mod operator;
mod settings;
mod signals;
mod site;
