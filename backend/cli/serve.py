"""`unsaid serve`: run the HTTP service."""

import os
from dataclasses import replace
from functools import partial
from pathlib import Path

import click

import backend
from backend.cli import shared_options
from backend.cli.console import counter
from backend.errors import CannotServe
from backend.services.models.training import TrainRequest, train_version
from backend.settings import Settings
from backend.web.auth.loopback import is_loopback
from backend.web.server.listen import Listen
from backend.web.server.serve import longest_answer
from backend.web.server.serve import serve as serve_until_stopped
from backend.wiring.registries import open_registry
from backend.worker.supervisor import worker_beside

SAMPLE_CORPUS = Path(backend.__file__).parents[1] / "models" / "sample" / "corpus"


@click.command()
@click.option("--host", default="127.0.0.1", show_default=True, help="The address to listen on.")
@click.option("--port", type=click.IntRange(0, 65535), default=8000, show_default=True, help="The port.")
@click.option("--certfile", type=click.Path(path_type=Path), help="The TLS certificate with its chain, as PEM.")
@click.option("--keyfile", type=click.Path(path_type=Path), help="The private key of the certificate, as PEM.")
@click.option(
    "--workers",
    type=click.IntRange(min=1),
    help="Number of processes that answer requests [default: one per core].",
)
@click.option(
    "--worker/--no-worker",
    "with_worker",
    default=True,
    help="Also run a worker for jobs in its own process. With --no-worker, start `unsaid worker` yourself "
    "[default: worker].",
)
@click.option(
    "--demo", is_flag=True, help="Serve the client models of the sample. Unsaid trains them first if needed."
)
@shared_options.registry
def serve(  # noqa: PLR0913 - one argument an option
    host: str,
    port: int,
    certfile: Path | None,
    keyfile: Path | None,
    workers: int | None,
    registry: Path | None,
    *,
    with_worker: bool,
    demo: bool,
) -> None:
    """Run the HTTP service for the Word add-in and other programs, until Ctrl-C.

    \b
    Examples:
      unsaid serve
      unsaid serve --demo
      unsaid serve --host 0.0.0.0 --port 8443 --certfile unsaid.pem --keyfile unsaid.key
    """
    settings = Settings.from_environment()
    if demo and registry is not None:
        raise CannotServe("--demo has its own registry. Leave out --registry or --demo.")
    if demo:
        registry = _sample_models(settings)
    if registry is not None:
        settings = replace(settings, registry=registry)
    at_once = settings.service.at_once
    listen = Listen(
        host, port, workers or os.cpu_count() or 1, longest_answer(settings), certfile, keyfile, at_once
    )
    if is_loopback(host) and not settings.service.hosts:
        # Against DNS rebinding: a foreign page whose host name points to this machine gets no answer.
        own = replace(settings.service, hosts=("localhost", "127.0.0.1", "[::1]"))
        settings = replace(settings, service=own)
    with worker_beside(settings) as begin_worker:

        def ready(token: str | None) -> None:
            if with_worker:
                begin_worker()
            _announce(listen, token)

        serve_until_stopped(settings, listen, ready)


def _sample_models(settings: Settings) -> Path:
    """Return a registry with the client models of the sample, separate from the real one."""
    folder = settings.data / "demo-registry"
    registry = open_registry(folder)
    if not registry.versions():
        if not SAMPLE_CORPUS.is_dir():
            raise CannotServe("The sample is not part of this installation. Serve it from a checkout.")
        with counter("Learning the sample's clients") as counted:
            waiting = partial(counted.begin, "Learning what attackers know")
            train_version(TrainRequest(SAMPLE_CORPUS, "sample"), registry, counted.advance, waiting)
    return folder


def _announce(listen: Listen, token: str | None) -> None:
    click.echo(f"Unsaid listens on {listen.url}")
    if token is not None:
        click.echo(f"Until the service stops, only you can sign in, with this token: {token}")
