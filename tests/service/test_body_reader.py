"""Bodies of requests: clients that send everything before they read learn why it was too much."""

from urllib.error import HTTPError
from urllib.request import Request, urlopen

import pytest
from serving import serving

from arcwalk.service.limits import Limits
from arcwalk.service.models import Models
from arcwalk.service.routes import make_application
from arcwalk.service.setup import Setup

LARGE = b"x" * 20_000_000  # more than the buffers of two sockets hold


@pytest.mark.parametrize(
    ("path", "host", "status", "reason"),
    [
        ("/parse", "localhost", 413, "the request is larger than 1 MB; send fewer sentences at a time"),
        ("/process", "localhost", 413, "the request is larger than 1 MB"),
        ("/process", "evil.example", 400, "this service is addressed as localhost; use that name"),
        ("/nowhere", "localhost", 404, "there is nothing at this address"),
    ],
)
def test_refusals_reach_clients_that_are_still_sending(
    models: Models, path: str, host: str, status: int, reason: str
) -> None:
    application = make_application(Setup(models, Limits(request_bytes=1_000_000)), hosts=("localhost",))
    with serving(application) as address:
        request = Request(address + path, LARGE, {"Host": host})  # urllib sends "Connection: close"
        with pytest.raises(HTTPError) as refused:
            urlopen(request, timeout=60)
        with refused.value as reply:
            assert reply.status == status
            assert reason in reply.read().decode()
