//! `marquee operator`: manages the operators who edit sites.

use std::io::{BufRead, IsTerminal};
use std::process::ExitCode;

use anyhow::{Result, bail};
use clap::Subcommand;
use marquee_auth::{hash_operator_password, random_text};
use marquee_store::{OperatorRow, Store};

use super::find_site::find_site;
use crate::settings::Settings;
use crate::wiring;

#[derive(Debug, Subcommand)]
pub enum OperatorCommand {
    /// Adds an operator; the password is read from standard input, or generated and printed
    Add {
        /// Username
        name: String,
        /// Key of a site that the operator may edit, repeatable; default all sites
        #[arg(long = "site")]
        sites: Vec<String>,
    },
    /// Lists the operators
    List,
    /// Sets a password: read from standard input, or generated and printed
    Passwd {
        /// Username
        name: String,
    },
    /// Removes an operator
    Remove {
        /// Username
        name: String,
    },
}

/// Hash of the password read from standard input, or of a generated one, which is printed.
fn password() -> Result<String> {
    if !std::io::stdin().is_terminal() {
        let mut line = String::new();
        std::io::stdin().lock().read_line(&mut line)?;
        let line = line.trim_end_matches(['\r', '\n']);
        if !line.is_empty() {
            return Ok(hash_operator_password(&line.into())?);
        }
    }
    let generated = random_text(20)?;
    println!("password: {generated}");
    Ok(hash_operator_password(&generated.into())?)
}

async fn find(store: &Store, name: &str) -> Result<Option<OperatorRow>> {
    Ok(store.operators().await?.into_iter().find(|o| o.name == name))
}

pub async fn run(settings: &Settings, command: OperatorCommand) -> Result<ExitCode> {
    let store = wiring::store(settings, true).await?;
    match command {
        OperatorCommand::Add { name, sites } => {
            if find(&store, &name).await?.is_some() {
                bail!(
                    "operator {name} already exists: use `marquee operator passwd {name}` to set a new password"
                );
            }
            let mut ids = Vec::new();
            for key in &sites {
                ids.push(find_site(&store, key).await?);
            }
            let created_at = settings.system_clock().now();
            let row = OperatorRow { name: name.clone(), password_hash: password()?, sites: ids, created_at };
            save(&store, &row).await?;
            println!("{name} was added");
        }
        OperatorCommand::List => {
            for o in store.operators().await? {
                let sites: Vec<_> = o.sites.iter().map(ToString::to_string).collect();
                println!(
                    "{}\t{}\t{}",
                    o.name,
                    if sites.is_empty() { "all sites".into() } else { sites.join(",") },
                    o.created_at
                );
            }
        }
        OperatorCommand::Passwd { name } => {
            let Some(row) = find(&store, &name).await? else { bail!("operator {name} not found") };
            save(&store, &OperatorRow { password_hash: password()?, ..row }).await?;
            println!("the password of {name} was set");
        }
        OperatorCommand::Remove { name } => {
            let mut tx = store.begin().await?;
            if !tx.remove_operator(&name).await? {
                bail!("operator {name} not found");
            }
            tx.commit().await?;
            println!("{name} was removed");
        }
    }
    store.close().await;
    Ok(ExitCode::SUCCESS)
}

async fn save(store: &Store, row: &OperatorRow) -> Result<()> {
    let mut tx = store.begin().await?;
    tx.save_operator(row).await?;
    tx.commit().await?;
    Ok(())
}
