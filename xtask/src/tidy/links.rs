//! Checks relative links in documents.

use std::path::Path;

use crate::files::File;

/// Links to missing files.
pub fn problems(root: &Path, files: &[File]) -> Vec<String> {
    let documents = files.iter().filter(|f| f.kind() == "md" && !f.path.starts_with("docs/spec/"));
    documents.flat_map(|f| broken(f, |target| root.join(target).exists())).collect()
}

/// The relative links of a document for which `exists` returns false.
pub fn broken(file: &File, exists: impl Fn(&str) -> bool) -> Vec<String> {
    let folder = file.path.rsplit_once('/').map_or("", |(folder, _)| folder);
    let links =
        file.text.split("](").skip(1).filter_map(|rest| rest.split_once(')')).map(|(target, _)| target);
    let local =
        links.filter(|t| !t.contains("://") && !t.starts_with(['#', '/']) && !t.starts_with("mailto:"));
    local
        .filter_map(|target| {
            let path = target.split('#').next().unwrap_or(target);
            let target_path = if folder.is_empty() { path.to_owned() } else { format!("{folder}/{path}") };
            (!exists(&target_path)).then(|| format!("{}: link target not found: {target}", file.path))
        })
        .collect()
}
