//! Answers for memory that is handed out before the C library can do it: from
//! one piece, never taken back, for a process that lives for one move.

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::UnsafeCell;
use std::ptr::null_mut;
use std::sync::atomic::{AtomicUsize, Ordering};

use super::is_early;

/// Much more than a move without thinking takes. What is not used costs nothing.
const BYTES: usize = 1 << 20;

/// The piece, aligned to what anything of ours needs.
#[repr(align(64))]
struct Piece(UnsafeCell<[u8; BYTES]>);

// SAFETY: each byte is handed out once, by an atomic count.
unsafe impl Sync for Piece {}

static PIECE: Piece = Piece(UnsafeCell::new([0; BYTES]));

/// How much of the piece has been handed out.
static USED: AtomicUsize = AtomicUsize::new(0);

/// The system's memory, or the piece as long as it is early.
struct Memory;

#[global_allocator]
static MEMORY: Memory = Memory;

impl Memory {
    fn start() -> *mut u8 {
        PIECE.0.get().cast()
    }

    fn hand_out(layout: Layout) -> *mut u8 {
        let start = USED.load(Ordering::Relaxed).next_multiple_of(layout.align());
        let end = start.saturating_add(layout.size());
        if end > BYTES || layout.align() > align_of::<Piece>() {
            return null_mut();
        }
        USED.store(end, Ordering::Relaxed);
        // SAFETY: it ends within the piece.
        unsafe { Self::start().add(start) }
    }

    /// Whether memory comes from the piece. It may be given back later.
    fn is_ours(memory: *mut u8) -> bool {
        memory.addr().wrapping_sub(Self::start().addr()) < BYTES
    }
}

// SAFETY: memory from the piece lies within it, is aligned, and is handed out
// once, as there is one thread as long as it is early; all other memory is the
// system's.
unsafe impl GlobalAlloc for Memory {
    #[inline]
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        if is_early() {
            return Self::hand_out(layout);
        }
        // SAFETY: the caller's promise.
        unsafe { System.alloc(layout) }
    }

    #[inline]
    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        if is_early() {
            // Nobody has written to it.
            return Self::hand_out(layout);
        }
        // SAFETY: the caller's promise.
        unsafe { System.alloc_zeroed(layout) }
    }

    #[inline]
    unsafe fn dealloc(&self, memory: *mut u8, layout: Layout) {
        if !Self::is_ours(memory) {
            // SAFETY: the caller's promise.
            unsafe { System.dealloc(memory, layout) }
        }
    }

    #[inline]
    unsafe fn realloc(&self, memory: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        if !Self::is_ours(memory) {
            // SAFETY: the caller's promise.
            return unsafe { System.realloc(memory, layout, size) };
        }
        // SAFETY: the caller promises a size that is fine with the alignment.
        let new = unsafe { self.alloc(Layout::from_size_align_unchecked(size, layout.align())) };
        if !new.is_null() {
            // SAFETY: both are at least as long, and the new one is fresh.
            unsafe { new.copy_from_nonoverlapping(memory, layout.size().min(size)) };
        }
        new
    }
}
