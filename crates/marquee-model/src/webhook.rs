//! Messages that sites send to other programs.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

code! {
    /// What has become of a message.
    #[derive(Hash)]
    MessageState {
        /// It is sent, or sent again, at its time.
        Waiting = "waiting",
        /// The other program has accepted it.
        Delivered = "delivered",
        /// It is not sent any more, unless a person says so.
        Failed = "failed",
    }
}

code! {
    /// Why a message was not accepted.
    WebhookProblem {
        /// The program responded with another status than 2xx.
        Status = "status",
        /// It wants no more messages: status 410.
        Gone = "gone",
        Timeout = "timeout",
        /// The host is unknown, refuses connections, or does not speak HTTP.
        Unreachable = "unreachable",
        /// The host is in an internal network and not listed.
        Internal = "internal",
        /// The address is not one that messages are sent to.
        Address = "address",
        TooLarge = "tooLarge",
        /// The stored secret cannot be decrypted: the secret key was changed.
        Sealed = "sealed",
        /// The webhook was switched off while the message waited.
        Off = "off",
    }
}
