//! An order of a certificate from the ACME server.

use std::time::Duration;

use instant_acme::{
    Account, AccountBuilder, AuthorizationStatus, ChallengeType, Identifier, NewAccount, NewOrder,
    OrderStatus, RetryPolicy,
};
use jiff::{SignedDuration, Timestamp};
use marquee_store::IssuedCertificate;
use x509_parser::pem::parse_x509_pem;

use crate::{Certificates, TlsError};

/// How long the ACME server is asked whether it has found a challenge, or has issued a certificate.
const PATIENCE: Duration = Duration::from_secs(60);
/// How long the response to a challenge is served: longer than an ACME server tries.
const CHALLENGE_TIME: SignedDuration = SignedDuration::from_hours(1);

/// A certificate that was issued, and when its validity begins.
pub struct NewCertificate {
    pub issued: IssuedCertificate,
    pub begins_at: Timestamp,
}

impl Certificates {
    /// Orders a certificate for a host. Takes seconds; the host must lead to a node of this server meanwhile.
    pub(crate) async fn order(&self, host: &str) -> Result<NewCertificate, TlsError> {
        let account = self.account().await?;
        let identifier = [Identifier::Dns(host.to_owned())];
        let mut order = match account.new_order(&NewOrder::new(&identifier)).await {
            Ok(order) => order,
            Err(error) => return Err(self.refused_order(error).await?),
        };
        let mut authorizations = order.authorizations();
        while let Some(authorization) = authorizations.next().await {
            let mut authorization = authorization?;
            if authorization.status == AuthorizationStatus::Valid {
                continue;
            }
            let mut challenge = authorization
                .challenge(ChallengeType::Http01)
                .ok_or_else(|| TlsError::NoChallenge(host.to_owned()))?;
            let response = challenge.key_authorization().as_str().to_owned();
            self.save_challenge(&challenge.token.clone(), &response).await?;
            challenge.set_ready().await.map_err(|error| explain(host, error))?;
        }
        let retries = RetryPolicy::new().timeout(PATIENCE);
        let status = order.poll_ready(&retries).await.map_err(|error| explain(host, error))?;
        if status != OrderStatus::Ready {
            return Err(not_accepted(host, format!("the order is {status:?}")));
        }
        let key = order.finalize().await?;
        let chain = order.poll_certificate(&retries).await?;
        let (begins_at, ends_at) = validity(host, &chain)?;
        let private_key = self.0.sealer.seal(key.as_bytes(), &[host])?;
        let directory = self.0.server.directory.clone();
        Ok(NewCertificate { issued: IssuedCertificate { chain, private_key, directory, ends_at }, begins_at })
    }

    async fn save_challenge(&self, token: &str, response: &str) -> Result<(), TlsError> {
        let now = self.0.clock.now();
        let mut tx = self.0.store.begin().await?;
        tx.save_acme_challenge(token, response, (now, now + CHALLENGE_TIME)).await?;
        tx.commit().await?;
        Ok(())
    }

    /// Why the ACME server refuses an order. An account that it does not know is forgotten, so that the next order creates another.
    async fn refused_order(&self, error: instant_acme::Error) -> Result<TlsError, TlsError> {
        let instant_acme::Error::Api(problem) = &error else { return Ok(error.into()) };
        let kind = problem.r#type.as_deref().unwrap_or_default();
        if kind.ends_with(":rateLimited") {
            return Ok(TlsError::Limited(problem.to_string()));
        }
        let directory = self.0.server.directory.as_str();
        if kind.ends_with(":accountDoesNotExist")
            && let Some(sealed) = self.0.store.acme_account(directory).await?
        {
            self.remove_account(&sealed).await?;
        }
        Ok(error.into())
    }

    async fn remove_account(&self, sealed: &str) -> Result<(), TlsError> {
        let mut tx = self.0.store.begin().await?;
        tx.remove_acme_account(&self.0.server.directory, sealed).await?;
        tx.commit().await?;
        Ok(())
    }

    /// The account at the ACME server. The first order creates it, and so does one that cannot read it, because it was encrypted with a
    /// secret key that was removed.
    async fn account(&self) -> Result<Account, TlsError> {
        let _one_at_a_time = self.0.account.lock().await;
        let directory = self.0.server.directory.as_str();
        let open = |sealed: &str| self.0.sealer.open(sealed, &[directory]);
        let before = self.0.store.acme_account(directory).await?;
        if before.as_deref().and_then(open).is_none() {
            if let Some(unreadable) = &before {
                self.remove_account(unreadable).await?;
            }
            self.create_account(directory).await?;
        }
        // Read again: another node may have been faster.
        let sealed = self.0.store.acme_account(directory).await?.ok_or(TlsError::Sealed)?;
        let credentials = open(&sealed).ok_or(TlsError::Sealed)?;
        Ok(self.builder()?.from_credentials(serde_json::from_slice(&credentials)?).await?)
    }

    async fn create_account(&self, directory: &str) -> Result<(), TlsError> {
        let contact: Vec<String> =
            self.0.server.contact.iter().map(|address| format!("mailto:{address}")).collect();
        let contact: Vec<&str> = contact.iter().map(String::as_str).collect();
        let new =
            NewAccount { contact: &contact, terms_of_service_agreed: true, only_return_existing: false };
        let (_, credentials) = self.builder()?.create(&new, directory.to_owned(), None).await?;
        let sealed = self.0.sealer.seal(&serde_json::to_vec(&credentials)?, &[directory])?;
        let mut tx = self.0.store.begin().await?;
        tx.save_acme_account(directory, &sealed).await?;
        tx.commit().await?;
        Ok(())
    }

    fn builder(&self) -> Result<AccountBuilder, instant_acme::Error> {
        match &self.0.server.root {
            Some(root) => Account::builder_with_root(root),
            None => Account::builder(),
        }
    }
}

fn not_accepted(host: &str, reason: String) -> TlsError {
    TlsError::NotAccepted { host: host.to_owned(), reason }
}

/// The error of a challenge: a problem that the ACME server reports is one with the host.
fn explain(host: &str, error: instant_acme::Error) -> TlsError {
    match error {
        instant_acme::Error::Api(problem) => not_accepted(host, problem.to_string()),
        error => error.into(),
    }
}

/// When the first certificate of a chain begins and ends to be valid.
fn validity(host: &str, chain: &str) -> Result<(Timestamp, Timestamp), TlsError> {
    let unusable = |reason: String| TlsError::Unusable(host.to_owned(), reason);
    let (_, pem) = parse_x509_pem(chain.as_bytes()).map_err(|error| unusable(error.to_string()))?;
    let certificate = pem.parse_x509().map_err(|error| unusable(error.to_string()))?;
    let validity = certificate.validity();
    let timestamp =
        |seconds: i64| Timestamp::from_second(seconds).map_err(|error| unusable(error.to_string()));
    Ok((timestamp(validity.not_before.timestamp())?, timestamp(validity.not_after.timestamp())?))
}
