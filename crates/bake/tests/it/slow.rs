//! A bake takes time in proportion to keys, not to seconds.

use bake::Goal;
use character::Character;
use rig::{Clip, ClipEdit, Method, TimeWarp, reduced_track};

use crate::support::{bake, builtin, children, errors};

/// The first clip with few of its keys, so many times slower.
fn slowed(character: &Character, times: f32) -> Clip {
    let clip = &character.clips[0];
    let few = clip.targets().filter_map(|target| {
        let count = clip.keys(target)?.times().len();
        let keeps: Vec<bool> = (0..count)
            .map(|key| key == 0 || key + 1 == count || key == count / 2)
            .collect();
        reduced_track(clip, target, &keeps)
    });
    let edit = ClipEdit::SetTracks {
        set: few.collect(),
        remove: Vec::new(),
    };
    let (few, _) = clip.with_edit(&edit).unwrap();
    few.with_time_warp([0.0, few.duration()], TimeWarp::Speed(1.0 / times))
        .unwrap()
}

#[test]
fn a_slow_clip_is_baked_like_a_fast_one() {
    let cylinder = builtin("cylinder");
    let mut found = Vec::new();
    for times in [1.0, 1e5] {
        let character = cylinder.with_clips(vec![slowed(&cylinder, times)]);
        let flags = children(&character);
        let baked = bake(&character, &flags, Method::TWO_PHASE, Goal::Helpers(3)).unwrap();
        let own = character.clips[0].key_count();
        let keys = baked.character.clips[0].key_count();
        // Three helpers over two nodes each, of three channels.
        assert!(keys < own + 18 * 3 * 240, "{keys} keys of {own}");
        found.push(errors(&character, &flags, Method::TWO_PHASE, &baked));
    }
    let [fast, slow] = [found[0], found[1]];
    assert!(
        slow[0] < 1.2 * fast[0] + 0.05 && slow[1] < 1.2 * fast[1] + 0.01,
        "{fast:?} {slow:?}"
    );
}

/// Many clips of one pose each are looked at once each.
#[test]
fn clips_that_stand_still_are_baked_in_their_pose() {
    let cylinder = builtin("cylinder");
    let clip = &cylinder.clips[0];
    let first = clip
        .targets()
        .filter_map(|target| reduced_track(clip, target, &[true]));
    let edit = ClipEdit::SetTracks {
        set: first.collect(),
        remove: Vec::new(),
    };
    let (still, _) = clip.with_edit(&edit).unwrap();
    let character = cylinder.with_clips(vec![slowed(&cylinder, 1.0), still]);
    let flags = children(&character);
    let baked = bake(&character, &flags, Method::TWO_PHASE, Goal::Tolerance(0.5)).unwrap();
    assert!(errors(&character, &flags, Method::TWO_PHASE, &baked)[0] < 0.5);
}
