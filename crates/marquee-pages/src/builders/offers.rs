//! Memberships and rewards of the loyalty programme, as pages show them. Sites with `loyalty.upstream` have no such records.

use marquee_api::{Link, MembershipCard, RewardCard};
use marquee_messages::{later, server};
use marquee_model::loyalty::{Level, Localizable, MembershipItem, Money, Reward};
use marquee_model::money::minor_units;

use super::scene::PageContext;
use crate::format::{grouped, money};

/// The memberships in the operator's order.
pub fn memberships(scene: &PageContext<'_>) -> Vec<MembershipCard> {
    scene.snapshot.offers.memberships.iter().map(|item| membership(scene, item)).collect()
}

/// The available rewards, the cheapest first.
pub fn rewards(scene: &PageContext<'_>) -> Vec<RewardCard> {
    let mut open: Vec<&Reward> = scene.snapshot.offers.rewards.iter().filter(|r| r.is_available).collect();
    open.sort_by_key(|r| r.points_cost);
    open.into_iter().map(|r| reward(scene, r)).collect()
}

/// The link to join; `None` for a site without a member area.
pub fn join_link(scene: &PageContext<'_>) -> Option<Link> {
    let slug = scene.site.record.settings.login_page.slug.as_str();
    (!slug.is_empty()).then(|| Link {
        label: server::offers_join_now(scene.language()).to_owned(),
        href: scene.hrefs.path(&format!("/{slug}/join/")),
        active: false,
        external: false,
    })
}

fn membership(scene: &PageContext<'_>, item: &MembershipItem) -> MembershipCard {
    let locale = scene.formats.locale();
    let item = item.clone().in_language(locale.short());
    let is_free = item.price.amount <= 0;
    MembershipCard {
        price: if is_free {
            later::join_free(scene.language()).to_owned()
        } else {
            money(&item.price, locale)
        },
        per: if is_free { String::new() } else { term(scene, item.duration_months) },
        earns: level(scene, item.level_id)
            .map_or_else(String::new, |l| earns(scene, l, &item.price.currency)),
        name: item.name,
        description: item.description,
    }
}

fn term(scene: &PageContext<'_>, months: u32) -> String {
    match months {
        0 => String::new(),
        1 => later::join_a_month(scene.language()).to_owned(),
        12 => later::join_a_year(scene.language()).to_owned(),
        months => later::join_for_months(scene.language(), &months.to_string()),
    }
}

fn level<'s>(scene: &'s PageContext<'_>, id: i32) -> Option<&'s Level> {
    scene.snapshot.offers.levels.iter().find(|level| level.id == id)
}

/// The name of a level: that of the membership that gives it, because memberships have localized names, else its own.
fn level_name(scene: &PageContext<'_>, level: &Level) -> String {
    let giving = scene.snapshot.offers.memberships.iter().find(|item| item.level_id == level.id);
    let named = giving.map(|item| item.clone().in_language(scene.formats.locale().short()).name);
    named.unwrap_or_else(|| level.name.clone())
}

fn points(scene: &PageContext<'_>, count: i64) -> String {
    let amount = grouped(count, scene.formats.locale());
    server::offers_points(scene.language(), count.unsigned_abs(), &amount)
}

fn earns(scene: &PageContext<'_>, level: &Level, currency: &str) -> String {
    if level.points_per_unit <= 0 {
        return String::new();
    }
    let unit = money(
        &Money { amount: minor_units(currency), currency: currency.to_owned() },
        scene.formats.locale(),
    );
    server::offers_earns(scene.language(), &points(scene, level.points_per_unit), &unit)
}

fn reward(scene: &PageContext<'_>, reward: &Reward) -> RewardCard {
    let reward = reward.clone().in_language(scene.formats.locale().short());
    let needs = (reward.from_level > 0).then(|| level(scene, reward.from_level)).flatten();
    RewardCard {
        cost: points(scene, reward.points_cost),
        level: needs
            .map_or_else(String::new, |l| server::offers_from_level(scene.language(), &level_name(scene, l))),
        name: reward.name,
        description: reward.description,
    }
}
