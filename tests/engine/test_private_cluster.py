"""Who can talk to the Dask cluster of a run: nobody without its key."""

import os
import sys
from collections.abc import Iterator
from typing import Any
from urllib.error import HTTPError
from urllib.request import urlopen

import pytest

distributed = pytest.importorskip("distributed")

from arcwalk.compiled.cache import writable_root  # noqa: E402
from arcwalk.engine.private_cluster import private_cluster  # noqa: E402
from arcwalk.engine.protocol import EngineError  # noqa: E402


@pytest.fixture(scope="module")
def cluster() -> Iterator[Any]:
    with private_cluster(1) as cluster:
        yield cluster


@pytest.fixture(scope="module")
def addresses(cluster: Any) -> list[str]:
    """The scheduler, the worker, and the process that looks after it."""
    (worker,) = cluster.workers.values()
    return [cluster.scheduler_address, worker.worker_address, worker.address]


def identity(cluster: Any, address: str, security: Any = None) -> Any:
    """What somebody with these certificates is told who asks for the kind of server at an address."""

    async def ask() -> Any:
        arguments = security.get_connection_args("client") if security else {}
        comm = await distributed.comm.connect(address, timeout=1, **arguments)
        await comm.write({"op": "identity", "reply": True})
        found = await comm.read()
        await comm.close()
        return found["type"]

    return cluster.sync(ask)


def test_the_owner_of_a_cluster_can_use_it(cluster: Any, addresses: list[str]) -> None:
    assert [identity(cluster, each, cluster.security) for each in addresses] == ["Scheduler", "Worker", "Nanny"]


def test_nobody_connects_without_its_key(cluster: Any, addresses: list[str]) -> None:
    for address in addresses:
        assert address.startswith("tls://127.0.0.1:")
        with pytest.raises(OSError, match=r"\w"):
            identity(cluster, address.replace("tls://", "tcp://"))
        with pytest.raises(OSError, match=r"\w"):
            identity(cluster, address, distributed.Security.temporary())


def test_its_web_server_has_no_pages(cluster: Any) -> None:
    port = cluster.scheduler.http_server.port
    for page in ("", "info/main/workers.html", "json/counts.json", "metrics", "status", "proxy/1/127.0.0.1/status"):
        with pytest.raises(HTTPError, match="404"):
            urlopen(f"http://127.0.0.1:{port}/{page}", timeout=10)


def test_without_cryptography_there_is_none(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "cryptography", None)
    with (
        pytest.raises(EngineError, match=r'needs cryptography .*; run: pip install "arcwalk\[dask\]"'),
        private_cluster(1),
    ):
        pass


def test_workers_look_for_kernels_where_this_process_does(cluster: Any) -> None:
    with distributed.Client(cluster, timeout=30) as client:
        assert set(client.run(os.getenv, "NUMBA_CACHE_DIR").values()) == {str(writable_root())}
