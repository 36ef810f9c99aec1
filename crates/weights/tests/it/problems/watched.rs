//! A search for problems tells how far it is, and can be stopped.

use std::ops::ControlFlow;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use weights::{Checks, problems, problems_watched};

use crate::support::raw::{Raw, strip};

#[test]
fn a_search_can_be_stopped_whenever_it_tells_how_far_it_is() {
    let (surface, checks) = (strip(7), Checks::default());
    let rows = Raw::unbound(2, surface.point_count());
    let shares = Mutex::new(Vec::new());
    let all = problems_watched(&rows, &surface, &checks, &|share| {
        shares.lock().unwrap().push(share);
        ControlFlow::Continue(())
    });
    assert_eq!(all.unwrap(), problems(&rows, &surface, &checks));
    let shares = shares.into_inner().unwrap();
    assert!(!shares.is_empty() && shares.is_sorted());
    assert!(shares.iter().all(|share| (0.0..=1.0).contains(share)));
    for most in 0..shares.len() {
        let asked = AtomicUsize::new(0);
        let stopped = problems_watched(&rows, &surface, &checks, &|_| {
            if asked.fetch_add(1, Ordering::Relaxed) < most {
                ControlFlow::Continue(())
            } else {
                ControlFlow::Break(())
            }
        });
        assert_eq!((stopped, asked.into_inner()), (None, most + 1));
    }
}
