//! Builds the loyalty engine and the gateway with captchas, payments and wallet passes.

use std::collections::BTreeMap;
use std::num::NonZeroUsize;
use std::path::Path;

use anyhow::{Context, Result};
use marquee_catalog::Catalog;
use marquee_gateway::{Captchas, CookieSealer, Dependencies, Gateway, Services, Upstreams, Wallets};
use marquee_loyalty::{Loyalty, Options};
use marquee_outbound::Outbound;
use marquee_payments::{Stripe, StripeOptions};
use marquee_store::Store;
use marquee_wallet::{ApplePassType, AppleWallet, GoogleAccount, GoogleWallet};
use url::Url;

use crate::settings::{Settings, SettingsError, Switch};

/// Maximum length of the password hashing queue per thread: about two seconds of work (security 2.2).
const HASH_QUEUE_PER_THREAD: usize = 64;

/// Starts the loyalty engine. Password hashing uses all cores except one.
pub fn loyalty(settings: &Settings, keys: &[String], store: &Store) -> Result<Loyalty> {
    let cores = std::thread::available_parallelism().map_or(1, NonZeroUsize::get);
    let threads = NonZeroUsize::new(cores.saturating_sub(1)).unwrap_or(NonZeroUsize::MIN);
    let options = Options {
        secrets: keys.to_vec(),
        limits: settings.rate_limits == Switch::On,
        hash_threads: threads,
        hash_queue: HASH_QUEUE_PER_THREAD * threads.get(),
    };
    Ok(Loyalty::start(store.clone(), settings.system_clock(), &options)?)
}

pub fn gateway(
    settings: &Settings,
    keys: &[String],
    store: &Store,
    catalog: Catalog,
    outbound: &Outbound,
) -> Result<Gateway> {
    Ok(Gateway::new(Dependencies {
        services: Services {
            loyalty: loyalty(settings, keys, store)?,
            payments: payments(settings, outbound)?,
            wallets: Wallets { google: google(settings)?, apple: apple(settings)? },
            seals: CookieSealer::new(keys)?,
        },
        catalog,
        captchas: captchas(settings, keys, outbound)?,
        upstreams: Upstreams::new(outbound.clone()),
    }))
}

fn address(key: &str, text: Option<&String>) -> Result<Option<Url>> {
    let parsed = text.map(|text| Url::parse(text)).transpose();
    parsed.with_context(|| SettingsError::invalid(key, "invalid URL"))
}

fn captchas(settings: &Settings, keys: &[String], outbound: &Outbound) -> Result<Captchas> {
    let mut secrets = BTreeMap::new();
    for entry in &settings.captcha_secrets {
        let Some((site_key, secret)) = entry.split_once('=') else {
            return Err(SettingsError::invalid("captcha_secrets", "must be SITE_KEY=SECRET").into());
        };
        secrets.insert(site_key.trim().to_owned(), secret.trim().to_owned());
    }
    let url = address("captcha_verify_url", settings.captcha_verify_url.as_ref())?;
    Captchas::new(keys, secrets, url, outbound.clone()).map_err(anyhow::Error::msg)
}

fn payments(settings: &Settings, outbound: &Outbound) -> Result<Option<Stripe>> {
    let Some(secret_key) = settings.stripe_secret_key.clone() else { return Ok(None) };
    let webhook_secret = settings.stripe_webhook_secret.clone().ok_or_else(|| {
        SettingsError::invalid("stripe_webhook_secret", "is required with `stripe_secret_key`")
    })?;
    let base_url = address("stripe_url", settings.stripe_url.as_ref())?;
    Ok(Some(Stripe::new(outbound.clone(), StripeOptions { secret_key, webhook_secret, base_url })))
}

fn read_text(key: &str, path: &Path) -> Result<String> {
    std::fs::read_to_string(path).with_context(|| SettingsError::invalid(key, path.display()))
}

fn google(settings: &Settings) -> Result<Option<GoogleWallet>> {
    let Some(path) = &settings.wallet_google_key_file else { return Ok(None) };
    let required = |key: &str, value: &Option<String>| {
        value.clone().ok_or_else(|| SettingsError::invalid(key, "is required with `wallet_google_key_file`"))
    };
    let account = GoogleAccount {
        issuer_id: required("wallet_google_issuer_id", &settings.wallet_google_issuer_id)?,
        service_account_email: required("wallet_google_email", &settings.wallet_google_email)?,
        key_id: required("wallet_google_key_id", &settings.wallet_google_key_id)?,
    };
    let key = "wallet_google_key_file";
    let wallet = GoogleWallet::new(account, &read_text(key, path)?);
    Ok(Some(wallet.with_context(|| SettingsError::invalid(key, path.display()))?))
}

fn apple(settings: &Settings) -> Result<Option<AppleWallet>> {
    let Some(key) = &settings.wallet_apple_key_file else { return Ok(None) };
    let rule = "is required with `wallet_apple_key_file`";
    let file = |name: &str, path: &Option<std::path::PathBuf>| -> Result<String> {
        read_text(name, path.as_deref().ok_or_else(|| SettingsError::invalid(name, rule))?)
    };
    let required =
        |name: &str, value: &Option<String>| value.clone().ok_or_else(|| SettingsError::invalid(name, rule));
    let pass_type = ApplePassType {
        pass_type_id: required("wallet_apple_pass_type_id", &settings.wallet_apple_pass_type_id)?,
        team_id: required("wallet_apple_team_id", &settings.wallet_apple_team_id)?,
        organization: "Marquee".to_owned(),
    };
    let certificate = file("wallet_apple_certificate_file", &settings.wallet_apple_certificate_file)?;
    let wwdr = file("wallet_apple_wwdr_file", &settings.wallet_apple_wwdr_file)?;
    let name = "wallet_apple_key_file";
    let wallet = AppleWallet::new(pass_type, &certificate, &read_text(name, key)?, &wwdr);
    Ok(Some(wallet.with_context(|| SettingsError::invalid(name, key.display()))?))
}
