"""Seconds and megabytes a file, by the size of characters: the tables of docs/batch.md.

    python python/benches/batch.py [FILE…]

Without files they are built-in characters, and tubes of up to 300,000 vertices.
"""

import os
import sys
import tempfile

import dualskin
from dualskin import batch
from tubes import write_tube

CHARACTERS = ["two_joints", "cylinder", "hand", "arm", "woman", "biped", "dressed", "creature"]
WORKS = {
    "convert": {},
    "check": {},
    "automatic-weights": {},
    "skin": {},
    "bake": {},
    "retarget": {"motion": "builtin:biped"},
}


def main(files):
    """Prints a table a measure."""
    rows = {}
    with tempfile.TemporaryDirectory() as folder:
        files = files or [f"builtin:{name}" for name in CHARACTERS] + tubes(folder)
        files.sort(key=lambda file: dualskin.open(file).vertex_count)
        for work, options in WORKS.items():
            out = os.path.join(folder, work)
            batch.run(files, work, out, options=options, workers=1, limits=batch.Limits(more=1))
            for row in batch.table(out).to_pylist():
                rows[row["file"], work] = row
        print_tables(files, rows)


def tubes(folder):
    """Writes characters of which each has some three times the vertices of the last; their names."""
    names = []
    for vertices in (10_000, 30_000, 100_000, 300_000):
        names.append(os.path.join(folder, f"tube_{vertices}.glb"))
        write_tube(names[-1], vertices)
    return names


def print_tables(files, rows):
    """Two tables in Markdown."""
    for title, cell in (("seconds of a processor", seconds), ("peak MB", megabytes)):
        print(f"\n| {title} | vertices | joints | clips s | {' | '.join(WORKS)} |")
        print("|---|" + "---:|" * (len(WORKS) + 3))
        for file in files:
            character = dualskin.open(file)
            length = sum(character.seconds(clip) for clip in range(len(character.clips)))
            head = f"{os.path.basename(file)} | {character.vertex_count} | {len(character.skeleton)} | {length:.1f}"
            print(f"| {head} | {' | '.join(cell(rows[file, work]) for work in WORKS)} |")


def seconds(row):
    """Seconds of a processor, which other work beside it hardly changes; or the kind of failure."""
    return f"{row['processor_seconds']:.2f}" if row["status"] == "done" else row["kind"]


def megabytes(row):
    """Megabytes, or nothing."""
    return f"{row['peak_memory'] / 1e6:.0f}" if row["status"] == "done" else ""


if __name__ == "__main__":
    main(sys.argv[1:])
