//! `marquee operator invite|invitations|withdraw`: invitations to the editor of a site.

use std::collections::BTreeSet;

use anyhow::{Context, Result, anyhow};
use clap::Subcommand;
use marquee_api::editor::{PendingInvitation, SiteRole};
use marquee_model::TheaterId;
use marquee_site::draft::Author;
use marquee_site::operators::{INVITATION_DAYS, Manager, NewInvitation, invitation_link};
use marquee_store::RoleScope;

use super::records::SiteArgs;
use super::role::{OperatorsContext, find_role};
use super::table;
use crate::editor;
use crate::settings::{Settings, SettingsError};

#[derive(Debug, Subcommand)]
pub enum InvitationCommand {
    /// Invites a person to the editor of a site, by email and with a link that is printed. Replaces an earlier invitation
    Invite {
        /// Email address
        email: String,
        #[command(flatten)]
        at: SiteArgs,
        /// Role: owner, editor, program, boxOffice, technical, viewer, or the name of a role that the site defines
        #[arg(long)]
        role: String,
        /// Id of a theater to which the role is limited, repeatable; default all theaters
        #[arg(long = "theater", value_name = "THEATER")]
        theaters: Vec<String>,
    },
    /// Lists the invitations to a site that nobody has accepted yet
    Invitations {
        #[command(flatten)]
        at: SiteArgs,
        /// Prints JSON
        #[arg(long)]
        json: bool,
    },
    /// Withdraws an invitation: its link does not work any more
    Withdraw {
        /// Email address
        email: String,
        #[command(flatten)]
        at: SiteArgs,
    },
}

pub async fn run(settings: &Settings, command: InvitationCommand) -> Result<()> {
    match command {
        InvitationCommand::Invite { email, at, role, theaters } => {
            let origin = editor::origin(settings, None).ok_or_else(|| {
                SettingsError::invalid("editor_host", "is required: the invitation leads to the site editor")
            })?;
            let context = OperatorsContext::open(settings, &at).await?;
            invite(&context, &origin, &email, &role, &theaters).await?;
            context.loyalty.close().await;
        }
        InvitationCommand::Invitations { at, json } => {
            let context = OperatorsContext::open(settings, &at).await?;
            let invitations = context.operators.invitations(context.site()).await?;
            print_invitations(&invitations, &context.roles().await?, json)?;
            context.loyalty.close().await;
        }
        InvitationCommand::Withdraw { email, at } => {
            let context = OperatorsContext::open(settings, &at).await?;
            withdraw(&context, &email).await?;
            context.loyalty.close().await;
        }
    }
    Ok(())
}

async fn invite(
    context: &OperatorsContext,
    origin: &str,
    email: &str,
    role: &str,
    theaters: &[String],
) -> Result<()> {
    let (site, store) = (context.site(), context.loyalty.store());
    let role = find_role(store, &RoleScope::Site(site.clone()), role).await?.key();
    let parse = |id: &String| TheaterId::parse(id).with_context(|| format!("--theater {id}"));
    let theaters = theaters.iter().map(parse).collect::<Result<BTreeSet<_>>>()?;
    let theaters = Some(theaters).filter(|theaters| !theaters.is_empty());
    let new = context.operators.invite(Manager::Command, site, email, &role, theaters).await;
    let NewInvitation { invitation, token } = new.map_err(|error| anyhow!("{email}: {error}"))?;
    let link = invitation_link(origin, &token);
    println!("{} is invited to {site} until {}", invitation.email, invitation.expires_at);
    println!("link: {link}");
    let (record, inviter) = (context.loyalty.site(), Author::command().name);
    let mails = context.loyalty.engine().mail_queue();
    let queued = mails.invite_operator(record, &invitation.email, &link, &inviter, INVITATION_DAYS).await;
    queued.context("no email was sent: give the person the link")?;
    Ok(())
}

async fn withdraw(context: &OperatorsContext, email: &str) -> Result<()> {
    let (site, address) = (context.site(), email.to_lowercase());
    let mut invitations = context.operators.invitations(site).await?.into_iter();
    let found = invitations.find(|invitation| invitation.email.to_lowercase() == address);
    let found = found.with_context(|| {
        format!("{email} is not invited to {site}: `marquee operator invitations` lists who is")
    })?;
    context.operators.withdraw(Manager::Command, site, &found.id).await?;
    println!("the invitation of {} to {site} was withdrawn", found.email);
    Ok(())
}

fn role_name(invitation: &PendingInvitation, roles: &[SiteRole]) -> String {
    let role = roles.iter().find(|role| role.role == invitation.role);
    let name = role.and_then(|role| role.name.as_deref()).unwrap_or(invitation.role.as_str());
    name.to_owned()
}

fn print_invitations(invitations: &[PendingInvitation], roles: &[SiteRole], json: bool) -> Result<()> {
    if json {
        println!("{}", serde_json::to_string_pretty(invitations)?);
        return Ok(());
    }
    let row = |invitation: &PendingInvitation| {
        let theaters = invitation.theaters.as_ref().map_or_else(
            || "all theaters".to_owned(),
            |theaters| theaters.iter().map(TheaterId::as_str).collect::<Vec<_>>().join(", "),
        );
        vec![
            invitation.email.clone(),
            role_name(invitation, roles),
            theaters,
            invitation.expires_at.to_string(),
        ]
    };
    let rows: Vec<_> = invitations.iter().map(row).collect();
    table::print_rows(&["email", "role", "theaters", "expires"], &rows);
    Ok(())
}
