//! The names of calls in the OpenAPI document. Generated clients use them as function names, so they must not change.

use super::{CallName as N, Version};

impl N {
    /// The name of a call, without its version.
    #[must_use]
    pub const fn operation(self) -> &'static str {
        match self {
            Self::Login => "login",
            Self::RefreshLogin => "refreshLogin",
            Self::Logout => "logout",
            Self::Create => "create",
            Self::StartRegistration => "startRegistration",
            Self::Edit => "edit",
            Self::UsernameReminder => "usernameReminder",
            Self::GetResetPasswordCode => "getResetPasswordCode",
            Self::ValidatePasswordResetCode => "validatePasswordResetCode",
            Self::ResetPassword => "resetPassword",
            Self::MemberSearch => "memberSearch",
            Self::GetMember => "getMember",
            Self::ValidateToken => "validateToken",
            Self::LoginByToken => "loginByToken",
            Self::GetValidatedMember => "getValidatedMember",
            Self::SendMemberActivationCode => "sendMemberActivationCode",
            Self::Delete => "delete",
            Self::OrderHistory => "orderHistory",
            Self::TransactionHistory => "transactionHistory",
            Self::GetItems => "getItems",
            Self::RewardsListing => "rewardsListing",
            Self::OrderLoyaltyItem => "orderLoyaltyItem",
            Self::ConfirmItemRedemption => "confirmItemRedemption",
            Self::GetEVoucherConcessions => "getEVoucherConcessions",
            Self::GetMembershipList => "getMembershipList",
            Self::SetMemberToActivateOnComplete => "setMemberToActivateOnComplete",
            Self::AddMembership => "addMembership",
            Self::CompletePayment => "completePayment",
            Self::GetCards => "getCards",
            Self::AddCard => "addCard",
            Self::DeleteCard => "deleteCard",
            Self::ReportLostCard => "reportLostCard",
            Self::CheckGiftCardBalance => "checkGiftCardBalance",
            Self::GetFavoriteFilms => "getFavoriteFilms",
            Self::AddFavoriteFilm => "addFavoriteFilm",
            Self::RemoveFavoriteFilm => "removeFavoriteFilm",
            Self::GetFavoriteCinemas => "getFavoriteCinemas",
            Self::AddFavoriteCinema => "addFavoriteCinema",
            Self::RemoveFavoriteCinema => "removeFavoriteCinema",
            Self::GetPaymentProviderPortalSession => "getPaymentProviderPortalSession",
            Self::CreateLoyaltyCard => "createLoyaltyCard",
            Self::GetETicket => "getETicket",
        }
    }
}

impl Version {
    /// The suffix of operation ids for this version.
    #[must_use]
    pub const fn suffix(self) -> &'static str {
        match self {
            Self::V1 => "V1",
            Self::V2 => "V2",
            Self::V3 => "V3",
        }
    }
}
