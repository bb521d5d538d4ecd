//! Feeds: addresses from which a site takes its showtimes.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::TheaterId;

/// Share of the coming shows in percent above which a run is held, unless a feed says otherwise.
pub const DEFAULT_HOLD_PERCENT: u8 = 40;

code! {
    /// Who wins when a feed has another time than an operator typed for the same show.
    #[derive(Default)]
    FeedConflicts {
        /// What the feed says newly replaces what the operator typed.
        #[default]
        FeedWins = "feedWins",
        /// What the operator typed stays.
        OperatorWins = "operatorWins",
        /// What the operator typed stays, and the run has a warning.
        Ask = "ask",
    }
}

code! {
    /// What becomes of coming shows that a feed no longer has.
    #[derive(Default)]
    MissingShows {
        /// They stay as canceled, or as sold out if few seats were left, until they start.
        #[default]
        Canceled = "canceled",
        /// They are removed.
        Removed = "removed",
    }
}

code! {
    /// The result of a run, the best first.
    FeedRunResult {
        /// The response is the same as before, or changes nothing.
        Unchanged = "unchanged",
        Changed = "changed",
        /// The response has rows that were left out or changed. What it says otherwise is on the site.
        Warned = "warned",
        /// A person let the site keep its times.
        Kept = "kept",
        /// A person applied the run, with or without its removals.
        Applied = "applied",
        /// Nothing was changed; a person decides.
        Held = "held",
        Failed = "failed",
    }
}

code! {
    /// Why a run failed.
    FeedProblem {
        /// The text is not an address.
        Address = "address",
        /// The address, or one that it redirects to, is not public.
        NotPublic = "notPublic",
        Unreachable = "unreachable",
        /// 401 or 403: the system does not accept the credential.
        Credential = "credential",
        /// Another status than 200 and 304.
        Status = "status",
        Redirects = "redirects",
        Timeout = "timeout",
        TooLarge = "tooLarge",
        /// The response is not a schedule, or cannot be read.
        Invalid = "invalid",
        /// The response has shows of theaters or films that nobody knows.
        Unknown = "unknown",
        /// The stored credential cannot be decrypted: the secret key was changed.
        Sealed = "sealed",
        /// The server could not store the run.
        Internal = "internal",
    }
}

code! {
    /// Whether a film of a feed is one that the site has from elsewhere.
    FilmMatchState {
        /// It may be; a person decides. Until then both are films of the site.
        Suggested = "suggested",
        /// It is, as title and facts say.
        Automatic = "automatic",
        /// It is, as a person said.
        Same = "same",
        /// It is not, as a person said.
        Different = "different",
    }
}

impl FilmMatchState {
    /// Whether shows of the one are shows of the other.
    #[must_use]
    pub const fn is_same_film(self) -> bool {
        matches!(self, Self::Automatic | Self::Same)
    }
}

code! {
    /// Where in a title a rule looks for its text.
    #[derive(Default)]
    TitlePlace {
        Start = "start",
        #[default]
        End = "end",
        Anywhere = "anywhere",
    }
}

/// What a feed's titles become. Systems write versions and series into titles: "Low Tide Orchestra (subt.)".
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct TitleRule {
    /// The text, whole words in any case; `*` stands for any characters.
    pub find: String,
    pub place: TitlePlace,
    /// What the text becomes; empty to leave it out.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub replacement: String,
    /// Key of an attribute that the shows of such a title get.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub attribute: Option<String>,
}

/// What a feed is: where it is read, and what it may change.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct FeedConfig {
    /// Unique within the site.
    pub name: String,
    pub address: String,
    /// Name of the format; `None` to tell it by the content of each response.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub format: Option<String>,
    /// Theaters of the feed that are missing here are not imported.
    pub theaters: Vec<FeedTheaterMatch>,
    pub interval_minutes: u32,
    /// A run that would take away more than this share of the coming shows is held.
    pub hold_percent: u8,
    pub conflicts: FeedConflicts,
    #[serde(default)]
    pub missing_shows: MissingShows,
    /// Applied to each title in this order.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub title_rules: Vec<TitleRule>,
}

impl FeedConfig {
    /// Whether it describes films of the site and leaves showtimes to others: none of its theaters is imported.
    #[must_use]
    pub fn is_of_films_only(&self) -> bool {
        self.targets().next().is_none()
    }

    /// The theaters of the site that the feed changes, each once.
    pub fn targets(&self) -> impl Iterator<Item = &TheaterId> {
        let all = self.theaters.iter().filter_map(|matched| matched.theater.as_ref());
        all.collect::<std::collections::BTreeSet<_>>().into_iter()
    }
}

/// A theater of a feed, and the theater of the site that it is.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct FeedTheaterMatch {
    /// Its id in the feed.
    pub feed: TheaterId,
    /// `None` if its shows are not imported.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub theater: Option<TheaterId>,
}
