//! Links the icon and the version into the program on Windows; does nothing elsewhere.

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    #[cfg(windows)]
    windows();
}

/// Untried: a fault is told, and the program is built without them.
#[cfg(windows)]
fn windows() {
    println!("cargo::rerun-if-changed=../assets/icon/dualskin.ico");
    let mut resource = winresource::WindowsResource::new();
    resource.set_icon("../assets/icon/dualskin.ico");
    if let Err(error) = resource.compile() {
        println!("cargo::warning=the icon is not linked: {error}");
    }
}
