//! Paths of the server's endpoints. `cargo xtask codegen` writes those that the browser needs to `web/rules/paths.gen.ts`.
//!
//! Endpoints that redirect to the ticketing site are in `marquee_model::ticketing`.

/// Liveness: whether the process runs.
pub const HEALTH_PATH: &str = "/healthz";
/// Readiness: whether the database responds.
pub const READINESS_PATH: &str = "/readyz";
/// The service worker.
pub const SERVICE_WORKER_PATH: &str = "/sw.js";
/// Scripts and stylesheets, by names with a fingerprint.
pub const ASSETS_PREFIX: &str = "/assets/";
/// Font files, by names with a fingerprint.
pub const FONTS_PREFIX: &str = "/fonts/";
/// Renditions of pictures: site, picture and rendition follow.
pub const MEDIA_PREFIX: &str = "/media/";

/// How addresses of videos of the media library end.
pub const VIDEO_EXTENSION: &str = ".mp4";

/// How addresses of their captions end.
pub const CAPTIONS_EXTENSION: &str = ".vtt";
/// Loyalty calls, unless `options.loyaltyEndpoint` is set.
pub const CYPHER_PATH: &str = "/api/cypher";
/// Loyalty calls without an envelope: the path of the call follows (TRANS-09).
pub const INNER_CALLS_PREFIX: &str = "/api/loyalty/";
/// The sign-in form of browsers without scripts.
pub const SIGN_IN_PATH: &str = "/api/sign-in";
/// Single-use tickets for the hand-over to the ticketing site (security 5.2).
pub const HAND_OVER_TICKET_PATH: &str = "/api/hand-over-ticket";
/// Redirect to the ticketing site with the member's token (security 5.2).
pub const HAND_OVER_PATH: &str = "/api/hand-over";
/// Links in confirmation mails.
pub const ACTIVATE_PATH: &str = "/api/activate";
/// Challenges of the server's own captcha (VALID-08).
pub const CAPTCHA_CHALLENGE_PATH: &str = "/api/captcha/challenge";
/// The hashed id of the member (ANLY-04).
pub const MARKETING_ID_PATH: &str = "/api/marketing-id";
/// Endpoints for the signed-in member.
pub const MEMBER_PREFIX: &str = "/api/member/";
/// All data of the member.
pub const MEMBER_EXPORT_PATH: &str = "/api/member/export";
/// The member's sign-ins.
pub const MEMBER_SESSIONS_PATH: &str = "/api/member/sessions";
/// Ends one of the member's sign-ins.
pub const END_MEMBER_SESSION_PATH: &str = "/api/member/sessions/end";
/// Purchases and refunds of points of sale.
pub const POS_TRANSACTIONS_PATH: &str = "/api/pos/transactions";
/// Events of the payment provider.
pub const PAYMENT_WEBHOOK_PATH: &str = "/api/payments/webhook";
/// Messages of systems that push their schedules: the id of the feed follows.
pub const FEED_PUSH_PREFIX: &str = "/api/feeds/";
/// Records of a loyalty program: site key and kind follow.
pub const OPERATOR_PREFIX: &str = "/api/operator/";
/// The site editor.
pub const EDITOR_PREFIX: &str = "/editor/";
/// The API of the site editor.
pub const EDITOR_API_PREFIX: &str = "/api/editor/";
/// The OpenAPI document.
pub const OPENAPI_PATH: &str = "/api/openapi.json";
/// What assistants call: Model Context Protocol (decision 0070).
pub const MCP_PATH: &str = "/api/mcp";
/// Selects a theater and redirects to `return`.
pub const SELECT_THEATER_PATH: &str = "/api/select-theater";
/// The proxy for third-party scripts (ROUTE-12).
pub const THIRD_PARTY_PROXY_PATH: &str = "/__third-party-proxy";
/// The origins whose messages a previewed page accepts (PREV-03, PREV-04).
pub const PREVIEW_PATH: &str = "/api/preview";
/// Settings of loyalty calls, for pages outside the member area. The prefix of the locale precedes it.
pub const MEMBER_AREA_PATH: &str = "/api/member-area.json";
/// Coming shows that were canceled or moved. The prefix of the locale precedes it.
pub const CHANGED_SHOWS_PATH: &str = "/api/changed-shows.json";
/// The site's picture for link previews. The prefix of the locale precedes it.
pub const SITE_PICTURE_PATH: &str = "/api/share/site.png";

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn endpoints_of_members_are_below_their_prefix() {
        for path in [MEMBER_EXPORT_PATH, MEMBER_SESSIONS_PATH, END_MEMBER_SESSION_PATH] {
            assert!(path.starts_with(MEMBER_PREFIX), "{path}");
        }
    }
}
