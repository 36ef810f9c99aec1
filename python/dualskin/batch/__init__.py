"""One work over a list of files, on this machine or on a cluster.

    from dualskin import batch
    batch.run(files, "bake", "baked", options={"tolerance": 1.0})
    batch.table("baked").to_pandas()

Each file is a task in a process of its own, held to limits of memory and time. Outputs are below ``outputs``, under the hash of what
they hold, and ``table`` has a row for each file, of failures too. A run that died goes on where it was. It needs pyarrow
(``pip install dualskin[batch]``), and Ray for clusters (``dualskin[ray]``).
"""

from ._journal import table
from ._run import Limits, Summary, run
from ._sources import read_list
from ._works import WORKS

__all__ = ["WORKS", "Limits", "Summary", "read_list", "run", "table"]
