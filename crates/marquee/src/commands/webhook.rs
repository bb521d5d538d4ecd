//! `marquee webhook`: addresses to which sites send messages when their program changes.

use std::process::ExitCode;

use anyhow::{Context, Result};
use clap::{Args, Subcommand};
use marquee_api::editor::{EditorWebhook, WebhookMessage, WebhookSettings};
use marquee_model::{SiteId, WebhookId, WebhookMessageId};
use marquee_outbound::Outbound;
use marquee_webhooks::Webhooks;

use super::find_site::find_site;
use super::table;
use crate::settings::Settings;
use crate::{secret, wiring};

/// Actor of these commands in the audit log.
const ACTOR: &str = "operator:cli";

#[derive(Debug, Args)]
pub struct SiteArgs {
    /// Key of the site
    #[arg(long, value_name = "KEY")]
    site: String,
}

#[derive(Debug, Args)]
pub struct WebhookArgs {
    #[command(flatten)]
    at: SiteArgs,
    /// Id of the webhook
    webhook: String,
}

#[derive(Debug, Subcommand)]
pub enum WebhookCommand {
    /// Lists the webhooks with the state of their last messages
    List {
        #[command(flatten)]
        at: SiteArgs,
        /// Prints JSON
        #[arg(long)]
        json: bool,
    },
    /// Adds a webhook, and prints its signing secret
    Add {
        #[command(flatten)]
        at: SiteArgs,
        /// Where messages are sent, an http(s) URL
        address: String,
    },
    /// Switches a webhook on: it gets messages about later changes
    On {
        #[command(flatten)]
        of: WebhookArgs,
    },
    /// Switches a webhook off: messages that wait are not sent any more
    Off {
        #[command(flatten)]
        of: WebhookArgs,
    },
    /// Replaces the signing secret, and prints it; the former one is invalid at once
    Secret {
        #[command(flatten)]
        of: WebhookArgs,
    },
    /// Sends a test message; a running server does so within a second
    Test {
        #[command(flatten)]
        of: WebhookArgs,
    },
    /// Lists the latest messages of a webhook
    Messages {
        #[command(flatten)]
        of: WebhookArgs,
        /// Prints JSON
        #[arg(long)]
        json: bool,
    },
    /// Sends a message once more
    Resend {
        #[command(flatten)]
        of: WebhookArgs,
        /// Id of the message
        message: String,
    },
    /// Removes a webhook with its messages
    Remove {
        #[command(flatten)]
        of: WebhookArgs,
    },
}

struct WebhookContext {
    webhooks: Webhooks,
    site: SiteId,
}

impl WebhookContext {
    async fn open(settings: &Settings, at: &SiteArgs) -> Result<Self> {
        let store = wiring::store(settings, true).await?;
        let site = find_site(&store, &at.site).await?;
        let outbound = Outbound::new(&settings.internal_upstreams).map_err(anyhow::Error::msg)?;
        let keys = secret::keys(settings)?;
        Ok(Self { webhooks: Webhooks::new(store, outbound, settings.system_clock(), &keys)?, site })
    }

    async fn with_id(settings: &Settings, of: &WebhookArgs) -> Result<(Self, WebhookId)> {
        let id = WebhookId::parse(&of.webhook).context("invalid webhook")?;
        Ok((Self::open(settings, &of.at).await?, id))
    }

    async fn switch(&self, id: &WebhookId, is_on: bool) -> Result<()> {
        let found = self.webhooks.list(&self.site).await?;
        let found = found.into_iter().find(|webhook| webhook.id == id.as_str());
        let address = found.with_context(|| format!("{id}: webhook not found"))?.address;
        self.webhooks.change(&self.site, id, &WebhookSettings { address, is_on }, ACTOR).await?;
        println!("{id} is {}", if is_on { "on" } else { "off" });
        Ok(())
    }
}

pub async fn run(settings: &Settings, command: WebhookCommand) -> Result<ExitCode> {
    match command {
        WebhookCommand::List { at, json } => {
            let context = WebhookContext::open(settings, &at).await?;
            print_webhooks(&context.webhooks.list(&context.site).await?, json)?;
        }
        WebhookCommand::Add { at, address } => {
            let context = WebhookContext::open(settings, &at).await?;
            let new = WebhookSettings { address, is_on: true };
            let (id, secret) = context.webhooks.add(&context.site, &new, ACTOR).await?;
            println!("webhook: {id}");
            print_secret(&secret);
        }
        WebhookCommand::On { of } => {
            let (context, id) = WebhookContext::with_id(settings, &of).await?;
            context.switch(&id, true).await?;
        }
        WebhookCommand::Off { of } => {
            let (context, id) = WebhookContext::with_id(settings, &of).await?;
            context.switch(&id, false).await?;
        }
        WebhookCommand::Secret { of } => {
            let (context, id) = WebhookContext::with_id(settings, &of).await?;
            print_secret(&context.webhooks.replace_secret(&context.site, &id, ACTOR).await?);
        }
        WebhookCommand::Test { of } => {
            let (context, id) = WebhookContext::with_id(settings, &of).await?;
            println!("message: {}", context.webhooks.test(&context.site, &id).await?);
        }
        WebhookCommand::Messages { of, json } => {
            let (context, id) = WebhookContext::with_id(settings, &of).await?;
            print_messages(&context.webhooks.messages(&context.site, &id, None).await?.messages, json)?;
        }
        WebhookCommand::Resend { of, message } => {
            let (context, id) = WebhookContext::with_id(settings, &of).await?;
            let message = WebhookMessageId::parse(&message).context("invalid message")?;
            context.webhooks.resend(&context.site, &id, &message).await?;
            println!("{message} is sent once more");
        }
        WebhookCommand::Remove { of } => {
            let (context, id) = WebhookContext::with_id(settings, &of).await?;
            context.webhooks.remove(&context.site, &id, ACTOR).await?;
            println!("{id} was removed");
        }
    }
    Ok(ExitCode::SUCCESS)
}

fn print_secret(secret: &str) {
    println!("secret: {secret}");
    println!("The secret is not shown again.");
}

fn print_webhooks(webhooks: &[EditorWebhook], json: bool) -> Result<()> {
    if json {
        println!("{}", serde_json::to_string_pretty(webhooks)?);
        return Ok(());
    }
    let row = |webhook: &EditorWebhook| {
        let last = webhook.last.as_ref();
        vec![
            webhook.id.clone(),
            webhook.address.clone(),
            if webhook.is_on { "on" } else { "off" }.to_owned(),
            webhook.waiting.to_string(),
            webhook.failed.to_string(),
            last.map(|last| last.at.to_string()).unwrap_or_default(),
            last.and_then(|last| last.error.clone()).unwrap_or_default(),
        ]
    };
    let rows: Vec<_> = webhooks.iter().map(row).collect();
    table::print_rows(&["id", "address", "state", "waiting", "failed", "last message", "error"], &rows);
    Ok(())
}

fn print_messages(messages: &[WebhookMessage], json: bool) -> Result<()> {
    if json {
        println!("{}", serde_json::to_string_pretty(messages)?);
        return Ok(());
    }
    let row = |message: &WebhookMessage| {
        vec![
            message.id.clone(),
            message.at.to_string(),
            message.state.as_str().to_owned(),
            message.attempts.to_string(),
            message.next_at.map(|at| at.to_string()).unwrap_or_default(),
            message.error.clone().unwrap_or_default(),
        ]
    };
    let rows: Vec<_> = messages.iter().map(row).collect();
    table::print_rows(&["id", "at", "state", "attempts", "next attempt", "error"], &rows);
    Ok(())
}
