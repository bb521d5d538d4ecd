//! End-to-end tests for visitors and operators. The modules follow the URL paths, then the commands.

#![expect(clippy::unwrap_used, clippy::panic, reason = "tests panic on unexpected results")]

mod api;
mod calendars;
mod clocks;
mod commands;
mod connections;
mod content;
mod editor;
mod errors;
mod events;
mod files;
mod health;
mod home;
mod hosts;
mod languages;
mod load;
mod locales;
mod mcp;
mod media;
mod members;
mod movies;
mod operator;
mod paths;
mod permalink;
mod proxy;
mod publish;
mod recorded;
mod responses;
mod rich_text;
mod routes;
mod sandbox;
mod schedule;
mod seo;
mod showtimes;
mod sweep;
mod tenants;
mod theaters;
mod theme;
mod third_parties;
mod ticketing;
mod tls;
