//! Errors of the engine.

use marquee_auth::AuthError;
use marquee_model::id::IdError;
use marquee_store::StoreError;

/// A call failed and changed nothing.
#[derive(Debug, thiserror::Error)]
pub enum LoyaltyError {
    /// A rule of the loyalty program forbids it.
    #[error(transparent)]
    Refused(#[from] RefusalReason),
    /// The password must have been entered within the last 15 minutes (security 1.9).
    #[error("the password must be entered again")]
    Reauthenticate,
    /// An argument is invalid.
    #[error("{field} {rule}")]
    Field {
        /// The field's name in the API.
        field: &'static str,
        /// The violated rule, for example `must be one line`.
        rule: String,
    },
    /// Too many attempts from one IP address (security 2).
    #[error("too many attempts")]
    Limited {
        /// Seconds until the next attempt is allowed, at least 1.
        seconds: u64,
    },
    /// The queue of passwords to hash is full, hashing timed out, or a concurrent write won.
    #[error("the server is busy: try again")]
    Busy,
    /// The database failed.
    #[error(transparent)]
    Store(StoreError),
    /// An id that this program generated or stored is invalid.
    #[error(transparent)]
    Id(#[from] IdError),
    /// Stored data cannot be written or read as JSON.
    #[error(transparent)]
    Json(#[from] serde_json::Error),
    /// Hashing, encryption or the random number generator failed.
    #[error(transparent)]
    Crypto(#[from] AuthError),
}

/// The rule of the loyalty program that forbids a call.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum RefusalReason {
    /// The session is unknown, expired or ended.
    #[error("the session is unknown, expired or ended")]
    InvalidSession,
    /// The API key is unknown, or has another scope.
    #[error("unknown API key")]
    UnknownKey,
    /// Unknown name or wrong password; the error does not say which.
    #[error("wrong username or password")]
    WrongCredentials,
    /// The current password, which authorizes a change, is wrong.
    #[error("wrong current password")]
    WrongPassword,
    /// The new password violates the site's rules.
    #[error("the password is too weak")]
    WeakPassword,
    /// The email address is not confirmed, or the membership is not paid.
    #[error("the account is not activated")]
    NotActivated,
    /// The membership has expired, and the site does not allow expired members to sign in.
    #[error("the membership has expired")]
    MembershipExpired,
    /// An operator blocked the account.
    #[error("the account is blocked")]
    AccountBlocked,
    /// The account is locked until the password is reset: too many wrong passwords.
    #[error("the account is locked until its password is reset")]
    AccountLocked,
    /// The account is locked for up to 15 minutes: too many wrong passwords.
    #[error("too many wrong passwords: try again later")]
    TooManyFailures,
    /// An operator required a new password.
    #[error("the password must be changed first")]
    PasswordChangeRequired,
    /// The captcha answer was used before.
    #[error("the captcha answer was already used")]
    CaptchaUsed,
    /// The email address or username of a registration belongs to a member.
    #[error("a member has this email address or username")]
    AlreadyMember,
    /// The new email address or username belongs to another member.
    #[error("another member has this email address or username")]
    LoginTaken,
    /// The member already has a username; it can only be changed after signing in.
    #[error("the member already has a username")]
    UsernameAlreadySet,
    /// The member has no email address.
    #[error("the member has no email address")]
    NoEmail,
    /// No member has the email address. Returned only on sites that reveal this.
    #[error("no member has this email address")]
    UnknownEmail,
    #[error("unknown member")]
    UnknownMember,
    /// The sign-in is unknown, or another member's.
    #[error("unknown sign-in")]
    UnknownSignIn,
    /// The ticket is unknown, or another member's.
    #[error("unknown ticket")]
    UnknownTicket,
    /// The code from an email, a search or a started registration is unknown, used or expired.
    #[error("the code is unknown, used or expired")]
    InvalidCode,
    /// The code that resets a password is wrong, used or expired.
    #[error("the reset code is unknown, used or expired")]
    InvalidResetCode,
    /// The redemption code is unknown or used.
    #[error("the redemption code is unknown or used")]
    InvalidRedemptionCode,
    /// The email address is already confirmed.
    #[error("the email address is already confirmed")]
    AlreadyConfirmed,
    /// The member has this membership, or a higher one.
    #[error("the member already has this membership")]
    AlreadyHasMembership,
    /// The site does not sell the membership, or it is not the chosen one.
    #[error("unknown membership")]
    UnknownMembership,
    /// The order is unknown, another member's, or of another kind.
    #[error("unknown order")]
    UnknownOrder,
    /// The order was canceled, redeemed or refunded.
    #[error("the order was canceled, redeemed or refunded")]
    OrderClosed,
    /// The card is unknown, or not the member's.
    #[error("unknown card")]
    UnknownCard,
    /// The card is lost, expired, or needs a PIN.
    #[error("the card is lost, expired, or needs a PIN")]
    UnusableCard,
    /// The PIN is wrong, or was wrong too often.
    #[error("wrong PIN")]
    WrongPin,
    /// The card has an owner.
    #[error("the card has an owner")]
    CardTaken,
    /// The gift card is unknown, expired or locked, or its PIN is wrong; the error does not say which.
    #[error("the gift card is unknown, expired or locked, or the PIN is wrong")]
    InvalidGiftCard,
    /// Another gift card has this number.
    #[error("a gift card with this number already exists")]
    GiftCardNumberTaken,
    /// The reward is unknown, not available here, or for a higher level.
    #[error("the reward is not available to this member")]
    RewardUnavailable,
    /// The balance is too low.
    #[error("not enough points")]
    NotEnoughPoints,
    /// The ledger of the account is inconsistent: debits are refused until an operator resolves it (security 4.2).
    #[error("the account is frozen")]
    AccountFrozen,
}

impl From<StoreError> for LoyaltyError {
    fn from(error: StoreError) -> Self {
        match error {
            StoreError::InsufficientFunds => RefusalReason::NotEnoughPoints.into(),
            StoreError::Frozen => RefusalReason::AccountFrozen.into(),
            other => Self::Store(other),
        }
    }
}

impl LoyaltyError {
    pub(crate) fn field(field: &'static str, rule: impl Into<String>) -> Self {
        Self::Field { field, rule: rule.into() }
    }
}
