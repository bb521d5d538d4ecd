//! The loyalty gateway: the envelope of `POST /api/cypher`, and the one table of the calls that may go through it.
//!
//! It never knows the HTTP server, SQL or pages: it is given bytes or fields and says what was asked for, or what is wrong.
//! To add a call: a row in [`table`], a name in [`CallName`]; dispatch, reference and tests read the same table.

mod envelope;
mod problem;
mod route;
mod strict;
mod table;

pub use envelope::{Envelope, Field, Method, ResponseFormat};
pub use problem::Problem;
pub use route::InnerRoute;
pub use table::{Arguments, CALLS, Call, CallName, Session, Version, find};
