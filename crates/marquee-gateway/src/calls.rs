//! Dispatches each call of the table to the function that implements it on the embedded engine.

use futures::future::BoxFuture;
use serde::Serialize;

use crate::context::Context;
use crate::reply::{CallResponse, Effect, Failure, to_fields};
use crate::table::CallName as N;

mod account;
mod cards;
mod favorites;
mod history;
mod member_fields;
mod membership;
mod passes;
mod recovery;
mod session;

pub use member_fields::profile;
pub use recovery::reset_link;

/// A successful response that does not change the session.
fn fields_response(response: impl Serialize) -> Result<CallResponse, Failure> {
    Ok(CallResponse::Done(to_fields(response), Effect::None))
}

/// A successful response without fields.
fn empty_response() -> Result<CallResponse, Failure> {
    Ok(CallResponse::Done(serde_json::Map::new(), Effect::None))
}

/// Executes a call. Each future is boxed separately, because one future for all calls would be as large as the largest of them.
pub fn execute<'c>(c: &'c Context<'c>) -> BoxFuture<'c, Result<CallResponse, Failure>> {
    match c.call.name {
        N::Login => Box::pin(session::login(c)),
        N::RefreshLogin => Box::pin(session::refresh(c)),
        N::Logout => Box::pin(session::logout(c)),
        N::GetMember => Box::pin(session::get_member(c)),
        N::ValidateToken => Box::pin(session::validate_token(c)),
        N::LoginByToken => Box::pin(session::login_by_token(c)),
        N::GetValidatedMember => Box::pin(session::validated_member(c)),
        N::Create => Box::pin(account::create(c)),
        N::StartRegistration => Box::pin(account::start_registration(c)),
        N::Edit => Box::pin(account::edit(c)),
        N::Delete => Box::pin(account::delete(c)),
        N::SendMemberActivationCode => Box::pin(account::send_activation(c)),
        N::UsernameReminder => Box::pin(recovery::reminder(c)),
        N::GetResetPasswordCode => Box::pin(recovery::request_code(c)),
        N::ValidatePasswordResetCode => Box::pin(recovery::check_code(c)),
        N::ResetPassword => Box::pin(recovery::reset(c)),
        N::MemberSearch => Box::pin(recovery::search(c)),
        N::OrderHistory => Box::pin(history::orders(c)),
        N::TransactionHistory => Box::pin(history::transactions(c)),
        N::GetItems => Box::pin(history::items(c)),
        N::RewardsListing => Box::pin(history::rewards(c)),
        N::OrderLoyaltyItem => Box::pin(history::order_item(c)),
        N::ConfirmItemRedemption => Box::pin(history::redeem(c)),
        N::GetEVoucherConcessions => Box::pin(history::vouchers(c)),
        N::GetMembershipList => Box::pin(membership::list(c)),
        N::SetMemberToActivateOnComplete => Box::pin(membership::select(c)),
        N::AddMembership => Box::pin(membership::add(c)),
        N::CompletePayment => Box::pin(membership::complete(c)),
        N::GetPaymentProviderPortalSession => Box::pin(membership::portal(c)),
        N::GetCards => Box::pin(cards::list(c)),
        N::AddCard => Box::pin(cards::add(c)),
        N::DeleteCard => Box::pin(cards::delete(c)),
        N::ReportLostCard => Box::pin(cards::report_lost(c)),
        N::CheckGiftCardBalance => Box::pin(cards::gift_card_balance(c)),
        N::GetFavoriteFilms => Box::pin(favorites::films(c)),
        N::AddFavoriteFilm => Box::pin(favorites::set_film(c, true)),
        N::RemoveFavoriteFilm => Box::pin(favorites::set_film(c, false)),
        N::GetFavoriteCinemas => Box::pin(favorites::cinemas(c)),
        N::AddFavoriteCinema => Box::pin(favorites::add_cinemas(c)),
        N::RemoveFavoriteCinema => Box::pin(favorites::remove_cinema(c)),
        N::CreateLoyaltyCard => Box::pin(passes::card(c)),
        N::GetETicket => Box::pin(passes::ticket(c)),
    }
}
