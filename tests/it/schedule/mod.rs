//! Rules of the schedule, seen from outside: the same data under another clock.

mod badges;
mod booking;
mod order;
mod weeks;
