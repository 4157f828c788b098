"""`unsaid serve`."""

import os
from dataclasses import replace
from pathlib import Path

import click

from backend.cli import options
from backend.settings import Settings
from backend.web.serve import Listen, longest_answer
from backend.web.serve import serve as serve_until_stopped
from backend.web.sign_in_loopback import is_loopback


@click.command()
@click.option("--host", default="127.0.0.1", show_default=True, help="The address to listen on.")
@click.option("--port", type=click.IntRange(0, 65535), default=8000, show_default=True, help="The port.")
@click.option(
    "--certfile", type=click.Path(path_type=Path), help="The certificate for TLS, with its chain, as PEM."
)
@click.option("--keyfile", type=click.Path(path_type=Path), help="Its private key, as PEM.")
@click.option("--workers", type=click.IntRange(min=1), help="How many processes; by default one for each core.")
@options.registry
def serve(
    host: str, port: int, certfile: Path | None, keyfile: Path | None, workers: int | None, registry: Path | None
) -> None:
    """Serve Word: the interface that the pane speaks to, until Ctrl-C.

    \b
    Examples:
      unsaid serve
      unsaid serve --host 0.0.0.0 --port 8443 --certfile unsaid.pem --keyfile unsaid.key
    """
    settings = Settings.from_environment()
    if registry is not None:
        settings = replace(settings, registry=registry)
    listen = Listen(host, port, workers or os.cpu_count() or 1, longest_answer(settings), certfile, keyfile)
    if is_loopback(host) and not settings.service.hosts:
        # A page of somebody else's that a browser is led to believe is this machine gets no answer.
        own = replace(settings.service, hosts=("localhost", "127.0.0.1", "[::1]"))
        settings = replace(settings, service=own)
    serve_until_stopped(settings, listen, lambda token: _announce(listen, token))


def _announce(listen: Listen, token: str | None) -> None:
    click.echo(f"Unsaid listens on {listen.url}")
    if token is not None:
        click.echo(f"You alone can sign in, until it is stopped, with the token {token}")
