//! A mock SMTP server on loopback that accepts every email.

use std::io::{BufRead, BufReader, Write};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::time::Duration;

/// Timeout for an email on a busy machine.
const PATIENCE: Duration = Duration::from_secs(30);

/// A mock SMTP server. It ends with the test.
#[derive(Debug)]
pub struct Relay {
    address: SocketAddr,
    mails: Receiver<String>,
}

impl Relay {
    /// Starts the server.
    #[must_use]
    pub fn open() -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let address = listener.local_addr().unwrap();
        let (sender, mails) = channel();
        std::thread::spawn(move || {
            for stream in listener.incoming() {
                let sender = sender.clone();
                std::thread::spawn(move || drop(talk(&stream.unwrap(), &sender)));
            }
        });
        Self { address, mails }
    }

    /// Its URL for the setting `mail_url`.
    #[must_use]
    pub fn url(&self) -> String {
        format!("smtp://{}", self.address)
    }

    /// Waits for the next email; the SMTP commands precede its content.
    ///
    /// # Panics
    /// On timeout.
    #[must_use]
    pub fn next(&self) -> String {
        self.mails.recv_timeout(PATIENCE).unwrap()
    }
}

/// Handles an SMTP session, accepting every command.
fn talk(stream: &TcpStream, sender: &Sender<String>) -> std::io::Result<()> {
    let mut out = stream.try_clone()?;
    let mut lines = BufReader::new(stream).lines();
    let mut received = String::new();
    writeln!(out, "220 relay\r")?;
    while let Some(line) = lines.next().transpose()? {
        match line.get(..4).unwrap_or_default().to_ascii_uppercase().as_str() {
            "DATA" => {
                writeln!(out, "354 go on\r")?;
                for line in lines.by_ref() {
                    let line = line?;
                    if line == "." {
                        break;
                    }
                    received.push_str(&line);
                    received.push('\n');
                }
                let _ = sender.send(std::mem::take(&mut received));
                writeln!(out, "250 taken\r")?;
            }
            "QUIT" => {
                writeln!(out, "221 bye\r")?;
                return Ok(());
            }
            _ => {
                received.push_str(&line);
                received.push('\n');
                writeln!(out, "250 fine\r")?;
            }
        }
    }
    Ok(())
}
