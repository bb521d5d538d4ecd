use std::collections::BTreeMap;
use std::io::Read;
use std::path::Path;
use std::process::Command;
use std::sync::LazyLock;

use rcgen::{BasicConstraints, CertificateParams, IsCa, Issuer, KeyPair};
use serde_json::json;
use zip::ZipArchive;

use super::*;
use crate::Barcode;
use crate::pass::samples::{KEY, card, new_key, now, ticket};

/// Certificates like those of an operator, issued by a test CA.
struct Certificates {
    root: String,
    certificate: String,
}

static CERTIFICATES: LazyLock<Certificates> = LazyLock::new(|| {
    let authority = new_key();
    let mut params = certificate_params("Intermediate");
    params.is_ca = IsCa::Ca(BasicConstraints::Unconstrained);
    let root = params.self_signed(&authority).unwrap().pem();
    let issuer = Issuer::new(params, authority);
    Certificates {
        root,
        certificate: certificate_params("pass.example.aster").signed_by(&*KEY, &issuer).unwrap().pem(),
    }
});

fn certificate_params(name: &str) -> CertificateParams {
    let mut params = CertificateParams::default();
    params.distinguished_name.push(rcgen::DnType::CommonName, name);
    params
}

fn pass_type() -> ApplePassType {
    ApplePassType {
        pass_type_id: "pass.example.aster".to_owned(),
        team_id: "A1B2C3D4E5".to_owned(),
        organization: "Aster Cinemas".to_owned(),
    }
}

fn with_key(key: &KeyPair) -> Result<AppleWallet, WalletError> {
    AppleWallet::new(pass_type(), &CERTIFICATES.certificate, &key.serialize_pem(), &CERTIFICATES.root)
}

fn apple() -> AppleWallet {
    with_key(&KEY).unwrap()
}

fn unzip(pass: &[u8]) -> BTreeMap<String, Vec<u8>> {
    let mut zip = ZipArchive::new(Cursor::new(pass)).unwrap();
    (0..zip.len())
        .map(|at| {
            let mut file = zip.by_index(at).unwrap();
            let mut bytes = Vec::new();
            file.read_to_end(&mut bytes).unwrap();
            (file.name().unwrap().into_owned(), bytes)
        })
        .collect()
}

fn pass_json(pass: &[u8]) -> Value {
    serde_json::from_slice(&unzip(pass)["pass.json"]).unwrap()
}

#[test]
fn wallet_01_a_pkpass_lists_the_hash_of_every_file() {
    let files = unzip(&apple().loyalty_card(&card(), now()).unwrap());
    let names: Vec<&str> = files.keys().map(String::as_str).collect();
    assert_eq!(names, ["icon.png", "icon@2x.png", "manifest.json", "pass.json", "signature"]);
    let manifest: BTreeMap<String, String> = serde_json::from_slice(&files["manifest.json"]).unwrap();
    assert_eq!(manifest.len(), 3);
    for (name, hash) in manifest {
        assert_eq!(hash, hex::encode(Sha1::digest(&files[&name])), "{name}");
    }
    for (name, side) in [("icon.png", 29), ("icon@2x.png", 58)] {
        let icon = image::load_from_memory(&files[name]).unwrap().to_rgb8();
        assert_eq!(icon.dimensions(), (side, side));
        assert_eq!(icon.get_pixel(7, 7).0, [0x7A, 0x1F, 0x2B]);
    }
}

#[test]
fn wallet_01_a_card_shows_its_member_and_points() {
    let pass = pass_json(&apple().loyalty_card(&card(), now()).unwrap());
    assert_eq!(
        pass,
        json!({
            "formatVersion": 1,
            "passTypeIdentifier": "pass.example.aster",
            "teamIdentifier": "A1B2C3D4E5",
            "serialNumber": "k7x2m9q4w6",
            "organizationName": "Aster Cinemas",
            "description": "Aster: Friends of Aster",
            "logoText": "Aster",
            "backgroundColor": "rgb(122,31,43)",
            "foregroundColor": "rgb(255,255,255)",
            "labelColor": "rgb(255,255,255)",
            "barcodes": [{
                "format": "PKBarcodeFormatQR",
                "message": "AB12",
                "messageEncoding": "iso-8859-1",
                "altText": "AB12",
            }],
            "storeCard": {
                "headerFields": [{ "key": "points", "label": "Points", "value": 1250 }],
                "primaryFields": [{ "key": "programme", "label": "Aster", "value": "Friends of Aster" }],
                "secondaryFields": [
                    { "key": "member", "label": "Member", "value": "Ada Lovelace" },
                    { "key": "level", "label": "Level", "value": "Gold" },
                ],
                "auxiliaryFields": [
                    { "key": "number", "label": "Card number", "value": "AB12" },
                    {
                        "key": "until",
                        "label": "Valid until",
                        "value": "2027-11-20T18:00:00Z",
                        "dateStyle": "PKDateStyleMedium",
                    },
                ],
            },
            "expirationDate": "2027-11-20T18:00:00Z",
        })
    );
}

#[test]
fn wallet_02_a_ticket_shows_film_time_and_seat() {
    let mut ticket = ticket();
    ticket.brand.barcode = Barcode::Code128;
    ticket.code = "№1".to_owned();
    let pass = pass_json(&apple().ticket(&ticket, now()).unwrap());
    let event = &pass["eventTicket"];
    assert_eq!(event["primaryFields"][0]["value"], "The Salt Cartographer");
    assert_eq!(event["secondaryFields"][0]["value"], "2026-11-20T20:30:00+01:00");
    assert_eq!(event["headerFields"][0]["value"], "Screen 2");
    let seat: Vec<&str> =
        event["auxiliaryFields"].as_array().unwrap().iter().filter_map(|f| f["value"].as_str()).collect();
    assert_eq!(seat, ["F", "7", "Adult"]);
    assert_eq!(event["backFields"][0]["value"], "WX4821");
    assert_eq!(pass["serialNumber"], "K9");
    assert_eq!(pass["relevantDate"], "2026-11-20T20:30:00+01:00");
    assert_eq!(pass["expirationDate"], "2026-11-20T22:30:00+01:00");
    assert_eq!(pass["groupingIdentifier"], "WX4821");
    assert_eq!(pass["barcodes"][0]["format"], "PKBarcodeFormatCode128");
    assert_eq!(pass["barcodes"][0]["messageEncoding"], "utf-8");
}

#[test]
fn wallet_02_a_ticket_has_the_alert_of_its_theater_on_its_back() {
    let notice = "Elevator out of order".to_owned();
    let pass = pass_json(&apple().ticket(&TicketPass { notice, ..ticket() }, now()).unwrap());
    let first = &pass["eventTicket"]["backFields"][0];
    assert_eq!(
        (&first["key"], &first["label"], &first["value"]),
        (&"notice".into(), &"Notice".into(), &"Elevator out of order".into())
    );
}

/// Verifies the signature in a folder with OpenSSL; `None` if OpenSSL is not installed.
fn verified(folder: &Path) -> Option<bool> {
    let output = Command::new("openssl")
        .current_dir(folder)
        .args([
            "cms",
            "-verify",
            "-binary",
            "-inform",
            "DER",
            "-in",
            "signature",
            "-content",
            "manifest.json",
        ])
        .args(["-CAfile", "root.pem", "-purpose", "any", "-out", "verified"])
        .output()
        .ok()?;
    Some(output.status.success())
}

#[test]
fn security_3_6_openssl_accepts_the_signature_and_rejects_an_altered_manifest() {
    let files = unzip(&apple().loyalty_card(&card(), now()).unwrap());
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("root.pem"), &CERTIFICATES.root).unwrap();
    for (name, bytes) in &files {
        std::fs::write(folder.path().join(name), bytes).unwrap();
    }
    assert_ne!(verified(folder.path()), Some(false));
    let mut altered = files["manifest.json"].clone();
    altered[20] ^= 1;
    std::fs::write(folder.path().join("manifest.json"), altered).unwrap();
    assert_ne!(verified(folder.path()), Some(true));
}

#[test]
fn security_3_6_the_signature_covers_the_manifest_s_hash_and_the_time() {
    use aws_lc_rs::signature::{RSA_PKCS1_2048_8192_SHA256, UnparsedPublicKey};
    use cms::content_info::ContentInfo;
    use cms::signed_data::SignedData;
    use der::{Decode, Encode};

    let files = unzip(&apple().ticket(&ticket(), now()).unwrap());
    let outer = ContentInfo::from_der(&files["signature"]).unwrap();
    let signed: SignedData = outer.content.decode_as().unwrap();
    assert!(signed.encap_content_info.econtent.is_none(), "the manifest is a separate file");
    assert_eq!(signed.certificates.unwrap().0.len(), 2);
    let signer = signed.signer_infos.0.get(0).unwrap();
    let attributes = signer.signed_attrs.as_ref().unwrap().to_der().unwrap();
    let key = crate::key::RsaKey::from_pem(&KEY.serialize_pem()).unwrap();
    let public = UnparsedPublicKey::new(&RSA_PKCS1_2048_8192_SHA256, key.public());
    public.verify(&attributes, signer.signature.as_bytes()).unwrap();
    let has = |part: &[u8]| attributes.windows(part.len()).any(|bytes| bytes == part);
    use sha2::Digest;
    assert!(has(&sha2::Sha256::digest(&files["manifest.json"])));
    assert!(has(b"261120180000Z"));
}

#[test]
fn security_3_6_no_key_is_printed_and_mismatched_certificates_are_refused() {
    let pem = KEY.serialize_pem();
    let secret = pem.lines().nth(1).unwrap();
    assert!(!format!("{:?}", apple()).contains(secret));
    assert_eq!(with_key(&new_key()).unwrap_err(), WalletError::KeyMismatch);
    let broken = AppleWallet::new(pass_type(), &CERTIFICATES.certificate, &pem, "no certificate");
    assert_eq!(broken.unwrap_err(), WalletError::Pem("intermediate certificate"));
    let broken = AppleWallet::new(pass_type(), &pem, &pem, &CERTIFICATES.root);
    assert_eq!(broken.unwrap_err(), WalletError::Pem("certificate of the pass type"));
}
