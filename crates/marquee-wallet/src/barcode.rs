//! Barcode formats.

/// The format in which the number of a card or ticket is drawn (setting `scannableCodeFormat`).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Barcode {
    #[default]
    QrCode,
    Code128,
}

impl Barcode {
    /// Parses the site's setting. Unknown values mean `QR_CODE` (LOYC-18).
    #[must_use]
    pub fn from_setting(format: &str) -> Self {
        if format == "CODE_128" { Self::Code128 } else { Self::QrCode }
    }

    /// The format's name in Google Wallet.
    pub(crate) fn google_name(self) -> &'static str {
        match self {
            Self::QrCode => "QR_CODE",
            Self::Code128 => "CODE_128",
        }
    }

    /// The format's name in Apple Wallet.
    pub(crate) fn apple_name(self) -> &'static str {
        match self {
            Self::QrCode => "PKBarcodeFormatQR",
            Self::Code128 => "PKBarcodeFormatCode128",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn loyc_18_an_unknown_format_means_qr_code() {
        let names =
            ["QR_CODE", "CODE_128", "AZTEC", ""].map(|format| Barcode::from_setting(format).google_name());
        assert_eq!(names, ["QR_CODE", "CODE_128", "QR_CODE", "QR_CODE"]);
    }
}
