//! The `peachCode` of each rule of the engine that refuses a call (loyalty-gateway.md, section 2).

use marquee_loyalty::RefusalReason as Reason;
use marquee_model::peach::PeachCode;

/// The code of a refusal. Several reasons share a code, so that a response does not reveal more than the contract says.
#[must_use]
pub fn refusal_code(reason: Reason) -> PeachCode {
    match reason {
        Reason::InvalidSession | Reason::UnknownKey => PeachCode::InvalidSession,
        Reason::NotActivated => PeachCode::NotActivated,
        Reason::UnknownEmail => PeachCode::EmailUnknown,
        Reason::UnknownMember | Reason::UnknownSignIn | Reason::UnknownTicket => PeachCode::MemberNotFound,
        Reason::WrongCredentials => PeachCode::WrongCredentials,
        Reason::AlreadyMember => PeachCode::EmailTaken,
        Reason::MembershipExpired => PeachCode::Expired,
        Reason::InvalidGiftCard | Reason::GiftCardNumberTaken => PeachCode::InvalidGiftCard,
        Reason::InvalidResetCode => PeachCode::InvalidResetCode,
        Reason::WrongPassword => PeachCode::WrongCurrentPassword,
        Reason::LoginTaken => PeachCode::EmailTakenByOther,
        Reason::AlreadyConfirmed | Reason::AlreadyHasMembership => PeachCode::AlreadyActive,
        Reason::WeakPassword => PeachCode::WeakPassword,
        Reason::UsernameAlreadySet
        | Reason::NoEmail
        | Reason::InvalidCode
        | Reason::InvalidRedemptionCode
        | Reason::UnknownMembership
        | Reason::UnknownOrder
        | Reason::OrderClosed
        | Reason::UnknownCard
        | Reason::UnusableCard
        | Reason::WrongPin
        | Reason::RewardUnavailable
        | Reason::NotEnoughPoints
        | Reason::AccountFrozen => PeachCode::InvalidActivation,
        Reason::AccountLocked => PeachCode::Locked,
        Reason::TooManyFailures | Reason::CaptchaUsed => PeachCode::TooManyAttempts,
        Reason::PasswordChangeRequired => PeachCode::PasswordChangeRequired,
        Reason::AccountBlocked => PeachCode::Blocked,
        Reason::CardTaken => PeachCode::CardActive,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn err_23_reasons_that_the_contract_does_not_distinguish_share_a_code() {
        let all_have_code = |reasons: &[Reason], number: u16| {
            assert!(reasons.iter().all(|reason| refusal_code(*reason).number() == number), "{number}");
        };
        all_have_code(
            &[Reason::NotEnoughPoints, Reason::AccountFrozen, Reason::UnknownOrder, Reason::WrongPin],
            85,
        );
        all_have_code(&[Reason::UnknownMember, Reason::UnknownTicket], 30);
        all_have_code(&[Reason::UnknownEmail], 29);
        all_have_code(&[Reason::AlreadyMember], 34);
        all_have_code(&[Reason::LoginTaken], 60);
    }
}
