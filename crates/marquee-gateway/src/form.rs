//! The parts of form data (TRANS-03).

use bytes::Bytes;
use multer::Multipart;

use crate::envelope::Field;
use crate::problem::Problem;

const MAX_PARTS: usize = 100;

fn malformed(rule: &str) -> Problem {
    Problem::malformed("body", rule)
}

/// Parses multipart form data; `kind` is the `Content-Type` header. A part with a file name counts as a file.
///
/// # Errors
/// [`Problem::Malformed`] if the body is not form data, or has more than 100 parts, a part without a name, or text that is
/// not UTF-8.
pub async fn fields(kind: &str, body: Bytes) -> Result<Vec<Field>, Problem> {
    let boundary =
        multer::parse_boundary(kind).map_err(|_| malformed("must be multipart/form-data with a boundary"))?;
    let stream = futures::stream::once(std::future::ready(Ok::<_, std::io::Error>(body)));
    let mut form = Multipart::new(stream, boundary);
    let mut fields = Vec::new();
    while let Some(field) =
        form.next_field().await.map_err(|_| malformed("must be valid multipart/form-data"))?
    {
        if fields.len() >= MAX_PARTS {
            return Err(malformed("must have at most 100 parts"));
        }
        let name = field.name().ok_or_else(|| malformed("must name each part"))?.to_owned();
        let text = if field.file_name().is_some() {
            None
        } else {
            let bytes = field.bytes().await.map_err(|_| malformed("must be valid multipart/form-data"))?;
            Some(String::from_utf8(bytes.to_vec()).map_err(|_| malformed("must be UTF-8"))?)
        };
        fields.push(Field { name, text });
    }
    Ok(fields)
}
