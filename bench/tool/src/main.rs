//! Tools for `bench/run`: load generator, attacks, password hashing, preparation and audit of a loyalty programme, and a
//! model test of the ledger.

mod abuse;
mod connection;
mod hash;
mod ledger;
mod load;
mod programme;

use anyhow::{Result, bail};

fn main() -> Result<()> {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    match words.as_slice() {
        ["abuse"] => one_thread()?.block_on(abuse::run()),
        ["load"] => one_thread()?.block_on(load::run()),
        ["hash", threads, seconds] => hash::run(threads.parse()?, seconds.parse()?),
        ["programme", url, site, what @ ..] => one_thread()?.block_on(programme::run(url, site, what)),
        ["ledger", url, steps] => one_thread()?.block_on(ledger::run(url, steps.parse()?)),
        _ => bail!(
            "abuse, load, hash THREADS SECONDS, programme DATABASE_URL SITE …, or ledger DATABASE_URL STEPS"
        ),
    }
}

fn one_thread() -> std::io::Result<tokio::runtime::Runtime> {
    tokio::runtime::Builder::new_current_thread().enable_all().build()
}
