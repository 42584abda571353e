"""A loader to be killed: copies a home's index to Milvus in small batches, a line for each batch that is in.

python copy_process.py HOME URI
"""

from __future__ import annotations

import sys
from pathlib import Path

from przepis.index.local.index import LocalIndex
from przepis.index.milvus import load as milvus_load
from przepis.index.milvus.connection import Connection
from przepis.settings import EngineSettings

if __name__ == "__main__":
    milvus_load.BATCH = 40
    connection = Connection(EngineSettings(name="milvus", uri=sys.argv[2]))
    print("open", flush=True)
    milvus_load.copy_index(
        LocalIndex(Path(sys.argv[1])),
        connection,
        progress=lambda part, done, total: print(part, done, total, flush=True),
    )
    print("done", flush=True)
    connection.close()
