//! The commands, one file each.

mod alert;
pub mod audit;
pub mod card;
pub mod check;
mod compare;
pub mod demo;
mod draft;
pub mod feed;
mod feed_change;
mod find_site;
pub mod import;
mod invitation;
pub mod key;
pub mod ledger;
pub mod media;
pub mod member;
pub mod offer;
pub mod operator;
pub mod records;
pub mod role;
mod schedule;
pub mod serve;
pub mod site;
mod site_media;
mod table;
pub mod template;
pub mod webhook;
