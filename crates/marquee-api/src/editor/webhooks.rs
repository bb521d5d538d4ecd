//! Webhooks: addresses to which a site sends messages when its program changes (decision 0073).

use jiff::Timestamp;
use marquee_model::webhook::{MessageState, WebhookProblem};
use schemars::{JsonSchema, SchemaGenerator};
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// `GET /api/editor/{site}/webhooks`.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct EditorWebhooks {
    /// The oldest first.
    pub webhooks: Vec<EditorWebhook>,
}

/// A webhook, without its secret.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct EditorWebhook {
    pub id: String,
    pub address: String,
    /// One that is off gets no messages. A program that responds with 410 is switched off.
    pub is_on: bool,
    #[schemars(with = "String", extend("format" = "date-time"))]
    pub created_at: Timestamp,
    /// Number of messages that are sent, or sent again, later.
    pub waiting: u64,
    /// Number of messages that are not sent any more.
    pub failed: u64,
    /// The last message.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub last: Option<WebhookMessage>,
}

/// `POST /api/editor/{site}/webhooks` and `PUT /api/editor/{site}/webhooks/{webhook}`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct WebhookSettings {
    /// An http(s) URL.
    pub address: String,
    pub is_on: bool,
}

/// A secret, which is not shown again.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct WebhookSecret {
    /// Id of the webhook.
    pub webhook: String,
    /// Signs its messages as Standard Webhooks says, such as `whsec_…`.
    pub secret: String,
}

/// `GET /api/editor/{site}/webhooks/{webhook}/messages`: those of the last 14 days.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct WebhookMessages {
    /// The newest first.
    pub messages: Vec<WebhookMessage>,
    /// For the query parameter `before` of the next request; absent at the end.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub next: Option<String>,
}

/// A message.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct WebhookMessage {
    /// The header `webhook-id`, the same in each attempt.
    pub id: String,
    #[schemars(with = "String", extend("format" = "date-time"))]
    pub at: Timestamp,
    pub state: MessageState,
    /// How often it was sent.
    pub attempts: u32,
    /// When it is sent; absent unless it waits.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Option<String>", extend("format" = "date-time"))]
    pub next_at: Option<Timestamp>,
    /// The status of the last response.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub status: Option<u16>,
    /// Why the last attempt failed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub problem: Option<WebhookProblem>,
    /// The same in English, with details.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub error: Option<String>,
    /// What is sent: `type`, `timestamp` and `data`.
    #[schemars(with = "serde_json::Map<String, Value>")]
    pub body: Value,
}

/// Adds the schemas of requests.
pub(super) fn add_requests(generator: &mut SchemaGenerator) {
    generator.subschema_for::<WebhookSettings>();
}

/// Adds the schemas of responses.
pub(super) fn add_responses(generator: &mut SchemaGenerator) {
    generator.subschema_for::<EditorWebhooks>();
    generator.subschema_for::<WebhookSecret>();
    generator.subschema_for::<WebhookMessages>();
}
