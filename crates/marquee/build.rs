//! Link options of the program.

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    // The program has some 200,000 relative relocations. Packed, they take a fortieth of the space, which is memory that every start
    // reads. The loader of glibc 2.36 and musl 1.2.4 and later knows this format; an older one refuses the program by name.
    if std::env::var("CARGO_CFG_TARGET_OS").is_ok_and(|os| os == "linux") {
        println!("cargo::rustc-link-arg-bins=-Wl,-z,pack-relative-relocs");
    }
}
