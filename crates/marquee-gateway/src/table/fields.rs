//! The parameters of routes and the fields of payloads.

pub const CIRCUIT_V1: &[&str] = &["circuitId"];
pub const CIRCUIT_AND_CINEMA_V1: &[&str] = &["circuitId", "cinemaId"];
pub const CIRCUIT_V3: &[&str] = &["boxofficeCircuitId"];
pub const CIRCUIT_AND_CINEMA_V3: &[&str] = &["boxofficeCircuitId", "boxofficeCinemaId"];
pub const CINEMA_V3: &[&str] = &["boxofficeCinemaId"];

pub const CREDENTIALS: &[&str] = &["username", "password"];
/// The registration payload (REG-01 to REG-14).
pub const REGISTRATION: &[&str] = &[
    "clubId",
    "username",
    "email",
    "password",
    "firstName",
    "lastName",
    "phoneNumber",
    "mobileNumber",
    "dateOfBirth",
    "gender",
    "memberId",
    "address1",
    "address2",
    "city",
    "state",
    "zipCode",
    "country",
    "houseSize",
    "maritalStatus",
    "sendNewsletter",
    "wishToReceiveSMS",
    "contactByThirdParty",
    "newsletterFrequency",
    "pickupCinemaId",
    "preferredCinemaId",
    "preferredCinemaList",
    "preferenceList",
    "preferredGenres",
    "memberItemId",
    "memberLevelId",
    "nationalId",
    "updatePreferences",
    "memberCardNumber",
];
/// The fields of `Edit`: what a member may change, and the current password.
pub const CHANGES: &[&str] = &[
    "clubId",
    "username",
    "email",
    "password",
    "currentPassword",
    "firstName",
    "lastName",
    "phoneNumber",
    "mobileNumber",
    "dateOfBirth",
    "gender",
    "address1",
    "address2",
    "city",
    "state",
    "zipCode",
    "country",
    "houseSize",
    "maritalStatus",
    "sendNewsletter",
    "wishToReceiveSMS",
    "contactByThirdParty",
    "newsletterFrequency",
    "pickupCinemaId",
    "preferredCinemaId",
    "preferredCinemaList",
    "preferredGenres",
    "nationalId",
];
pub const FILM: &[&str] = &["externalFilmId", "boxofficeId"];
/// The complete-payment payload (ACT-06).
pub const PAYMENT: &[&str] = &[
    "QueryString",
    "PostValues",
    "PostValuesModel",
    "OtherPayments",
    "IsNewMember",
    "AmountPaidPaymentProvider",
    "OrderId",
    "Customer",
];
/// Required fields of a registration.
pub const NEW_MEMBER: &[&str] = &["email", "password", "firstName", "lastName"];
/// Required fields of a password reset.
pub const RESET: &[&str] = &["password", "resetCode"];
pub const RESET_V3: &[&str] = &["password", "resetCode", "membershipId", "uid"];
