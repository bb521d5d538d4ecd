//! Memberships and rewards of the loyalty program, as pages show them. Sites with `loyalty.upstream` have no such records.

use marquee_api::{Link, MembershipCard, RewardCard};
use marquee_messages::{later, server};
use marquee_model::loyalty::{Level, Localizable, MembershipItem, Money, Reward};
use marquee_model::money::minor_units;

use super::context::PageContext;
use crate::format::{grouped, money};

/// The memberships in the operator's order.
pub fn memberships(context: &PageContext<'_>) -> Vec<MembershipCard> {
    context.snapshot.offers.memberships.iter().map(|item| membership(context, item)).collect()
}

/// The available rewards, the cheapest first.
pub fn rewards(context: &PageContext<'_>) -> Vec<RewardCard> {
    let mut available: Vec<&Reward> =
        context.snapshot.offers.rewards.iter().filter(|r| r.is_available).collect();
    available.sort_by_key(|r| r.points_cost);
    available.into_iter().map(|r| reward(context, r)).collect()
}

/// The link to join; `None` for a site without a member area.
pub fn join_link(context: &PageContext<'_>) -> Option<Link> {
    let slug = context.site.record.settings.login_page.slug.as_str();
    (!slug.is_empty()).then(|| Link {
        label: server::offers_join_now(context.language()).to_owned(),
        href: context.hrefs.path(&format!("/{slug}/join/")),
        active: false,
        external: false,
    })
}

fn membership(context: &PageContext<'_>, item: &MembershipItem) -> MembershipCard {
    let locale = context.formats.locale();
    let item = item.clone().in_language(locale.short());
    let is_free = item.price.amount <= 0;
    MembershipCard {
        price: if is_free {
            later::join_free(context.language()).to_owned()
        } else {
            money(&item.price, locale)
        },
        per: if is_free { String::new() } else { term(context, item.duration_months) },
        earns: level(context, item.level_id)
            .map_or_else(String::new, |l| earns(context, l, &item.price.currency)),
        name: item.name,
        description: item.description,
    }
}

fn term(context: &PageContext<'_>, months: u32) -> String {
    match months {
        0 => String::new(),
        1 => later::join_a_month(context.language()).to_owned(),
        12 => later::join_a_year(context.language()).to_owned(),
        months => later::join_for_months(context.language(), &months.to_string()),
    }
}

fn level<'s>(context: &'s PageContext<'_>, id: i32) -> Option<&'s Level> {
    context.snapshot.offers.levels.iter().find(|level| level.id == id)
}

/// The name of a level: the name of the membership that grants it, because memberships have localized names; otherwise the
/// level's own name.
fn level_name(context: &PageContext<'_>, level: &Level) -> String {
    let membership = context.snapshot.offers.memberships.iter().find(|item| item.level_id == level.id);
    let name = membership.map(|item| item.clone().in_language(context.formats.locale().short()).name);
    name.unwrap_or_else(|| level.name.clone())
}

fn points(context: &PageContext<'_>, count: i64) -> String {
    let amount = grouped(count, context.formats.locale());
    server::offers_points(context.language(), count.unsigned_abs(), &amount)
}

fn earns(context: &PageContext<'_>, level: &Level, currency: &str) -> String {
    if level.points_per_unit <= 0 {
        return String::new();
    }
    let unit = money(
        &Money { amount: minor_units(currency), currency: currency.to_owned() },
        context.formats.locale(),
    );
    server::offers_earns(context.language(), &points(context, level.points_per_unit), &unit)
}

fn reward(context: &PageContext<'_>, reward: &Reward) -> RewardCard {
    let reward = reward.clone().in_language(context.formats.locale().short());
    let needs = (reward.from_level > 0).then(|| level(context, reward.from_level)).flatten();
    RewardCard {
        cost: points(context, reward.points_cost),
        level: needs.map_or_else(String::new, |l| {
            server::offers_from_level(context.language(), &level_name(context, l))
        }),
        name: reward.name,
        description: reward.description,
    }
}
