//! Prepares and audits a site's loyalty program, also while a server is running: `key NAME` prints a new key of a till,
//! `members PREFIX COUNT PASSWORD POINTS` adds members with the usernames PREFIX-0, PREFIX-1, …, `audit` verifies the
//! ledger and fails if it is wrong.

use std::num::NonZeroUsize;
use std::sync::Arc;

use anyhow::{Context, Result, bail};
use marquee_loyalty::{Loyalty, Options, PointsAdjustment};
use marquee_model::loyalty::Member;
use marquee_model::operator::PointsLimit;
use marquee_model::settings::SiteRecord;
use marquee_model::{Clock, SiteId, SystemClock};
use marquee_store::{KeyScope, Store};

/// Actor in the audit log.
const ACTOR: &str = "bench";

/// Runs one of the commands.
pub async fn run(url: &str, site: &str, command: &[&str]) -> Result<()> {
    let store = Store::connect(url).await?;
    let site = store.site(&SiteId::parse(site)?).await?.context("unknown site")?.record;
    let clock: Arc<dyn Clock> = Arc::new(SystemClock::default());
    let options = Options {
        secrets: vec!["a placeholder that protects no real data".to_owned()],
        limits: false,
        hash_threads: NonZeroUsize::MIN,
        hash_queue: 1,
    };
    let loyalty = Loyalty::start(store, clock.clone(), &options)?;
    match *command {
        ["key", name] => {
            println!(
                "{}",
                loyalty
                    .admin(&site, ACTOR)
                    .add_key(name, KeyScope::Till, None, PointsLimit::BOX_OFFICE)
                    .await?
            )
        }
        ["members", prefix, count, password, points] => {
            for number in 0..count.parse::<u32>()? {
                let name = format!("{prefix}-{number}");
                add_member(&loyalty, &site, clock.as_ref(), &name, password, points.parse()?).await?;
            }
        }
        ["audit"] => {
            let report = loyalty.maintenance().audit_ledger().await?;
            println!("{} {}", report.accounts, report.entries);
            if let Some(first) = report.errors.first() {
                bail!("{} errors in the ledger: {first}", report.errors.len());
            }
        }
        _ => bail!("unknown command; must be key, members or audit"),
    }
    Ok(())
}

async fn add_member(
    loyalty: &Loyalty,
    site: &SiteRecord,
    clock: &dyn Clock,
    name: &str,
    password: &str,
    points: i64,
) -> Result<()> {
    let member: Member = serde_json::from_value(serde_json::json!({
        "id": loyalty.operations().new_member_id()?, "username": name, "email": format!("{name}@example.org"),
        "firstName": "Bench", "lastName": "Member", "createdAt": clock.now(),
    }))?;
    loyalty.operations().put_member(site, ACTOR, &member, Some(&password.into())).await?;
    if points > 0 {
        let welcome = PointsAdjustment { amount: points, reason: "Welcome", ..Default::default() };
        loyalty.operations().adjust_points(site, ACTOR, &member.id, welcome).await?;
    }
    Ok(())
}
