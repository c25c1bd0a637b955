"""A Dask cluster on this machine, for one run and its user alone.

Whoever can talk to a scheduler or a worker can have it run code as its user, and every user of this machine can reach
their ports. So they talk to those only who have a key, which is made for the run, and all is encrypted. Dask insists on
ports for web pages, too, but there are no pages.
"""

import logging
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from multiprocessing.resource_tracker import ensure_running
from tempfile import TemporaryDirectory

import dask
from distributed import LocalCluster, Security

from arcwalk.compiled.cache import writable_root
from arcwalk.engine.local import signals_held
from arcwalk.engine.protocol import EngineError
from arcwalk.errors import Argument, Wording

_DASK = Argument("engine", "dask")
_NO_PAGES: dict[str, list[str]] = {"distributed.scheduler.http.routes": [], "distributed.worker.http.routes": []}


@contextmanager
def private_cluster(workers: int) -> Iterator[LocalCluster]:
    """A cluster of so many workers for the time of the block. Signals are left to this process, which ends them."""
    with (
        dask.config.set(_NO_PAGES),
        TemporaryDirectory(prefix="arcwalk-", ignore_cleanup_errors=True) as folder,
        _start(workers, folder) as cluster,
    ):
        yield cluster


def _start(workers: int, folder: str) -> LocalCluster:
    if sys.platform != "win32":
        ensure_running()  # not later: it would let signals through to the workers
    try:
        with signals_held():  # for good from the thread that starts workers
            return LocalCluster(
                n_workers=workers,
                threads_per_worker=1,
                security=Security.temporary(),
                env={"NUMBA_CACHE_DIR": str(writable_root())},  # or each would compile, and warn, if there is no cache
                local_directory=folder,  # what is in it is run: others could meddle with the one that users share
                dashboard_address="127.0.0.1:0",  # any free port of this machine; None would insist on 8787
                scheduler_kwargs={"dashboard": False},
                silence_logs=logging.CRITICAL,
            )
    except ImportError as error:
        remedy = 'run: pip install "arcwalk[dask]"'
        raise EngineError(Wording(_DASK, f": a private cluster needs cryptography ({error})"), remedy) from None
    except (OSError, RuntimeError) as error:
        reason = " ".join(str(error).split())
        remedy = Wording("use ", Argument("engine", "local"))
        raise EngineError(Wording(_DASK, f": no cluster can be started here ({reason})"), remedy) from error
