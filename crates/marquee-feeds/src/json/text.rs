//! Strings and their escapes.

use super::{JsonError, Parser};

impl Parser<'_> {
    /// Parses a text up to its closing quote.
    pub(super) fn string(&mut self, quote: u8) -> Result<String, JsonError> {
        self.at += 1;
        let mut text = String::new();
        loop {
            let end = self.rest().bytes().position(|b| b == quote || b == b'\\' || b < b' ');
            let Some(end) = end else {
                self.at = self.text.len();
                return Err(JsonError::End);
            };
            text.push_str(self.rest().get(..end).unwrap_or_default());
            self.at += end;
            match self.peek() {
                Some(b'\\') => self.escape(&mut text)?,
                Some(b) if b == quote => break,
                Some(b'\t') if self.is_json5 => {
                    text.push('\t');
                    self.at += 1;
                }
                Some(b) => return Err(JsonError::Control(u32::from(b))),
                None => return Err(JsonError::End),
            }
        }
        self.at += 1;
        self.reserve_text(text.capacity())?;
        Ok(text)
    }

    fn escape(&mut self, out: &mut String) -> Result<(), JsonError> {
        let c = self.rest().chars().nth(1).ok_or(JsonError::End)?;
        self.at += 1 + c.len_utf8();
        out.push(match c {
            '"' | '\\' | '/' => c,
            'b' => '\u{8}',
            'f' => '\u{c}',
            'n' => '\n',
            'r' => '\r',
            't' => '\t',
            'u' => return self.unicode(out),
            'x' if self.is_json5 => char::from(u8::try_from(self.hex(2)?).unwrap_or(b'?')),
            '\n' if self.is_json5 => return Ok(()),
            _ if self.is_json5 && !c.is_ascii_digit() => c,
            _ => return Err(JsonError::Escape(c)),
        });
        Ok(())
    }

    /// Parses the digits after `\u`; an unpaired surrogate becomes U+FFFD.
    fn unicode(&mut self, out: &mut String) -> Result<(), JsonError> {
        let high = self.hex(4)?;
        if (0xd800..0xdc00).contains(&high) && self.rest().starts_with("\\u") {
            let after_high = self.at;
            self.at += 2;
            let low = self.hex(4)?;
            if (0xdc00..0xe000).contains(&low) {
                let code = 0x1_0000 + ((high - 0xd800) << 10) + (low - 0xdc00);
                out.push(char::from_u32(code).unwrap_or(char::REPLACEMENT_CHARACTER));
                return Ok(());
            }
            self.at = after_high;
        }
        out.push(char::from_u32(high).unwrap_or(char::REPLACEMENT_CHARACTER));
        Ok(())
    }

    fn hex(&mut self, digits: usize) -> Result<u32, JsonError> {
        let mut code = 0;
        for _ in 0..digits {
            let c = self.rest().chars().next().ok_or(JsonError::End)?;
            code = code * 16 + c.to_digit(16).ok_or_else(|| self.unexpected("a hexadecimal digit"))?;
            self.at += 1;
        }
        Ok(code)
    }
}
