//! Tools of assistants (decision 0070).

use std::sync::Arc;

use marquee_api::assistant::ToolCall;
use marquee_site::SiteHandle;

use super::Pages;
use crate::address::LinkBuilder;
use crate::assistant::{ToolError, ToolResult};
use crate::error::PageError;
use crate::kind::Kind;
use crate::make::PageJob;
use crate::request::{Query, Request, Variant};

/// The path of the search page, without the prefix of a locale.
const SEARCH_PATH: &str = "/search/";

impl Pages {
    /// Calls a tool of assistants, in the site's first language.
    ///
    /// # Errors
    /// [`ToolError`] if an argument is wrong, too many calls wait, or the data cannot be read.
    pub async fn call_tool(&self, site: &Arc<SiteHandle>, call: ToolCall) -> Result<ToolResult, ToolError> {
        let query = match &call {
            ToolCall::Search(search) => {
                let query = url::form_urlencoded::Serializer::new(String::new())
                    .append_pair("q", &search.query)
                    .finish();
                let query = Query::parse(SEARCH_PATH, &query);
                if query.search.is_empty() {
                    return Err(ToolError::Argument("query must not be blank".to_owned()));
                }
                query
            }
            _ => Query::default(),
        };
        let job = self.assistant_job(site, query).await?;
        self.0.maker.clone().call_tool(job, call).await
    }

    /// What connecting assistants are told: the cinema, the date, and how to use the tools.
    ///
    /// # Errors
    /// [`PageError`] if the catalog cannot be read.
    pub async fn instructions(&self, site: &Arc<SiteHandle>) -> Result<String, PageError> {
        let job = self.assistant_job(site, Query::default()).await?;
        Ok(self.0.maker.instructions(&job))
    }

    /// The inputs of a tool: those of the search page in the site's first language.
    async fn assistant_job(&self, site: &Arc<SiteHandle>, query: Query) -> Result<PageJob, PageError> {
        let snapshot = self.0.maker.catalog.snapshot(&site.id).await?;
        let site = self.0.sites.by_id(&site.id).unwrap_or_else(|| site.clone());
        let path = LinkBuilder::new(&site, "").path(SEARCH_PATH);
        let variant = Variant::new(&site, Request { path: &path, query: "", theater: None }, query);
        let (locale, catalog) = (site.record.config.locale.clone(), self.0.maker.catalog.clone());
        let (kind, prefix) = (Kind::Search, String::new());
        Ok(PageJob { site, snapshot, kind, locale, prefix, variant, catalog, generation: 0 })
    }
}
