//! Tests of the command line.

mod check;
mod gift_card;
mod import;
mod key;
mod ledger;
mod media;
mod member;
mod operator;
mod reward;
mod role;
mod settings;
mod signals;
mod site;
mod versions;
