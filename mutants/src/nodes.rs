//! Where the sources change, from the list of mutants and the syntax of a file.

use anyhow::{Context, Result, bail};
use proc_macro2::LineColumn;
use syn::spanned::Spanned;
use syn::visit::{self, Visit};

use crate::{Mutant, Position, Span};

/// A part of the source, in bytes, and what becomes of it.
#[derive(Debug)]
pub struct Node {
    pub start: usize,
    pub end: usize,
    pub change: Change,
}

/// A change of the source. The first part of each pair is the mutant's number.
#[derive(Debug)]
pub enum Change {
    /// An expression that has other texts.
    Choose(Vec<(usize, String)>),
    /// The beginning of a body that returns other values.
    Return(Vec<(usize, String)>),
    /// A guard that is true or false, or an arm without a guard (`has_guard`), which mutants delete.
    Guard { has_guard: bool, always: Vec<usize>, never: Vec<usize> },
}

/// What the syntax knows of the places of mutants.
#[derive(Debug, Default)]
struct Places {
    /// Operator, left side, right side, whole; without conditions with `let`, which cannot be parts of another expression.
    binary: Vec<[Span; 4]>,
    /// Operator, operand, whole.
    unary: Vec<[Span; 3]>,
    /// Whole arm, pattern, guard.
    arms: Vec<(Span, Span, Option<Span>)>,
    /// Fields with their value, whole expression.
    structs: Vec<(Vec<Span>, Span)>,
}

/// The nodes of a file.
pub fn in_file(source: &str, mutants: &[(usize, &Mutant)]) -> Result<Vec<Node>> {
    let mut places = Places::default();
    places.visit_file(&syn::parse_file(source)?);
    let lines = Lines::new(source);
    let mut nodes: Vec<Node> = Vec::new();
    for (number, mutant) in mutants {
        add(&mut nodes, source, &lines, &places, *number, mutant).with_context(|| mutant.name.clone())?;
    }
    Ok(nodes)
}

fn add(
    nodes: &mut Vec<Node>,
    source: &str,
    lines: &Lines,
    places: &Places,
    number: usize,
    mutant: &Mutant,
) -> Result<()> {
    let text = |span: Span| {
        let (start, end) = lines.range(span);
        &source[start..end]
    };
    let at = mutant.span;
    let with = &mutant.replacement;
    match mutant.genre.as_str() {
        "FnValue" => {
            let (start, _) = lines.range(at);
            node(nodes, (start, start), Change::Return(vec![(number, with.clone())]));
        }
        "BinaryOperator" => {
            let Some([_, left, right, whole]) = places.binary.iter().find(|b| b[0].start == at.start) else {
                return Ok(());
            };
            let mutated = format!("{} {with} {}", text(*left), text(*right));
            node(nodes, lines.range(*whole), Change::Choose(vec![(number, mutated)]));
        }
        "UnaryOperator" => {
            let [_, operand, whole] =
                places.unary.iter().find(|u| u[0].start == at.start).context("no such operator")?;
            node(nodes, lines.range(*whole), Change::Choose(vec![(number, text(*operand).to_string())]));
        }
        "StructField" => {
            let (_, whole) = places
                .structs
                .iter()
                .find(|(fields, _)| fields.iter().any(|f| f.start == at.start))
                .context("no such field")?;
            let ((start, end), (from, to)) = (lines.range(*whole), lines.range(at));
            let to = to + usize::from(source[to..].starts_with(','));
            let mutated = format!("{}{}", &source[start..from], &source[to..end]);
            node(nodes, (start, end), Change::Choose(vec![(number, mutated)]));
        }
        "MatchArm" | "MatchArmGuard" => {
            let (_, pattern, guard) = places
                .arms
                .iter()
                .find(|(arm, _, guard)| {
                    arm.start == at.start || guard.is_some_and(|guard| guard.start == at.start)
                })
                .context("no such arm")?;
            let always = if with == "true" { vec![number] } else { Vec::new() };
            let never = if with == "true" { Vec::new() } else { vec![number] };
            let (_, end) = lines.range(*pattern);
            let range = guard.map_or((end, end), |guard| lines.range(guard));
            node(nodes, range, Change::Guard { has_guard: guard.is_some(), always, never });
        }
        other => bail!("unknown kind {other}"),
    }
    Ok(())
}

/// Adds a change, or joins it with the change of the same place.
fn node(nodes: &mut Vec<Node>, (start, end): (usize, usize), change: Change) {
    let same = nodes.iter_mut().find(|node| (node.start, node.end) == (start, end));
    match (same.map(|node| &mut node.change), change) {
        (Some(Change::Choose(all)), Change::Choose(new))
        | (Some(Change::Return(all)), Change::Return(new)) => {
            all.extend(new);
        }
        (Some(Change::Guard { always: a, never: n, .. }), Change::Guard { always, never, .. }) => {
            a.extend(always);
            n.extend(never);
        }
        (_, change) => nodes.push(Node { start, end, change }),
    }
}

impl<'ast> Visit<'ast> for Places {
    fn visit_expr_binary(&mut self, expr: &'ast syn::ExprBinary) {
        if !has_let(&expr.left) && !has_let(&expr.right) {
            self.binary.push([span(&expr.op), span(&expr.left), span(&expr.right), span(expr)]);
        }
        visit::visit_expr_binary(self, expr);
    }

    fn visit_expr_unary(&mut self, expr: &'ast syn::ExprUnary) {
        self.unary.push([span(&expr.op), span(&expr.expr), span(expr)]);
        visit::visit_expr_unary(self, expr);
    }

    fn visit_arm(&mut self, arm: &'ast syn::Arm) {
        let guard = arm.guard.as_ref().map(|(_, guard)| span(guard));
        self.arms.push((span(arm), span(&arm.pat), guard));
        visit::visit_arm(self, arm);
    }

    fn visit_expr_struct(&mut self, expr: &'ast syn::ExprStruct) {
        self.structs.push((expr.fields.iter().map(span).collect(), span(expr)));
        visit::visit_expr_struct(self, expr);
    }
}

/// Whether an operand is a condition with `let`, or a chain with one.
fn has_let(expr: &syn::Expr) -> bool {
    match expr {
        syn::Expr::Let(_) => true,
        syn::Expr::Binary(binary) => has_let(&binary.left) || has_let(&binary.right),
        _ => false,
    }
}

fn span(of: &impl Spanned) -> Span {
    let position = |at: LineColumn| Position { line: at.line, column: at.column + 1 };
    Span { start: position(of.span().start()), end: position(of.span().end()) }
}

/// The first byte of each line.
struct Lines<'s> {
    lines: Vec<(usize, &'s str)>,
}

impl<'s> Lines<'s> {
    fn new(source: &'s str) -> Self {
        let mut at = 0;
        let lines = source.split_inclusive('\n').map(|line| {
            at += line.len();
            (at - line.len(), line)
        });
        Self { lines: lines.collect() }
    }

    fn range(&self, span: Span) -> (usize, usize) {
        (self.byte(span.start), self.byte(span.end))
    }

    fn byte(&self, at: Position) -> usize {
        let (start, line) = self.lines[at.line - 1];
        start + line.char_indices().nth(at.column - 1).map_or(line.len(), |(byte, _)| byte)
    }
}
