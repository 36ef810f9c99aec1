//! Kind and size are looked at before anything is read.

use std::fs::{self, File};
use std::io::{Read as _, Seek as _, SeekFrom};

use whole_file::{ReadError, open_regular, read_regular};

use crate::whole_file::folder_with;

#[test]
fn only_so_many_bytes_are_read() {
    let (folder, path) = folder_with("in");
    assert!(read_regular(&path, 9).unwrap_err().is_not_found());
    for content in [&b""[..], b"12345678"] {
        fs::write(&path, content).unwrap();
        assert_eq!(read_regular(&path, 8).unwrap(), content);
    }
    let error = read_regular(&path, 7).unwrap_err();
    assert!(
        matches!(error, ReadError::TooLarge { bytes: 8, most: 7 }),
        "{error}"
    );
    assert!(matches!(
        read_regular(folder.path(), 7),
        Err(ReadError::Folder)
    ));

    // 20 GB of which the disk holds nothing.
    let sparse = File::create(&path).unwrap();
    sparse.set_len(20 << 30).unwrap();
    let error = read_regular(&path, 1 << 32).unwrap_err();
    assert!(error.to_string().contains("21474836480 bytes"), "{error}");
    assert_eq!(error.remedy(), "choose another file");
}

#[test]
fn a_file_is_read_from_any_place_up_to_what_is_allowed() {
    let (_folder, path) = folder_with("log");
    fs::write(&path, b"12345678").unwrap();
    let mut open = open_regular(&path, 8).unwrap();
    let mut from = |place| {
        open.seek(SeekFrom::Start(place)).unwrap();
        let mut text = String::new();
        open.read_to_string(&mut text).map(|_| text)
    };
    assert_eq!(from(6).unwrap(), "78");
    assert_eq!(from(2).unwrap(), "345678");
    fs::write(&path, b"123456789").unwrap();
    let error = from(6).unwrap_err();
    assert_eq!(error.kind(), std::io::ErrorKind::FileTooLarge);
}

#[test]
fn what_grows_while_it_is_read_is_no_longer_taken() {
    let (_folder, path) = folder_with("log");
    fs::write(&path, b"1234").unwrap();
    let mut open = open_regular(&path, 6).unwrap();
    assert_eq!(open.size(), 4);
    fs::write(&path, b"12345678").unwrap();
    let mut bytes = Vec::new();
    let error = open.read_to_end(&mut bytes).unwrap_err();
    assert_eq!(error.kind(), std::io::ErrorKind::FileTooLarge);
    assert!(bytes.len() <= 7);
}

/// Opening some of these would wait for ever, reading others never end.
#[cfg(target_os = "linux")]
#[test]
fn pipes_devices_and_sockets_are_refused_at_once() {
    use std::os::unix::fs::symlink;
    use std::os::unix::net::UnixListener;

    let (folder, path) = folder_with("pipe");
    crate::hostile::make_pipe(&path);
    let link = folder.path().join("link");
    symlink("/dev/zero", &link).unwrap();
    let socket = folder.path().join("socket");
    let _listens = UnixListener::bind(&socket).unwrap();
    for (path, kind) in [
        (path.as_path(), "a pipe"),
        (&link, "a device"),
        ("/dev/full".as_ref(), "a device"),
        (&socket, "a socket"),
    ] {
        let error = read_regular(path, u64::MAX).unwrap_err();
        assert!(error.to_string().contains(kind), "{error}");
    }
    // A link to a file is as good as the file.
    let file = folder.path().join("file");
    fs::write(&file, b"content").unwrap();
    fs::remove_file(&link).unwrap();
    symlink(&file, &link).unwrap();
    assert_eq!(read_regular(&link, 7).unwrap(), b"content");
    // The system says that this one has no bytes.
    assert!(
        !read_regular("/proc/self/stat".as_ref(), 1 << 16)
            .unwrap()
            .is_empty()
    );
}
