//! The demo's members and offers. They are created at the first start and not reset later.

use std::collections::BTreeMap;

use anyhow::{Context, Result};
use jiff::{SignedDuration, Timestamp};
use marquee_auth::Password;
use marquee_loyalty::{
    Booking, FavoriteTheater, Loyalty, LoyaltyError, PointsAdjustment, RefusalReason, Till, Visitor,
};
use marquee_model::SiteId;
use marquee_model::loyalty::{
    ApiVersion, Consents, EVoucher, Level, Member, MemberStatus, MembershipItem, Money, OrderLine, Reward,
};
use marquee_model::operator::PointsLimit;
use marquee_model::settings::SiteRecord;
use marquee_site::SiteIndex;
use marquee_store::{Account, KeyScope};
use serde::Deserialize;

use crate::fixtures::{SITES, records};

/// Actor in the audit log.
const ACTOR: &str = "demo";

/// How many days ago the demo's members joined.
const JOINED: i64 = 400;

/// Name of the API keys of the ticketing sandbox.
const SANDBOX: &str = "sandbox-ticketing";

#[derive(Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct LoyaltyProgram {
    levels: Vec<Level>,
    rewards: Vec<Reward>,
    memberships: Vec<MembershipItem>,
    evouchers: Vec<EVoucher>,
    gift_cards: Vec<DemoGiftCard>,
    cards: Vec<DemoCard>,
    members: Vec<DemoMember>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct DemoGiftCard {
    number: String,
    pin: String,
    amount: i64,
    currency: String,
    expires_in_days: i64,
}

/// A card without a member.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct DemoCard {
    code: String,
    pin: Option<String>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct DemoMember {
    email: String,
    username: Option<String>,
    password: Option<String>,
    first_name: String,
    last_name: String,
    mobile_number: Option<String>,
    city: Option<String>,
    country: String,
    #[serde(default)]
    language: String,
    card_code: String,
    member_item: Option<String>,
    #[serde(default)]
    expired_days_ago: Option<i64>,
    #[serde(default)]
    welcome_points: i64,
    #[serde(default)]
    favorite_films: Vec<String>,
    #[serde(default)]
    favorite_cinemas: Vec<String>,
    #[serde(default)]
    orders: Vec<Visit>,
}

/// A visit to the cinema; its date is relative to today.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct Visit {
    transaction: String,
    days_ago: i64,
    cinema_id: String,
    reference: String,
    movie_title: String,
    screen_name: String,
    tickets: Vec<OrderLine>,
    concessions: Vec<OrderLine>,
    ticket_ids: Vec<String>,
    total: Money,
}

fn days(now: Timestamp, days: i64) -> Timestamp {
    now.saturating_add(SignedDuration::from_hours(24 * days)).unwrap_or(now)
}

/// Creates offers and members of demo sites without them. Creates what is missing if an earlier start was interrupted.
pub async fn create(loyalty: &Loyalty, sites: &SiteIndex, now: Timestamp) -> Result<()> {
    for key in SITES {
        let site = sites
            .all()
            .into_iter()
            .find(|s| s.id.as_str() == key)
            .context("a site of the demo is missing")?;
        // They are saved last.
        let evouchers: Vec<EVoucher> = loyalty.store().offers(&site.id).await?;
        if evouchers.is_empty() {
            let program: LoyaltyProgram = records(&format!("demo/{key}/loyalty.json"))?;
            create_records(loyalty, &site.record, &site.origin, program, now).await?;
        }
    }
    Ok(())
}

/// Generates the API keys with which the ticketing sandbox books purchases. They are new at each start, because secrets of
/// keys are not stored.
pub async fn till_keys(loyalty: &Loyalty, sites: &SiteIndex) -> Result<BTreeMap<SiteId, String>> {
    let mut keys = BTreeMap::new();
    for site in sites.all().into_iter().filter(|site| SITES.contains(&site.id.as_str())) {
        let key = loyalty
            .admin(&site.record, ACTOR)
            .add_key(SANDBOX, KeyScope::Till, None, PointsLimit::BOX_OFFICE)
            .await?;
        keys.insert(site.id.clone(), key);
    }
    Ok(keys)
}

async fn create_records(
    loyalty: &Loyalty,
    site: &SiteRecord,
    origin: &str,
    program: LoyaltyProgram,
    now: Timestamp,
) -> Result<()> {
    let visitor = Visitor {
        site,
        origin,
        address: std::net::Ipv4Addr::LOCALHOST.into(),
        device: "demo",
        language: site.config.locale.short(),
    };
    macro_rules! save {
        ($($records:expr),+) => {
            let mut tx = loyalty.store().begin().await?;
            $(for (position, record) in (0..).zip($records) {
                tx.save_offer(&site.key, position, record).await?;
            })+
            tx.commit().await?;
        };
    }
    save!(&program.levels, &program.rewards, &program.memberships);
    for gift in &program.gift_cards {
        let value = Money { amount: gift.amount, currency: gift.currency.clone() };
        let expires_at = days(now, gift.expires_in_days);
        let printed_card = Some((gift.number.as_str(), gift.pin.as_str()));
        match loyalty.operations().issue_gift_card(site, ACTOR, &value, printed_card, Some(expires_at)).await
        {
            Err(LoyaltyError::Refused(RefusalReason::GiftCardNumberTaken)) => {}
            issued => drop(issued?),
        }
    }
    for card in &program.cards {
        loyalty.operations().put_card(site, ACTOR, &card.code, card.pin.as_deref(), None).await?;
    }
    for person in &program.members {
        let item = program.memberships.iter().find(|i| Some(&i.code) == person.member_item.as_ref());
        enroll(loyalty, visitor, person, item, now).await.with_context(|| person.email.clone())?;
    }
    save!(&program.evouchers);
    Ok(())
}

async fn enroll(
    loyalty: &Loyalty,
    visitor: Visitor<'_>,
    person: &DemoMember,
    item: Option<&MembershipItem>,
    now: Timestamp,
) -> Result<()> {
    let site = visitor.site;
    let id = if let Some(row) = loyalty.store().member_by_email(&site.key, &person.email).await? {
        row.member.id
    } else {
        let member = member(loyalty, site, person, item, now)?;
        let (password, card) =
            (person.password.as_deref().map(Password::from), Some(person.card_code.as_str()));
        loyalty.operations().put_member_with_card(site, ACTOR, &member, password.as_ref(), card).await?;
        member.id
    };
    let points = Account::Points(id.clone());
    if person.welcome_points > 0 && loyalty.store().balance(&site.key, &points).await? == 0 {
        let joined_at = days(now, -JOINED);
        let (amount, at) = (person.welcome_points, Some(joined_at));
        let adjustment = PointsAdjustment { amount, reason: "Welcome", at, request_id: None };
        loyalty.operations().adjust_points(site, ACTOR, &id, adjustment).await?;
    }
    let till = Till { name: "demo".to_owned() };
    for visit in person.orders.iter().rev() {
        match loyalty.tills().book_purchase(site, &till, &booking(visit, &person.card_code, now)).await {
            // It was booked by an interrupted start, with another date.
            Err(LoyaltyError::Field { field: "transactionId", .. }) => {}
            booked => drop(booked?),
        }
    }
    if let (Some(username), Some(password)) = (&person.username, &person.password)
        && !(person.favorite_films.is_empty() && person.favorite_cinemas.is_empty())
    {
        // Only a signed-in member can change favorites.
        let sign_in =
            loyalty.sessions().sign_in(visitor, ApiVersion::V3, username, &password.as_str().into()).await?;
        let principal = loyalty.sessions().session_by_token(site, &sign_in.tokens.session).await?;
        for film in &person.favorite_films {
            loyalty.accounts().set_favorite_film(site, &principal, film, true).await?;
        }
        let choices: Vec<FavoriteTheater> = person
            .favorite_cinemas
            .iter()
            .map(|id| FavoriteTheater { id: id.clone(), newsletter: true })
            .collect();
        loyalty.accounts().save_favorite_theaters(site, &principal, &choices).await?;
        loyalty.sessions().sign_out(site, &principal).await?;
    }
    Ok(())
}

fn member(
    loyalty: &Loyalty,
    site: &SiteRecord,
    person: &DemoMember,
    item: Option<&MembershipItem>,
    now: Timestamp,
) -> Result<Member> {
    let expired = person.expired_days_ago.map(|ago| days(now, -ago));
    let membership_end = item.and_then(|item| item.end(now));
    Ok(Member {
        id: loyalty.operations().new_member_id()?,
        club_id: item.map_or_else(|| site.settings.loyalty.club_id.clone(), |i| i.club_id.clone()),
        username: person.username.clone(),
        email: Some(person.email.clone()),
        first_name: person.first_name.clone(),
        last_name: person.last_name.clone(),
        phone_number: person.mobile_number.clone(),
        mobile_number: person.mobile_number.clone(),
        date_of_birth: None,
        gender: None,
        address1: None,
        address2: None,
        city: person.city.clone(),
        state: None,
        zip_code: None,
        country: Some(person.country.clone()),
        level_id: item.map_or(0, |i| i.level_id),
        expires_at: expired.or(membership_end),
        consents: Consents::default(),
        pickup_cinema_id: None,
        preferred_cinema_id: person.favorite_cinemas.first().cloned(),
        preferred_cinema_list: person.favorite_cinemas.clone(),
        preferred_genres: Vec::new(),
        house_size: 0,
        marital_status: String::new(),
        national_id: None,
        standing: MemberStatus::Active,
        language: if person.language.is_empty() { "en" } else { &person.language }.to_owned(),
        membership_due: false,
        payment_customer: None,
        lifetime_points: 0,
        created_at: days(now, -JOINED),
    })
}

fn booking(visit: &Visit, card: &str, now: Timestamp) -> Booking {
    let at = days(now, -visit.days_ago);
    Booking {
        transaction: visit.transaction.clone(),
        member: card.to_owned(),
        is_refund: false,
        cinema_id: Some(visit.cinema_id.clone()),
        cinema_name: None,
        is_unknown_cinema: false,
        at: Some(at),
        reference: Some(visit.reference.clone()),
        movie_title: Some(visit.movie_title.clone()),
        showtime_at: Some(at.saturating_add(SignedDuration::from_hours(2)).unwrap_or(at)),
        screen_name: Some(visit.screen_name.clone()),
        tickets: visit.tickets.clone(),
        concessions: visit.concessions.clone(),
        ticket_ids: visit.ticket_ids.clone(),
        total: visit.total.clone(),
        membership: None,
        refunded_order: None,
    }
}
