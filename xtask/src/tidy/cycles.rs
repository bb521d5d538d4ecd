//! Checks that there are no dependency cycles between modules that share a parent.
//!
//! The dependencies of a module include those of all modules below it. A module and its own parent may use each other, as in
//! Rust's rules of privacy. Test modules are not read.

use std::collections::{BTreeMap, BTreeSet};

use petgraph::algo::tarjan_scc;
use petgraph::graphmap::DiGraphMap;
use syn::visit::{self, Visit};

use crate::files::File;

/// A module's path below its crate; the root is empty.
type ModulePath = Vec<String>;

/// One source file of a crate.
#[derive(Default)]
struct Module {
    /// Imported names with their paths.
    imports: BTreeMap<String, ModulePath>,
    /// Paths into the crate that the code uses, imports included. They begin with `crate`, `self` or `super`.
    uses: BTreeSet<ModulePath>,
}

/// The modules of one crate.
type Modules = BTreeMap<ModulePath, Module>;

/// Dependency cycles between modules, and files that are not valid Rust.
pub fn problems(files: &[File]) -> Vec<String> {
    let mut crates: BTreeMap<&str, Modules> = BTreeMap::new();
    let mut problems = Vec::new();
    for file in files.iter().filter(|f| f.kind() == "rs" && !f.is_test()) {
        let Some((folder, path)) = module_of_file(&file.path) else { continue };
        match syn::parse_file(&file.text) {
            Ok(code) => _ = crates.entry(folder).or_default().insert(path, module(&code)),
            Err(error) => problems.push(format!("{}: {error}", file.path)),
        }
    }
    let cycles = crates.iter().flat_map(|(folder, modules)| cycles_of_crate(folder, modules));
    problems.extend(cycles.map(|cycle| {
        format!("{}: dependency cycle between modules: {}", cycle.folder, cycle.uses.join(", "))
    }));
    problems
}

/// Modules that use each other, directly or through other modules.
struct Cycle {
    /// The folder of the modules, with `/`.
    folder: String,
    /// Which module uses which, for example `page uses route`.
    uses: Vec<String>,
}

/// The crate's folder and the module's path, from the path of a file below `src`.
fn module_of_file(path: &str) -> Option<(&str, ModulePath)> {
    let (folder, file) = path.split_once("/src/")?;
    let name = file.strip_suffix(".rs")?;
    let root = matches!(name, "lib" | "main");
    let module = name.strip_suffix("/mod").unwrap_or(name);
    Some((folder, if root { Vec::new() } else { module.split('/').map(str::to_owned).collect() }))
}

fn module(code: &syn::File) -> Module {
    let mut module = Module::default();
    module.visit_file(code);
    module
}

impl Module {
    /// Records every name of a `use` with its path.
    fn import(&mut self, tree: &syn::UseTree, prefix: &mut ModulePath) {
        match tree {
            syn::UseTree::Path(path) => {
                prefix.push(path.ident.to_string());
                self.import(&path.tree, prefix);
                prefix.pop();
            }
            syn::UseTree::Name(name) => self.add_import(&name.ident, &name.ident, prefix),
            syn::UseTree::Rename(rename) => self.add_import(&rename.rename, &rename.ident, prefix),
            syn::UseTree::Glob(_) => self.add_use(prefix.clone()),
            syn::UseTree::Group(group) => group.items.iter().for_each(|item| self.import(item, prefix)),
        }
    }

    fn add_import(&mut self, name: &syn::Ident, original: &syn::Ident, prefix: &ModulePath) {
        let mut path = prefix.clone();
        // `use a::{self}` names the module itself.
        if original != "self" {
            path.push(original.to_string());
        }
        let name = if name == "self" { path.last().cloned().unwrap_or_default() } else { name.to_string() };
        self.imports.insert(name, path.clone());
        self.add_use(path);
    }

    fn add_use(&mut self, path: ModulePath) {
        if path.first().is_some_and(|first| matches!(first.as_str(), "crate" | "self" | "super")) {
            self.uses.insert(path);
        }
    }
}

impl<'ast> Visit<'ast> for Module {
    fn visit_item_mod(&mut self, item: &'ast syn::ItemMod) {
        let for_tests = |attribute: &syn::Attribute| {
            attribute.path().is_ident("cfg")
                && attribute.parse_args::<syn::Path>().is_ok_and(|condition| condition.is_ident("test"))
        };
        if !item.attrs.iter().any(for_tests) {
            visit::visit_item_mod(self, item);
        }
    }

    fn visit_item_use(&mut self, item: &'ast syn::ItemUse) {
        self.import(&item.tree, &mut Vec::new());
    }

    fn visit_path(&mut self, path: &'ast syn::Path) {
        self.add_use(path.segments.iter().map(|segment| segment.ident.to_string()).collect());
        visit::visit_path(self, path);
    }

    fn visit_macro(&mut self, item: &'ast syn::Macro) {
        // The tokens of a macro are not parsed; paths in them are recognized by their first segment.
        let text = item.tokens.to_string().replace(" :: ", "::");
        let words = text.split(|c: char| !c.is_alphanumeric() && c != '_' && c != ':');
        words.for_each(|word| self.add_use(word.split("::").map(str::to_owned).collect()));
        visit::visit_macro(self, item);
    }
}

fn cycles_of_crate(folder: &str, modules: &Modules) -> Vec<Cycle> {
    // For each parent, the uses between its children.
    let mut uses_by_parent: BTreeMap<&[String], DiGraphMap<&str, ()>> = BTreeMap::new();
    for (from, module) in modules {
        for path in &module.uses {
            let to = owner(modules, from, path, 0);
            let shared = from.iter().zip(to).take_while(|(a, b)| a == b).count();
            let (Some(user), Some(used)) = (from.get(shared), to.get(shared)) else { continue };
            let parent = from.get(..shared).unwrap_or_default();
            uses_by_parent.entry(parent).or_default().add_edge(user, used, ());
        }
    }
    uses_by_parent.iter().flat_map(|(parent, uses)| cycles_of_siblings(folder, parent, uses)).collect()
}

fn cycles_of_siblings(folder: &str, parent: &[String], uses: &DiGraphMap<&str, ()>) -> Vec<Cycle> {
    let place = [folder, "src"].into_iter().chain(parent.iter().map(String::as_str));
    let place = place.collect::<Vec<_>>().join("/");
    let cycles = tarjan_scc(uses).into_iter().filter(|modules| modules.len() > 1);
    cycles
        .map(|mut modules| {
            modules.sort_unstable();
            let inside =
                uses.all_edges().filter(|(from, to, ())| modules.contains(from) && modules.contains(to));
            let uses = inside.map(|(from, to, ())| format!("{from} uses {to}")).collect();
            Cycle { folder: place.clone(), uses }
        })
        .collect()
}

/// The module that declares the item at `path`, as seen from the module `from`.
fn owner<'m>(modules: &'m Modules, from: &[String], path: &[String], depth: usize) -> &'m [String] {
    let mut at = from.to_vec();
    for segment in path {
        match segment.as_str() {
            "crate" => at.clear(),
            "self" => {}
            "super" => _ = at.pop(),
            name => {
                let below: ModulePath = at.iter().cloned().chain([name.to_owned()]).collect();
                if modules.contains_key(&below) {
                    at = below;
                    continue;
                }
                // The module may import this name from another module. The depth is limited, because imports can refer to imports.
                let import = modules.get(&at).and_then(|module| module.imports.get(name));
                return match import {
                    Some(import) if depth < 8 => owner(modules, &at, import, depth + 1),
                    _ => key(modules, &at),
                };
            }
        }
    }
    key(modules, &at)
}

/// The key of a path in the list of modules; the root's if the path is not in the list.
fn key<'m>(modules: &'m Modules, path: &[String]) -> &'m [String] {
    modules.get_key_value(path).map(|(key, _)| key.as_slice()).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cycles(files: &[(&str, &str)]) -> Vec<String> {
        let file = |(path, text): &(&str, &str)| File { path: (*path).to_owned(), text: (*text).to_owned() };
        problems(&files.iter().map(file).collect::<Vec<_>>())
    }

    #[test]
    fn modules_that_use_each_other_are_found() {
        let found = cycles(&[
            ("crates/a/src/lib.rs", "mod b; mod c; mod d;"),
            ("crates/a/src/b.rs", "use crate::c::C;"),
            ("crates/a/src/c.rs", "fn f() { crate::d::f() }"),
            ("crates/a/src/d.rs", "fn f() { println!(\"{}\", crate::b::X) }"),
        ]);
        let cycle = "crates/a/src: dependency cycle between modules: b uses c, c uses d, d uses b";
        assert_eq!(found, [cycle]);
    }

    #[test]
    fn a_folder_with_a_file_mod_rs_is_a_module() {
        let files = [
            ("crates/a/src/lib.rs", "mod b; mod c;"),
            ("crates/a/src/b/mod.rs", "mod d; pub use d::D;"),
            ("crates/a/src/b/d.rs", "use crate::c::C;"),
            ("crates/a/src/c.rs", "use crate::b::D;"),
        ];
        let cycle = "crates/a/src: dependency cycle between modules: b uses c, c uses b";
        assert_eq!(cycles(&files), [cycle]);
    }

    #[test]
    fn a_name_of_the_root_counts_for_the_module_that_declares_it() {
        let files = [
            ("crates/a/src/lib.rs", "mod app; mod routes; pub use app::App;"),
            ("crates/a/src/app.rs", "use crate::routes::all;"),
            ("crates/a/src/routes.rs", "mod one;"),
            ("crates/a/src/routes/one.rs", "use crate::App;"),
        ];
        let cycle = "crates/a/src: dependency cycle between modules: app uses routes, routes uses app";
        assert_eq!(cycles(&files), [cycle]);
    }

    #[test]
    fn a_module_and_its_parent_may_use_each_other() {
        let files = [
            ("crates/a/src/lib.rs", "mod b; mod c; pub struct A; fn f() { b::f() }"),
            (
                "crates/a/src/b.rs",
                "use super::A; use crate::c; mod d; #[cfg(test)] mod tests { use crate::e::E; }",
            ),
            ("crates/a/src/b/d.rs", "use super::B; use super::super::c::C;"),
            ("crates/a/src/c.rs", "use std::fmt;"),
            ("crates/a/src/c/tests.rs", "use crate::b::B;"),
        ];
        assert_eq!(cycles(&files), Vec::<String>::new());
    }
}
