//! Orders, points, rewards, vouchers.

use marquee_loyalty::Shelf;
use marquee_model::loyalty::EVoucher;
use serde_json::{Value, json};

use super::done;
use crate::gateway::Context;
use crate::problem::Problem;
use crate::reply::{Answer, Failure, balances, money, order, seconds};

/// `maxResults` (CALL-21).
fn most(c: &Context<'_>) -> Result<Option<u64>, Problem> {
    match c.arguments.get("maxResults").filter(|text| !text.is_empty()) {
        None => Ok(None),
        Some(text) => {
            let most = text.parse::<u32>().map(|n| Some(u64::from(n)));
            most.map_err(|_| Problem::malformed("maxResults", "must be a whole number"))
        }
    }
}

pub async fn orders(c: &Context<'_>) -> Result<Answer, Failure> {
    let signed = c.member().await?;
    let mut found = c.loyalty().orders(&c.asked.site.record, &signed, most(c)?).await?;
    for order in &mut found {
        let name = order.cinema_id.as_deref().and_then(|id| c.cinema_name(id));
        order.cinema_name = order.cinema_name.take().or_else(|| name.map(str::to_owned));
    }
    done(json!({ "orders": found.iter().map(order).collect::<Vec<_>>() }))
}

pub async fn transactions(c: &Context<'_>) -> Result<Answer, Failure> {
    let signed = c.member().await?;
    let found = c.loyalty().transactions(&c.asked.site.record, &signed, most(c)?).await?;
    let line = |t: &marquee_loyalty::PointsLine| {
        json!({
            "transactionId": t.transfer, "occurredAt": seconds(t.at), "kind": t.kind, "balanceType": t.unit,
            "amount": t.amount, "balanceAfter": t.balance_after, "description": t.description,
            "cinemaId": t.cinema_id, "orderId": t.order_id,
        })
    };
    done(json!({ "transactions": found.iter().map(line).collect::<Vec<_>>() }))
}

/// What this member can have now.
pub async fn items(c: &Context<'_>) -> Result<Answer, Failure> {
    let signed = c.member().await?;
    let all = c.loyalty().rewards(&c.asked.site.record, &signed, None).await?;
    let item = |Shelf { reward, .. }: &Shelf| {
        json!({
            "itemCode": reward.item_code, "name": reward.name, "description": reward.description,
            "pointsCost": reward.points_cost, "imageUrl": reward.image_url,
        })
    };
    let open = all.iter().filter(|shelf| shelf.unavailable.is_none());
    done(json!({ "items": open.map(item).collect::<Vec<_>>() }))
}

pub async fn rewards(c: &Context<'_>) -> Result<Answer, Failure> {
    let signed = c.member().await?;
    let all = c.loyalty().rewards(&c.asked.site.record, &signed, c.cinema()).await?;
    let reward = |Shelf { reward, unavailable }: &Shelf| {
        json!({
            "rewardId": reward.item_code, "itemCode": reward.item_code, "name": reward.name,
            "description": reward.description, "pointsCost": reward.points_cost, "imageUrl": reward.image_url,
            "isAvailable": unavailable.is_none(), "unavailableReason": unavailable,
        })
    };
    done(json!({ "rewards": all.iter().map(reward).collect::<Vec<_>>() }))
}

pub async fn order_item(c: &Context<'_>) -> Result<Answer, Failure> {
    let signed = c.member().await?;
    let item = c.payload.needed("itemCode")?;
    let quantity = c.payload.number("quantity")?.unwrap_or(1);
    let request = c.payload.text("clientRequestId")?;
    let ordered = c
        .loyalty()
        .order_reward(c.visitor(), &signed, c.cinema(), &item, quantity, request.as_deref())
        .await?;
    done(json!({
        "orderId": ordered.order_id, "redemptionCode": ordered.code, "balances": balances(ordered.points),
    }))
}

pub async fn redeem(c: &Context<'_>) -> Result<Answer, Failure> {
    let order = c.loyalty().redeem(c.visitor(), &c.payload.needed("redemptionCode")?).await?;
    done(json!({ "orderId": order.id, "redeemedAt": order.redeemed_at.map(seconds) }))
}

pub async fn vouchers(c: &Context<'_>) -> Result<Answer, Failure> {
    let all: Vec<EVoucher> = c.loyalty().vouchers(&c.asked.site.record).await?;
    let here = |v: &&EVoucher| {
        v.theaters.is_empty() || c.cinema().is_some_and(|id| v.theaters.iter().any(|t| t == id))
    };
    let voucher = |v: &EVoucher| -> Value {
        json!({
            "code": v.code, "name": v.name, "description": v.description, "price": money(&v.price),
            "imageUrl": v.image_url,
        })
    };
    done(json!({ "concessions": all.iter().filter(here).map(voucher).collect::<Vec<_>>() }))
}
