//! What each call does: the rows of the table meet the engine's functions here.

use serde::Serialize;

use crate::gateway::Context;
use crate::reply::{Answer, Effect, Failure, fields};
use crate::table::CallName as N;

mod account;
mod cards;
mod favourites;
mod fields_of;
mod history;
mod membership;
mod passes;
mod recovery;
mod session;

pub use fields_of::profile;

/// An answer of fields that changes nothing of the session.
fn done(answer: impl Serialize) -> Result<Answer, Failure> {
    Ok(Answer::Done(fields(answer), Effect::None))
}

/// An answer of nothing but success.
fn ok() -> Result<Answer, Failure> {
    Ok(Answer::Done(serde_json::Map::new(), Effect::None))
}

/// Carries a call out.
pub async fn carry_out(c: &Context<'_>) -> Result<Answer, Failure> {
    match c.call.name {
        N::Login => session::login(c).await,
        N::RefreshLogin => session::refresh(c).await,
        N::Logout => session::logout(c).await,
        N::GetMember => session::get_member(c).await,
        N::ValidateToken => session::validate_token(c).await,
        N::LoginByToken => session::login_by_token(c).await,
        N::GetValidatedMember => session::validated_member(c).await,
        N::Create => account::create(c).await,
        N::StartRegistration => account::start_registration(c).await,
        N::Edit => account::edit(c).await,
        N::Delete => account::delete(c).await,
        N::SendMemberActivationCode => account::send_activation(c).await,
        N::UsernameReminder => recovery::reminder(c).await,
        N::GetResetPasswordCode => recovery::request_code(c).await,
        N::ValidatePasswordResetCode => recovery::check_code(c).await,
        N::ResetPassword => recovery::reset(c).await,
        N::MemberSearch => recovery::search(c).await,
        N::OrderHistory => history::orders(c).await,
        N::TransactionHistory => history::transactions(c).await,
        N::GetItems => history::items(c).await,
        N::RewardsListing => history::rewards(c).await,
        N::OrderLoyaltyItem => history::order_item(c).await,
        N::ConfirmItemRedemption => history::redeem(c).await,
        N::GetEVoucherConcessions => history::vouchers(c).await,
        N::GetMembershipList => membership::list(c).await,
        N::SetMemberToActivateOnComplete => membership::want(c).await,
        N::AddMembership => membership::add(c).await,
        N::CompletePayment => membership::complete(c).await,
        N::GetPaymentProviderPortalSession => membership::portal(c).await,
        N::GetCards => cards::list(c).await,
        N::AddCard => cards::add(c).await,
        N::DeleteCard => cards::delete(c).await,
        N::ReportLostCard => cards::lost(c).await,
        N::CheckGiftCardBalance => cards::gift(c).await,
        N::GetFavoriteFilms => favourites::films(c).await,
        N::AddFavoriteFilm => favourites::set_film(c, true).await,
        N::RemoveFavoriteFilm => favourites::set_film(c, false).await,
        N::GetFavoriteCinemas => favourites::cinemas(c).await,
        N::AddFavoriteCinema => favourites::add_cinemas(c).await,
        N::RemoveFavoriteCinema => favourites::remove_cinema(c).await,
        N::CreateLoyaltyCard => passes::card(c).await,
        N::GetETicket => passes::ticket(c).await,
    }
}
