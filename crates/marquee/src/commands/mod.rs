//! One file a command.

pub mod check;
pub mod import;
pub mod operator;
pub mod serve;
pub mod site;
