//! `marquee operator`: manages the operators who edit sites.

use std::io::{BufRead, IsTerminal};
use std::process::ExitCode;

use anyhow::{Context, Result, anyhow, bail};
use clap::Subcommand;
use marquee_auth::{hash_operator_password, random_text};
use marquee_model::email::is_email;
use marquee_model::operator::Grant;
use marquee_model::{OperatorId, TheaterId};
use marquee_site::operators::removal;
use marquee_store::{OperatorRow, RoleRow, RoleScope, Store};

use super::find_operator::{ACTOR, find_operator, sites_of};
use super::find_site::find_site;
use super::invitation::{self, InvitationCommand};
use super::role::find_role;
use super::sign_ins::{self, SignInsArgs};
use crate::settings::Settings;
use crate::{secret, wiring};

#[derive(Debug, Subcommand)]
pub enum OperatorCommand {
    /// Adds an operator, or gives one another role; the password of a new one is read from standard input, or generated and
    /// printed
    Add {
        /// Email address, the sign-in name
        email: String,
        /// Name as shown to colleagues; default the address
        #[arg(long)]
        name: Option<String>,
        /// Role: owner, editor, program, boxOffice, technical, viewer, or the name of a role that each `--site` defines
        #[arg(long, default_value = "owner")]
        role: String,
        /// Key of a site where the operator has the role, repeatable; default all sites
        #[arg(long = "site")]
        sites: Vec<String>,
        /// Id of a theater to which the role is limited, repeatable; default all theaters. Needs one `--site` and the role
        /// program or boxOffice, or one of the site's own that changes nothing of the whole site
        #[arg(long = "theater", value_name = "THEATER")]
        theaters: Vec<String>,
    },
    /// Lists the operators with their roles
    List,
    /// Sets a password: read from standard input, or generated and printed. Ends all sign-ins, removes all passkeys and unlocks
    /// the account
    Passwd {
        /// Email address
        email: String,
        /// Also removes the authenticator app
        #[arg(long)]
        without_code: bool,
    },
    #[command(flatten)]
    Invitation(InvitationCommand),
    /// Lists the sign-ins of an operator, newest first, or ends them
    SignIns(SignInsArgs),
    /// Removes an operator, or the role on some sites
    Remove {
        /// Email address
        email: String,
        /// Key of a site where the operator loses the role, repeatable; default removes the operator
        #[arg(long = "site")]
        sites: Vec<String>,
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

async fn scopes(store: &Store, sites: &[String]) -> Result<Vec<RoleScope>> {
    let mut scopes = Vec::new();
    for key in sites {
        scopes.push(RoleScope::Site(find_site(store, key).await?));
    }
    Ok(scopes)
}

/// A role in each scope, limited to theaters if there are any.
async fn grants(
    store: &Store,
    role: &str,
    scopes: Vec<RoleScope>,
    theaters: &[String],
) -> Result<Vec<(RoleScope, Grant)>> {
    if theaters.is_empty() {
        let mut grants = Vec::new();
        for scope in scopes {
            let grant = Grant::of_site(find_role(store, &scope, role).await?);
            grants.push((scope, grant));
        }
        return Ok(grants);
    }
    let [scope @ RoleScope::Site(site)] = scopes.as_slice() else {
        bail!("--theater needs exactly one --site");
    };
    let role = find_role(store, scope, role).await?;
    let known = store.theaters(site).await?;
    let find = |id: &String| {
        let theater = known.iter().find(|theater| theater.id.as_str() == id);
        theater.map(|theater| theater.id.clone()).with_context(|| {
            let ids: Vec<&str> = known.iter().map(|theater| theater.id.as_str()).collect();
            format!("theater {id} not found: must be one of {}", ids.join(", "))
        })
    };
    let ids = theaters.iter().map(find).collect::<Result<_>>()?;
    let grant = Grant::new(role, Some(ids)).map_err(|error| anyhow!("--theater {error}"))?;
    Ok(vec![(scope.clone(), grant)])
}

pub async fn run(settings: &Settings, command: OperatorCommand) -> Result<ExitCode> {
    let store = wiring::store(settings, true).await?;
    match command {
        OperatorCommand::Add { email, name, role, sites, theaters } => {
            let mut scopes = scopes(&store, &sites).await?;
            if scopes.is_empty() {
                scopes.push(RoleScope::Everywhere);
            }
            let grants = grants(&store, &role, scopes, &theaters).await?;
            add(settings, &store, &email, name, grants).await?;
            println!("{email} was added");
        }
        OperatorCommand::List => {
            for operator in store.operators().await? {
                for role in store.operator_roles(&operator.id).await? {
                    let site = match &role.scope {
                        RoleScope::Everywhere => "all sites",
                        RoleScope::Site(site) => site.as_str(),
                    };
                    let theaters = role.grant.theaters().map(|theaters| {
                        theaters.iter().map(TheaterId::as_str).collect::<Vec<_>>().join(", ")
                    });
                    let theaters = theaters.unwrap_or_else(|| "all theaters".to_owned());
                    let role = role.grant.role().name();
                    println!("{}\t{}\t{role}\t{site}\t{theaters}", operator.email, operator.name);
                }
            }
        }
        OperatorCommand::Passwd { email, without_code } => {
            let mut row = find_operator(&store, &email).await?;
            row.password_hash = Some(password()?);
            if without_code {
                row.totp_secret = None;
                row.recovery_codes.clear();
            }
            let mut tx = store.begin().await?;
            tx.save_operator(&row).await?;
            tx.end_operator_sessions(&row.id, None).await?;
            let passkeys = tx.remove_passkeys(&row.id).await?;
            let key = marquee_site::operators::account_key(&secret::keys(settings)?, &row.email)?;
            tx.remove_operator_counter(&key).await?;
            tx.commit().await?;
            println!("the password of {email} was set");
            if passkeys > 0 {
                println!("passkeys removed: {passkeys}");
            }
        }
        OperatorCommand::Invitation(command) => invitation::run(settings, command).await?,
        OperatorCommand::SignIns(args) => sign_ins::run(settings, &store, args).await?,
        OperatorCommand::Remove { email, sites } => {
            remove(settings, &store, &email, &sites).await?;
            println!("{email} was removed");
        }
    }
    store.close().await;
    Ok(ExitCode::SUCCESS)
}

async fn add(
    settings: &Settings,
    store: &Store,
    email: &str,
    name: Option<String>,
    grants: Vec<(RoleScope, Grant)>,
) -> Result<()> {
    if !is_email(email) {
        bail!("{email} is not an email address");
    }
    let existing = store.operator_by_email(email).await?;
    let row = match existing {
        Some(row) => OperatorRow { name: name.unwrap_or(row.name), ..row },
        None => OperatorRow {
            id: OperatorId::parse(&random_text(16)?)?,
            email: email.to_owned(),
            name: name.unwrap_or_else(|| email.to_owned()),
            password_hash: Some(password()?),
            totp_secret: None,
            totp_step: 0,
            recovery_codes: Vec::new(),
            created_at: settings.system_clock().now(),
            seen_at: None,
        },
    };
    let mut tx = store.begin().await?;
    tx.save_operator(&row).await?;
    for (scope, grant) in grants {
        tx.save_role(&RoleRow { operator: row.id.clone(), scope, grant }).await?;
    }
    tx.commit().await?;
    Ok(())
}

/// Takes roles of an operator away, those on some sites or all, and names them in the audit logs of these sites.
async fn remove(settings: &Settings, store: &Store, email: &str, sites: &[String]) -> Result<()> {
    let row = find_operator(store, email).await?;
    let scopes = scopes(store, sites).await?;
    let all = store.operator_roles(&row.id).await?.into_iter().map(|role| role.scope).collect();
    let lost: Vec<RoleScope> = if scopes.is_empty() { all } else { scopes.clone() };
    let logs = sites_of(store, &lost).await?;
    let mut tx = store.begin().await?;
    for scope in &scopes {
        if !tx.remove_role(&row.id, scope).await? {
            bail!("{email} has no role on one of these sites");
        }
    }
    if scopes.is_empty() || tx.count_roles(&row.id).await? == 0 {
        tx.remove_operator(&row.id).await?;
    }
    for site in &logs {
        tx.log_audit(site, &removal(&row, ACTOR, settings.system_clock().now())).await?;
    }
    tx.commit().await?;
    Ok(())
}
