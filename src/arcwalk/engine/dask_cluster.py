"""The engine of many machines: a Dask cluster, on this machine or behind the address of a scheduler.

Workers need arcwalk and nothing else: the model is sent to each of them once, also to those that join later, and
batches are sent as text and come back as text. So files are read and written on the client's machine only. Dask runs
the batches of a worker that died on others.
"""

import logging
import shutil
import signal
import time
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import CancelledError
from contextlib import contextmanager, suppress
from pathlib import Path
from secrets import token_hex
from typing import Any

from distributed import Client, WorkerPlugin, get_worker
from distributed.scheduler import KilledWorker
from distributed.utils import silence_logging_cmgr

import arcwalk
from arcwalk.engine.batches import Batch
from arcwalk.engine.private_cluster import private_cluster
from arcwalk.engine.protocol import EngineError, Outcomes, Pending, Result, in_order
from arcwalk.engine.request import Request
from arcwalk.engine.worker import annotate
from arcwalk.errors import ArcwalkError, Argument, Option, Wording
from arcwalk.treebank.sentence_lines import SentenceLines

_AHEAD = 4  # batches per thread of the cluster between cutting and writing
_PATIENCE = 30  # seconds to wait for the scheduler and its first worker
_RECOUNT = 5  # seconds between looks at the number of workers, which come and go


class DaskEngine:
    """Annotates on a Dask cluster: that of a scheduler, or a new one on this machine with `jobs` workers."""

    batch_words = 5000

    def __init__(self, scheduler: str | None = None, jobs: int = 1) -> None:
        self.scheduler = scheduler
        self.jobs = jobs

    def run(self, request: Request, batches: Iterable[Batch]) -> Outcomes:
        """See `Engine.run`."""
        with (
            silence_logging_cmgr(logging.CRITICAL),  # what goes wrong ends in one line of our own
            _engine_errors(),
            self._connected() as client,
            _files_on_workers(client, request) as folder,
        ):
            names = request.in_folder(Path())
            yield from in_order(
                batches,
                lambda batch: client.submit(_annotate_on_worker, names, folder, batch.unread, pure=False),
                _result,
                _Threads(client).most_pending,
            )

    @contextmanager
    def _connected(self) -> Iterator[Client]:
        if self.scheduler is None:
            with private_cluster(self.jobs) as cluster, Client(cluster) as client:
                client.register_plugin(_IgnoreInterrupts())
                yield client
            return
        address = Argument("scheduler", self.scheduler)
        try:
            client = Client(self.scheduler, timeout=_PATIENCE)
        except (OSError, ValueError, TypeError, RuntimeError) as error:  # wrong certificates raise all kinds
            reason = " ".join(str(error).split())
            remedy = "check the address, or start one with: dask scheduler"
            if self.scheduler.startswith("tls:"):
                remedy = "check the address, and the certificates in Dask's settings (distributed.comm.tls)"
            raise EngineError(Wording(address, f": no Dask scheduler answers ({reason})"), remedy) from None
        with client:
            try:
                client.wait_for_workers(1, timeout=_PATIENCE)
            except TimeoutError:
                remedy = f"start some with: dask worker {self.scheduler} --nthreads 1 --nworkers auto"
                raise EngineError(Wording(address, ": it has no workers"), remedy) from None
            yield client


class _Threads:
    """The number of threads in the cluster, asked for now and then."""

    def __init__(self, client: Client) -> None:
        self.client = client
        self.count = 0
        self.counted = -float(_RECOUNT)

    def most_pending(self) -> int:
        """How many batches keep all workers busy."""
        if time.monotonic() > self.counted + _RECOUNT:
            self.count, self.counted = sum(self.client.nthreads().values()), time.monotonic()
        return _AHEAD * max(self.count, 1)


class _IgnoreInterrupts(WorkerPlugin):  # type: ignore[misc]
    """For workers that belong to this run: Ctrl-C ends the run, and that ends them, even where signals reach them."""

    def setup(self, worker: Any) -> None:  # noqa: ARG002
        """Called in the main thread of the worker's process."""
        signal.signal(signal.SIGINT, signal.SIG_IGN)


class _RequestFiles(WorkerPlugin):  # type: ignore[misc]
    """Files for all workers, now and later, in a folder of their own."""

    def __init__(self, folder: str, files: dict[str, bytes]) -> None:
        self.folder = folder
        self.files = files
        self.version = arcwalk.__version__

    def setup(self, worker: Any) -> None:
        """Write the files; the model is loaded by the first batch, so that the worker stays responsive."""
        if self.version != arcwalk.__version__:
            theirs = f"the worker at {worker.address} has arcwalk {arcwalk.__version__}, not {self.version}"
            raise EngineError(theirs, "install the same version everywhere")
        for name, content in self.files.items():
            path = Path(worker.local_directory) / self.folder / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(content)
        self.files = {}

    def teardown(self, worker: Any) -> None:
        """Remove the files."""
        shutil.rmtree(Path(worker.local_directory) / self.folder, ignore_errors=True)


@contextmanager
def _files_on_workers(client: Client, request: Request) -> Iterator[str]:
    """The name of a folder that holds the files of a request in the working folder of each worker."""
    folder = f"arcwalk-{token_hex(8)}"
    files = {f"{field}/{path.name}": path.read_bytes() for field, path in request.files().items()}
    try:
        _register(client, _RequestFiles(folder, files), folder)
        yield folder
    finally:  # also if some workers have the files and others do not
        with suppress(OSError, ValueError):  # the scheduler may be gone, or know nothing of it
            client.unregister_worker_plugin(folder)


def _register(client: Client, plugin: WorkerPlugin, name: str) -> None:
    try:
        client.register_plugin(plugin, name=name)
    except EngineError:
        raise
    except Exception as error:  # whatever went wrong on a worker
        remedy = "install arcwalk and its dependencies on all of them"
        raise EngineError(f"a worker cannot be set up ({type(error).__name__}: {error})", remedy) from error


def _annotate_on_worker(request: Request, folder: str, unread: Sequence[SentenceLines]) -> Result:
    worker = get_worker()
    files = Path(worker.local_directory) / folder
    if not files.is_dir():  # Dask only logs what went wrong on a worker that joins late
        remedy = "install the same version of arcwalk there, or free disk space"
        raise EngineError(f"the worker at {worker.address} does not have the model", remedy)
    return annotate(request.in_folder(files), unread)


def _result(batch: Batch, pending: Pending) -> Result:
    try:
        result: Result = pending.result()
    except KilledWorker as error:
        first = batch.unread[0]
        message = f"every worker that got the {len(batch.unread)} sentences from here died ({error.last_worker})"
        remedy = Wording("give workers more memory, or parse with ", Option("longest", 200))
        return ArcwalkError(f"{first.source}:{first.line}: {message}", remedy)
    return result


@contextmanager
def _engine_errors() -> Iterator[None]:
    """Say that the connection is lost, so that nobody looks for a fault in a file; its errors are OSErrors."""
    try:
        yield
    except (CancelledError, OSError) as error:
        remedy = "run again, which goes on where it stopped if the output is a folder"
        raise EngineError(f"lost the Dask scheduler ({type(error).__name__})", remedy) from error
