"""Files for tests of batches: small characters that all differ, and hostile ones."""

import json
import os
import struct

import dualskin


def write_characters(folder, count, source="builtin:two_joints"):
    """Files whose characters stand in different places; their names."""
    glb = dualskin.open(source).to_glb()
    length = struct.unpack_from("<I", glb, 12)[0]
    document, rest = json.loads(glb[20 : 20 + length]), glb[20 + length :]
    roots = [document["nodes"][root] for root in document["scenes"][0]["nodes"]]
    names = []
    for place in range(count):
        for root in roots:
            root["translation"] = [place / 64, 0, 0]
        text = json.dumps(document).encode()
        text += b" " * (-len(text) % 4)
        size = 20 + len(text) + len(rest)
        head = struct.pack("<4sIII4s", b"glTF", 2, size, len(text), b"JSON")
        names.append(os.path.join(folder, f"character_{place:04}.glb"))
        with open(names[-1], "wb") as file:
            file.write(head + text + rest)
    return names


def write_hostile(folder):
    """No glTF, one that was cut off, and a pipe that nobody writes into; their names."""
    noise, cut, pipe = (os.path.join(folder, name) for name in ("noise.glb", "cut.glb", "pipe.glb"))
    with open(noise, "wb") as file:
        file.write(bytes(range(256)) * 40)
    with open(cut, "wb") as file:
        file.write(dualskin.open("builtin:two_joints").to_glb()[:5000])
    os.mkfifo(pipe)
    return [noise, cut, pipe]


def outputs(out):
    """What outputs hold, by their names."""
    found = {}
    for folder, _, names in os.walk(os.path.join(out, "outputs")):
        for name in names:
            with open(os.path.join(folder, name), "rb") as file:
                found[name] = file.read()
    return found


def servers(parent):
    """The processes that fork tasks, below a process or one of its children."""
    parents = {}
    for name in filter(str.isdigit, os.listdir("/proc")):
        try:
            with open(f"/proc/{name}/stat") as stat, open(f"/proc/{name}/cmdline") as command:
                above = int(stat.read().rpartition(")")[2].split()[1])
                parents[int(name)] = (above, "_server.main" in command.read())
        except OSError:
            continue
    found = []
    for process, (above, is_server) in parents.items():
        # A child of a server has its words too.
        if is_server and not parents.get(above, (0, False))[1] and _is_below(process, parent, parents):
            found.append(process)
    return found


def _is_below(process, parent, parents):
    while process in parents:
        process = parents[process][0]
        if process == parent:
            return True
    return False
