//! Password hashing and rules, tokens, keyed hashes and sealed texts. Layer 0: this crate has no domain types; time, limits
//! and strings are parameters.

mod common_passwords;
mod error;
mod family;
mod keyed;
mod lockout;
mod password;
mod password_rules;
mod pool;
mod random;
mod seal;
mod secret;
mod signing;
mod token;

pub use common_passwords::common_password_key;
pub use error::AuthError;
pub use family::{FamilyToken, TokenKind, new_family_name};
pub use keyed::KeyedHash;
pub use lockout::{MAX_FAILURES, lockout_seconds};
pub use password::{
    Hasher, MIN_OPERATOR_PASSWORD_LENGTH, PasswordMatch, check_operator_password, hash_operator_password,
};
pub use password_rules::{
    MAX_PASSWORD_LENGTH, PasswordRejection, PasswordRules, RequiredCharacters, check_password,
};
pub use pool::HashPool;
pub use random::{CODE_ALPHABET, random_bytes, random_text};
pub use seal::{Sealer, derive_key};
pub use secret::Password;
pub use signing::new_signing_secret;
pub use token::{Token, TokenHash};
