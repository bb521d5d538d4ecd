//! Tools for `bench/run`: load generator, attacks, counting of requests, password hashing, preparation and audit of a loyalty program, and a
//! model test of the ledger.

mod abuse;
mod connection;
mod count;
mod hash;
mod ledger;
mod load;
mod loyalty_program;

use anyhow::{Result, bail};

fn main() -> Result<()> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    match arguments.as_slice() {
        ["abuse"] => single_threaded_runtime()?.block_on(abuse::run()),
        ["load"] => single_threaded_runtime()?.block_on(load::run()),
        ["count", threads, requests] => count::run(threads.parse()?, requests.parse()?),
        ["hash", threads, seconds] => hash::run(threads.parse()?, seconds.parse()?),
        ["loyalty-program", url, site, command @ ..] => {
            single_threaded_runtime()?.block_on(loyalty_program::run(url, site, command))
        }
        ["ledger", url, steps] => single_threaded_runtime()?.block_on(ledger::run(url, steps.parse()?)),
        _ => bail!(
            "usage: abuse, load, count THREADS REQUESTS, hash THREADS SECONDS, loyalty-program DATABASE_URL SITE …, or ledger DATABASE_URL STEPS"
        ),
    }
}

fn single_threaded_runtime() -> std::io::Result<tokio::runtime::Runtime> {
    tokio::runtime::Builder::new_current_thread().enable_all().build()
}
