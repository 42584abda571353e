"""Generations in Milvus: which one is current, what each holds, the switch in one step, the removal of old ones.

On a server an alias names the current generation's manifest. milvus-lite 2.5.1 has no aliases; there a single row does,
which is replaced in one step as well.
"""

from __future__ import annotations

import json
from typing import Any

from przepis.errors import EngineError
from przepis.index.milvus.connection import Connection
from przepis.index.milvus.schema import DEFAULT_PREFIX, collection_name, make_collection

_MANIFEST = "manifest"


class Generations:
    def __init__(self, connection: Connection, prefix: str = DEFAULT_PREFIX) -> None:
        self.connection = connection
        self.prefix = prefix

    @property
    def _pointer(self) -> str:
        return f"{self.prefix}_current"

    def collections(self) -> list[str]:
        """Every collection under the prefix."""
        return sorted(n for n in self.connection.call("list_collections") if n.startswith(f"{self.prefix}_"))

    def names(self) -> list[str]:
        """Generations that are whole, in no order."""
        tail = f"_{_MANIFEST}"
        return [n[len(self.prefix) + 1 : -len(tail)] for n in self.collections() if n.endswith(tail)]

    def manifest(self, generation: str) -> dict[str, Any] | None:
        """What a whole generation holds; None where it was never finished."""
        facts = self._get(collection_name(self.prefix, generation, _MANIFEST))
        return None if facts is None else dict(facts)

    def write_manifest(self, generation: str, facts: dict[str, Any]) -> None:
        """Written last: a generation with a manifest is whole."""
        name = collection_name(self.prefix, generation, _MANIFEST)
        self._put(name, json.dumps(facts, sort_keys=True))

    def current(self) -> str | None:
        if self.connection.supports_aliases():
            return self._aliased()
        found = self._get(self._pointer)
        return None if found is None else str(found)

    def switch(self, generation: str) -> None:
        """Make a whole generation the current one, in one step."""
        if self.manifest(generation) is None:
            raise EngineError(f"generation {generation} is not whole in Milvus; run `przepis engine copy` again")
        if not self.connection.supports_aliases():
            self._put(self._pointer, json.dumps(generation))
            return
        target = collection_name(self.prefix, generation, _MANIFEST)
        method = "create_alias" if self._aliased() is None else "alter_alias"
        self.connection.call(method, target, self._pointer)

    def drop(self, generation: str) -> None:
        """The manifest goes first, so that a half-removed generation is not taken for a whole one."""
        head = f"{self.prefix}_{generation}_"
        for name in sorted((n for n in self.collections() if n.startswith(head)), key=lambda n: _MANIFEST not in n):
            self.connection.call("drop_collection", name)

    def drop_superseded(self, keep: set[str]) -> list[str]:
        """Remove every generation but these, finished or not; those removed are returned."""
        found = {n[len(self.prefix) + 1 :].split("_", 1)[0] for n in self.collections() if n != self._pointer}
        dropped = sorted(found - keep)
        for generation in dropped:
            self.drop(generation)
        return dropped

    def _aliased(self) -> str | None:
        try:
            facts = self.connection.call("describe_alias", self._pointer)
        except EngineError as error:
            if "not found" in str(error) or "not exist" in str(error):
                return None
            raise
        name = str(facts["collection_name"])
        return name[len(self.prefix) + 1 : -len(_MANIFEST) - 1]

    def _put(self, name: str, facts: str) -> None:
        """A collection of one row; every collection must have a vector, so it has one that means nothing."""
        import pymilvus as kinds

        columns = [
            kinds.FieldSchema("place", kinds.DataType.INT64, is_primary=True, auto_id=False),
            kinds.FieldSchema("facts", kinds.DataType.VARCHAR, max_length=65_535),
            kinds.FieldSchema("vector", kinds.DataType.FLOAT_VECTOR, dim=2),
        ]
        make_collection(self.connection, name, columns, {"index_type": "FLAT"}, "what a generation holds")
        self.connection.call("upsert", name, [{"place": 0, "facts": facts, "vector": [0.0, 1.0]}])

    def _get(self, name: str) -> Any:
        """None also where a killed run made the collection but not yet its index or its row."""
        if not self.connection.call("has_collection", name) or not self.connection.call("list_indexes", name):
            return None
        self.connection.call("load_collection", name)
        rows = self.connection.call("query", name, filter="place == 0", output_fields=["facts"])
        return json.loads(rows[0]["facts"]) if rows else None
