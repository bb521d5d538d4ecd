//! Orders, points, rewards, vouchers.

use marquee_api::loyalty::{
    ConcessionsResponse, ItemsResponse, MoneyAmount, OrderedResponse, OrdersResponse, PointsTransaction,
    RedeemedResponse, RewardItem, RewardOffer, RewardsResponse, TransactionsResponse, VoucherOffer,
};
use marquee_loyalty::{ListedReward, PointsLine};
use marquee_model::loyalty::{EVoucher, Localizable};

use super::fields_response;
use crate::context::Context;
use crate::problem::Problem;
use crate::reply::{CallResponse, Failure, balances, format_seconds, order};

/// The parameter `maxResults`; `None` if absent or empty (CALL-21).
fn max_results(c: &Context<'_>) -> Result<Option<u64>, Problem> {
    match c.arguments.get("maxResults").filter(|text| !text.is_empty()) {
        None => Ok(None),
        Some(text) => {
            let limit = text.parse::<u32>().map(|n| Some(u64::from(n)));
            limit.map_err(|_| Problem::malformed("maxResults", "must be an integer between 0 and 4294967295"))
        }
    }
}

pub async fn orders(c: &Context<'_>) -> Result<CallResponse, Failure> {
    let principal = c.active_member().await?;
    let mut orders =
        c.loyalty().program().orders(&c.request.site.record, &principal, max_results(c)?).await?;
    for order in &mut orders {
        let name = order.cinema_id.as_deref().and_then(|id| c.cinema_name(id));
        order.cinema_name = order.cinema_name.take().or_else(|| name.map(str::to_owned));
    }
    fields_response(OrdersResponse { orders: orders.iter().map(order).collect() })
}

fn line(t: &PointsLine) -> PointsTransaction {
    PointsTransaction {
        transaction_id: t.transfer.as_str().to_owned(),
        occurred_at: format_seconds(t.at),
        kind: t.kind.into(),
        balance_type: t.unit.clone(),
        amount: t.amount,
        balance_after: t.balance_after,
        description: t.description.clone(),
        cinema_id: t.cinema_id.clone(),
        order_id: t.order_id.as_ref().map(|id| id.as_str().to_owned()),
    }
}

pub async fn transactions(c: &Context<'_>) -> Result<CallResponse, Failure> {
    let principal = c.active_member().await?;
    let transactions =
        c.loyalty().program().transactions(&c.request.site.record, &principal, max_results(c)?).await?;
    fields_response(TransactionsResponse { transactions: transactions.iter().map(line).collect() })
}

/// The rewards that the member can order now.
pub async fn items(c: &Context<'_>) -> Result<CallResponse, Failure> {
    let principal = c.active_member().await?;
    let all = c.loyalty().program().rewards(&c.request.site.record, &principal, None).await?;
    let item = |ListedReward { reward, .. }: ListedReward| {
        let reward = reward.in_language(c.request.language);
        RewardItem {
            item_code: reward.item_code,
            name: reward.name,
            description: reward.description,
            points_cost: reward.points_cost,
            image_url: reward.image_url,
        }
    };
    let available = all.into_iter().filter(|reward| reward.unavailable.is_none());
    fields_response(ItemsResponse { items: available.map(item).collect() })
}

pub async fn rewards(c: &Context<'_>) -> Result<CallResponse, Failure> {
    let principal = c.active_member().await?;
    let all = c.loyalty().program().rewards(&c.request.site.record, &principal, c.cinema()).await?;
    let offer = |ListedReward { reward, unavailable }: ListedReward| {
        let reward = reward.in_language(c.request.language);
        RewardOffer {
            reward_id: reward.item_code.clone(),
            item_code: reward.item_code,
            name: reward.name,
            description: reward.description,
            points_cost: reward.points_cost,
            image_url: reward.image_url,
            is_available: unavailable.is_none(),
            unavailable_reason: unavailable.map(str::to_owned),
        }
    };
    fields_response(RewardsResponse { rewards: all.into_iter().map(offer).collect() })
}

pub async fn order_item(c: &Context<'_>) -> Result<CallResponse, Failure> {
    let principal = c.active_member().await?;
    let item = c.payload.required_text("itemCode")?;
    let quantity = c.payload.optional_u32("quantity")?.unwrap_or(1);
    let request = c.payload.optional_text("clientRequestId")?;
    let ordered = c
        .loyalty()
        .program()
        .order_reward(c.visitor(), &principal, c.cinema(), &item, quantity, request.as_deref())
        .await?;
    fields_response(OrderedResponse {
        order_id: ordered.order_id.as_str().to_owned(),
        redemption_code: ordered.code,
        balances: balances(ordered.points),
    })
}

pub async fn redeem(c: &Context<'_>) -> Result<CallResponse, Failure> {
    let order =
        c.loyalty().program().redeem(c.visitor(), &c.payload.required_text("redemptionCode")?).await?;
    fields_response(RedeemedResponse {
        order_id: order.id.as_str().to_owned(),
        redeemed_at: order.redeemed_at.map(format_seconds),
    })
}

pub async fn vouchers(c: &Context<'_>) -> Result<CallResponse, Failure> {
    let all: Vec<EVoucher> = c.loyalty().program().vouchers(&c.request.site.record).await?;
    let is_valid_here = |v: &&EVoucher| {
        v.theaters.is_empty() || c.cinema().is_some_and(|id| v.theaters.iter().any(|t| t == id))
    };
    let voucher = |v: &EVoucher| {
        let v = v.clone().in_language(c.request.language);
        VoucherOffer {
            code: v.code,
            name: v.name,
            description: v.description,
            price: MoneyAmount::from(&v.price),
            image_url: v.image_url,
        }
    };
    fields_response(ConcessionsResponse {
        concessions: all.iter().filter(is_valid_here).map(voucher).collect(),
    })
}
