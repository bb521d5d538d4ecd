//! Arrival of a hand-over: its token is redeemed once and removed from the URL (HAND-09, HAND-11, HAND-14).

use std::collections::BTreeSet;
use std::sync::Arc;

use axum::response::Response;
use http::header::{ORIGIN, REFERER, SET_COOKIE};
use http::{HeaderName, Method};
use marquee_model::settings::LoyaltyProvider;
use marquee_site::SiteHandle;

use super::product::{Member, SiteUnavailable, TokenOwner, Tokens};
use super::sessions::{Session, SignedInMember};
use super::{Fields, RequestContext, SandboxError, see_other, shop};

/// Maximum length of a token in bytes.
const MAX_TOKEN_BYTES: usize = 4 * 1024;

/// Message for visitors whose token was refused.
const REFUSED: &str =
    "This link was used before or is too old. Go back to the cinema\u{2019}s site and follow it again.";
/// Message for visitors whose token could not be redeemed.
const SITE_UNAVAILABLE: &str =
    "The cinema\u{2019}s site did not respond, so nobody was signed in. Try the link again.";

/// Handles a request with a token: redeems it and redirects to the address without it. `None` for any other request.
pub async fn redeem_token(
    context: &RequestContext<'_>,
    form: &Fields,
) -> Result<Option<Response>, SandboxError> {
    let names = names(context);
    if !names.iter().any(|name| context.query.has(name) || form.has(name)) {
        return Ok(None);
    }
    // The token is removed from the address and the history, even if it cannot be redeemed.
    let mut response = see_other(&context.address(&names));
    let token = names.iter().find_map(|name| form.get(name).or_else(|| context.query.get(name)));
    let Some(token) = token.filter(|_| context.head.method != Method::HEAD) else {
        return Ok(Some(response));
    };
    let now = context.app.pages.now();
    let headers = &context.head.headers;
    let mut session = match context.demo.sessions.session_of_request(headers, now) {
        Some((_, session)) => session,
        None => Session::new(now)?,
    };
    match redeem(context, form, token).await {
        Ok(signed_in) => {
            // A new session, so that nothing of a previous visitor is shown.
            session = Session::new(now)?;
            session.signed_in = Some(signed_in);
        }
        Err(reason) => session.notice = Some(reason),
    }
    if let Some(cookie) = context.demo.sessions.begin(headers, session, now)? {
        response.headers_mut().insert(SET_COOKIE, cookie);
    }
    Ok(Some(response))
}

/// The parameter names of hand-over tokens, of all sites and providers (HAND-13).
fn names(context: &RequestContext<'_>) -> Vec<String> {
    let site_parameters = context.demo.sites().into_iter().map(|site| {
        let options = &site.record.config.options;
        let provider = site.record.settings.loyalty.provider;
        provider.token_parameter(options.token_parameter.as_deref()).to_owned()
    });
    let providers = [LoyaltyProvider::Rts, LoyaltyProvider::Tapos, LoyaltyProvider::Cgr];
    let parameters = providers.into_iter().map(|provider| provider.token_parameter(None).to_owned());
    parameters.chain(site_parameters).collect::<BTreeSet<_>>().into_iter().collect()
}

/// Redeems a token at its site. The error is a message for the visitor.
async fn redeem(context: &RequestContext<'_>, form: &Fields, token: &str) -> Result<SignedInMember, String> {
    if token.len() > MAX_TOKEN_BYTES || !token.bytes().all(|b| b.is_ascii_graphic()) {
        return Err(REFUSED.to_owned());
    }
    let mut reason = REFUSED.to_owned();
    for site in likely_sites(context, form).await {
        match context.demo.product.redeem(&site, token).await {
            Ok(TokenOwner::Member(member, tokens)) => {
                return Ok(signed_in_member(&site, member, tokens));
            }
            // A site also refuses the token of another site. The token stays valid there.
            Ok(TokenOwner::NoOwner(7, _)) => {}
            Ok(TokenOwner::NoOwner(_, message)) => reason = message,
            Err(error) => {
                report(&site, &error);
                reason = SITE_UNAVAILABLE.to_owned();
            }
        }
    }
    Err(reason)
}

fn signed_in_member(site: &SiteHandle, member: Member, tokens: Tokens) -> SignedInMember {
    let (site_name, home) = (shop::site_name(site), shop::home(site));
    SignedInMember { site: site.id.clone(), site_name, home, member, tokens }
}

fn report(site: &SiteHandle, error: &SiteUnavailable) {
    tracing::warn!(site.id = %site.id, %error, "a call of the sandbox to a site failed: {error}");
}

/// The sites that may have issued a token: the site of the show or theater, else the site of the referring page, else all.
async fn likely_sites(context: &RequestContext<'_>, form: &Fields) -> Vec<Arc<SiteHandle>> {
    let all = context.demo.sites();
    let code = context.show_code().or_else(|| form.get("perfCode").map(str::to_owned));
    for site in &all {
        if let Some(code) = &code
            && matches!(shop::find(context.app, site, code).await, Ok(Some(_)))
        {
            return vec![site.clone()];
        }
        if let Some(theater) = context.query.get("theaterCode")
            && context.app.pages.has_theater(site, theater).await
        {
            return vec![site.clone()];
        }
    }
    let header = |name: HeaderName| context.head.headers.get(name).and_then(|v| v.to_str().ok());
    let from = header(ORIGIN).or_else(|| header(REFERER)).and_then(|from| url::Url::parse(from).ok());
    let from = from.map(|url| url.origin().ascii_serialization());
    let origin = all.iter().find(|site| Some(&site.origin) == from.as_ref()).cloned();
    origin.map_or(all, |site| vec![site])
}

/// Updates the member from the site, because they may have signed out there or have other points. Returns whether anything
/// changed.
pub async fn refresh_member(
    context: &RequestContext<'_>,
    session: &mut Session,
) -> Result<bool, SandboxError> {
    let Some(signed_in) = &mut session.signed_in else { return Ok(false) };
    let site = context.app.sites.by_id(&signed_in.site);
    let current = match &site {
        Some(site) => context.demo.product.member(site, &signed_in.tokens).await,
        None => Ok(TokenOwner::NoOwner(7, String::new())),
    };
    match (current, site) {
        (Ok(TokenOwner::Member(member, tokens)), Some(site)) => {
            let now = signed_in_member(&site, member, tokens);
            let changed = now != *signed_in;
            *signed_in = now;
            Ok(changed)
        }
        // Without a response, the stored data is kept.
        (Err(error), Some(site)) => {
            report(&site, &error);
            Ok(false)
        }
        _ => {
            session.notice =
                Some(format!("{} was signed out at {}.", signed_in.member.name, signed_in.site_name));
            session.signed_in = None;
            Ok(true)
        }
    }
}
