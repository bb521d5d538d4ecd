//! The member area: forms for guests and page frames for members. Its pages do not depend on the member; the browser loads
//! the member's data.

use marquee_api::paths::CYPHER_PATH;
use marquee_api::{Link, MemberArea, MemberCaptcha, MemberPage, MemberScreen, MemberTheater, PageBody};
use marquee_messages::server;
use marquee_model::Tag;
use marquee_model::catalog::MenuItem;
use marquee_model::settings::{LoyaltyProvider, SignInLabels};
use marquee_store::StoreError;
use serde_json::Value;

use super::context::{PageContext, PageDraft};
use super::{BuiltPage, frame};

/// Maximum number of entries of the members' menu.
const MAX_MENU_ENTRIES: usize = 12;

/// Default URL for saving wallet passes (WALLET-04).
const WALLET_SAVE_URL: &str = "https://pay.google.com/gp/v/save/<signed_jwt>";

pub async fn build(context: &PageContext<'_>, screen: MemberScreen) -> Result<BuiltPage, StoreError> {
    let theaters = context.snapshot.theaters.iter().map(|t| MemberTheater {
        id: t.id.to_string(),
        name: t.name.clone(),
        address: t.address.short_line(),
        time_zone: t.time_zone.clone(),
        href: context.hrefs.theater(t),
    });
    let films = context.sorted_movies(context.snapshot.all_movies());
    let pictures = films.into_iter().filter_map(|m| context.picture(m.backdrop.as_ref()));
    let picture = pictures.take(1 + picture_index(screen)).last();
    let body = MemberPage {
        screen,
        code: context.query.code,
        area: member_area(context),
        picture,
        theaters: theaters.collect(),
    };
    let mut page = PageDraft::new(title(context, screen).to_owned(), PageBody::Member(Box::new(body)));
    // The menu marks the page that sells memberships, which a saved block can do.
    page.tags = vec![Tag::Films, Tag::Theaters, Tag::SavedBlocks];
    page.is_noindex = true;
    context.finish(page).await
}

/// Index of the film whose picture is shown beside a form. It differs between consecutive forms.
fn picture_index(screen: MemberScreen) -> usize {
    match screen {
        MemberScreen::ForgotPassword | MemberScreen::ForgotUsername => 1,
        MemberScreen::GiftCard => 2,
        _ => 0,
    }
}

fn title(context: &PageContext<'_>, screen: MemberScreen) -> &'static str {
    match screen {
        MemberScreen::Home => server::member_home(context.language()),
        MemberScreen::Join => server::member_join(context.language()),
        MemberScreen::Activate => server::member_activate(context.language()),
        MemberScreen::ForgotPassword => server::member_forgot_password(context.language()),
        MemberScreen::ForgotUsername => server::member_forgot_username(context.language()),
        MemberScreen::GiftCard => server::member_gift_card(context.language()),
        MemberScreen::Rewards => server::member_rewards(context.language()),
        MemberScreen::Vouchers => server::member_vouchers(context.language()),
        MemberScreen::Watchlist => server::member_watchlist(context.language()),
        MemberScreen::Theaters => server::member_theaters(context.language()),
        MemberScreen::Orders => server::member_orders(context.language()),
        MemberScreen::Cards => server::member_cards(context.language()),
        MemberScreen::Profile => server::member_profile(context.language()),
    }
}

/// Settings of calls to the site's loyalty program (LOYC-01 to LOYC-19).
pub fn member_area(context: &PageContext<'_>) -> MemberArea {
    let record = &context.site.record;
    let (settings, options) = (&record.settings, &record.config.options);
    let loyalty = &settings.loyalty;
    let slug = settings.login_page.slug.as_str();
    let cinema = context.theater().or(context.snapshot.theaters.first()).map_or("", |t| t.id.as_str());
    let parameters = loyalty.call_parameters(settings.circuit.id.as_deref().unwrap_or_default(), cinema);
    let text =
        |configured: &Option<String>, default: &str| configured.clone().unwrap_or_else(|| default.to_owned());
    let label = |configured: &str, pick: fn(&SignInLabels) -> &String| {
        context.fill(frame::access_text(context, configured, pick))
    };
    let ticketing = [&loyalty.ticketing_url, &settings.ticketing_url];
    MemberArea {
        href: if slug.is_empty() { String::new() } else { context.hrefs.path(&format!("/{slug}/")) },
        version: if parameters.version == 3 { 3 } else { 1 },
        circuit_id: parameters.circuit_id,
        cinema_id: parameters.cinema_id,
        current_cinema: !matches!(
            loyalty.provider,
            LoyaltyProvider::None | LoyaltyProvider::Rts | LoyaltyProvider::Vista
        ),
        club_id: loyalty.club_id.clone(),
        provider: loyalty.provider.as_str().to_owned(),
        kind: loyalty.effective_type().to_owned(),
        balance_types: parameters.balance_types,
        scannable_code_format: loyalty.scannable_code_format.clone(),
        card_type: loyalty.card_type.clone(),
        ticketing_url: ticketing.into_iter().find(|url| !url.is_empty()).cloned().unwrap_or_default(),
        token_parameter: loyalty.provider.token_parameter(options.token_parameter.as_deref()).to_owned(),
        launch_ticketing: options.launch_ticketing,
        allow_expired_accounts_login: loyalty.allow_expired_accounts_login,
        session_timeout: loyalty.session_timeout,
        original_messages: settings.display_original_cypher_messages,
        include_activation: loyalty.include_activation,
        include_activation_card_number: loyalty.include_activation_card_number,
        include_activation_phone_number: loyalty.include_activation_phone_number,
        include_watchlist: loyalty.include_watchlist,
        guest_header_access_label: label(&loyalty.guest_header_access_label, |t| {
            &t.guest_header_access_label
        }),
        guest_signup_tab_button: label(&loyalty.guest_signup_tab_button, |t| &t.guest_signup_tab_button),
        guest_signup_tab_text: label(&loyalty.guest_signup_tab_text, |t| &t.guest_signup_tab_text),
        logged_in_header_access_label: context.fill_for_member(frame::access_text(
            context,
            &loyalty.logged_in_header_access_label,
            |t| &t.logged_in_header_access_label,
        )),
        logged_in_menu: menu(context, loyalty.logged_in_menu.as_ref()),
        endpoint: text(&options.loyalty_endpoint, CYPHER_PATH),
        wallet_prefix: options.wallet_prefix().to_owned(),
        wallet_save_url: text(&options.wallet_save_url, WALLET_SAVE_URL),
        password_policy: loyalty.provider.password_policy(options.password_policy),
        password_length: options.min_password_length(),
        email_activation: options.email_activation,
        countries: record.config.all_countries.iter().map(|c| c.iso31661_a2.clone()).collect(),
        captcha: options.captcha.as_ref().map(|captcha| MemberCaptcha {
            provider: captcha.provider,
            site_key: captcha.site_key.clone(),
            scored: captcha.min_score.is_some(),
            stand_ins: context.third_parties.source.stand_ins(),
        }),
    }
}

/// The links of the members' menu (ROLE-10). The setting may be any value (LOYC-09); only entries of a list that have a label are
/// shown. An entry without an allowed address is a disabled link (LINK-01).
fn menu(context: &PageContext<'_>, setting: Option<&Value>) -> Vec<Link> {
    let text =
        |entry: &Value, key: &str| entry.get(key).and_then(Value::as_str).map(str::trim).map(str::to_owned);
    let entries = setting.and_then(Value::as_array).into_iter().flatten();
    entries
        .filter_map(|entry| {
            Some((text(entry, "label").filter(|label| !label.is_empty())?, text(entry, "href")))
        })
        .map(|(label, href)| MenuItem { label, href: href.unwrap_or_default(), ..MenuItem::default() })
        .map(|item| frame::link(context, None, &item))
        .take(MAX_MENU_ENTRIES)
        .collect()
}
