//! The mutated source. A comment `/*<7*/` begins what belongs to mutant 7, and `/*>*/` ends it; a compiler error in between drops it.

use std::fmt::Write;

use crate::nodes::{Change, Node};

/// The source with all changes.
pub fn render(source: &str, mut nodes: Vec<Node>) -> String {
    nodes.sort_by_key(|node| (node.start, std::cmp::Reverse(node.end)));
    let mut text = String::new();
    part(source, 0, source.len(), &nodes, &mut text);
    text
}

/// Writes the source from `start` to `end`. `nodes` are those inside, sorted, the outer before the inner ones.
fn part(source: &str, start: usize, end: usize, nodes: &[Node], text: &mut String) {
    let (mut at, mut rest) = (start, nodes);
    while let [node, others @ ..] = rest {
        text.push_str(&source[at..node.start]);
        let inner = others.iter().take_while(|other| other.start < node.end).count();
        change(source, node, &others[..inner], text);
        at = node.end;
        rest = &others[inner..];
    }
    text.push_str(&source[at..end]);
}

fn change(source: &str, node: &Node, inner: &[Node], text: &mut String) {
    let is = |numbers: &[usize]| {
        let calls: Vec<String> = numbers.iter().map(|n| format!("crate::active_mutant::is({n})")).collect();
        calls.join(" || ")
    };
    match &node.change {
        Change::Choose(choices) => {
            text.push_str(&open(choices.iter().map(|(number, _)| *number)));
            text.push('(');
            for (number, mutated) in choices {
                let _ = write!(text, "if {} {{/*<{number}*/{mutated}/*>*/}} else ", is(&[*number]));
            }
            text.push('{');
            part(source, node.start, node.end, inner, text);
            text.push_str("})/*]*/");
        }
        Change::Return(values) => {
            text.push_str(&open(values.iter().map(|(number, _)| *number)));
            for (number, value) in values {
                let _ = write!(text, "if {} {{/*<{number}*/return {value};/*>*/}} ", is(&[*number]));
            }
            text.push_str("/*]*/");
        }
        Change::Guard { has_guard, always, never } => {
            text.push_str(&open(always.iter().chain(never).copied()));
            let mut guard = String::new();
            if !never.is_empty() {
                let _ = write!(guard, "!({})", is(never));
            }
            if *has_guard {
                guard.push_str(if guard.is_empty() { "(" } else { " && (" });
                part(source, node.start, node.end, inner, &mut guard);
                guard.push(')');
            }
            if !always.is_empty() {
                guard = format!("({} || ({guard}))", is(always));
            }
            text.push_str(if *has_guard { "" } else { " if " });
            text.push_str(&guard);
            text.push_str("/*]*/");
        }
    }
}

fn open(numbers: impl Iterator<Item = usize>) -> String {
    let numbers: Vec<String> = numbers.map(|number| number.to_string()).collect();
    format!("/*[{}*/", numbers.join(","))
}
