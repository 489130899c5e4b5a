//! The door for JavaScript: a request as JSON is written into a buffer, and the answer is read
//! from another.

#![expect(unsafe_code, reason = "names that JavaScript finds; no pointer is followed here")]

use std::cell::RefCell;

use crate::Desk;

#[derive(Default)]
struct Door {
    request: Vec<u8>,
    answer: Vec<u8>,
    desk: Desk,
}

thread_local! {
    static DOOR: RefCell<Door> = RefCell::default();
}

/// Makes room for a request of so many bytes, and returns where it is to be written.
#[unsafe(no_mangle)]
pub(crate) extern "C" fn request(length: usize) -> *mut u8 {
    DOOR.with_borrow_mut(|door| {
        door.request.clear();
        door.request.resize(length, 0);
        door.request.as_mut_ptr()
    })
}

/// Answers the request, and returns how many bytes the answer has.
#[unsafe(no_mangle)]
pub(crate) extern "C" fn call() -> usize {
    DOOR.with_borrow_mut(|door| {
        let Door { request, answer, desk } = door;
        *answer = desk.answer(request).into_bytes();
        answer.len()
    })
}

/// Returns where the answer is.
#[unsafe(no_mangle)]
pub(crate) extern "C" fn answer() -> *const u8 {
    DOOR.with_borrow(|door| door.answer.as_ptr())
}
