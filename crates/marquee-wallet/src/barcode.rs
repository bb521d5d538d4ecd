//! The kinds of codes a till can scan.

/// How the number of a card or ticket is drawn (`scannableCodeFormat`).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Barcode {
    /// A QR code.
    #[default]
    QrCode,
    /// Bars.
    Code128,
}

impl Barcode {
    /// The site's setting; a value that is not known acts like `QR_CODE` (LOYC-18).
    #[must_use]
    pub fn of_setting(format: &str) -> Self {
        if format == "CODE_128" { Self::Code128 } else { Self::QrCode }
    }

    /// Google's name for it.
    pub(crate) fn google(self) -> &'static str {
        match self {
            Self::QrCode => "QR_CODE",
            Self::Code128 => "CODE_128",
        }
    }

    /// Apple's name for it.
    pub(crate) fn apple(self) -> &'static str {
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
    fn loyc_18_an_unknown_format_acts_like_a_qr_code() {
        let names = ["QR_CODE", "CODE_128", "AZTEC", ""].map(|format| Barcode::of_setting(format).google());
        assert_eq!(names, ["QR_CODE", "CODE_128", "QR_CODE", "QR_CODE"]);
    }
}
