//! `marquee template`: a spreadsheet to begin with, and what its columns are.

use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::{Context, Result, bail};
use clap::Args;
use marquee_feeds::{SPREADSHEET_COLUMNS, csv_template, workbook_template};

#[derive(Debug, Args)]
pub struct TemplateArgs {
    /// The file to write, .xlsx or .csv; it must not exist
    file: PathBuf,
}

pub fn run(args: &TemplateArgs) -> Result<ExitCode> {
    let path = &args.file;
    let extension = path.extension().and_then(|extension| extension.to_str()).unwrap_or_default();
    let bytes = match extension.to_ascii_lowercase().as_str() {
        "xlsx" => workbook_template()?,
        "csv" => csv_template().into_bytes(),
        _ => bail!("{}: the name must end in .xlsx or .csv", path.display()),
    };
    let name = || path.display().to_string();
    let mut file = std::fs::File::create_new(path).with_context(name)?;
    std::io::Write::write_all(&mut file, &bytes).with_context(name)?;
    println!("{} has these columns; those with * are required:", path.display());
    for column in SPREADSHEET_COLUMNS {
        let mark = if column.is_required { "*" } else { " " };
        println!("{mark} {:<14}{}", column.name, column.about);
        println!("{:<16}also {}", "", column.names().skip(1).collect::<Vec<_>>().join(", "));
    }
    Ok(ExitCode::SUCCESS)
}
