"""The tasks that child processes of the tests do."""

import os
import signal
import time
from pathlib import Path

from backend.errors import ImpossibleK
from backend.processes import child
from backend.processes.child import terms_were_read, text_was_read

PREPARED = []


def prepare():
    PREPARED.append(os.getpid())


def make():
    return {"made": os.getpid(), "prepared": tuple(PREPARED)}


def make_nothing():
    raise ImpossibleK("nothing can be made")


def state(state):
    return state


def pid(_state):
    return os.getpid()


def chosen_first(_state):
    return int(Path("/proc/self/oom_score_adj").read_text("ascii"))


def twice(number, _state):
    return 2 * number


def echo(content, _state):
    return content


def loop(_state):
    while True:
        pass


def loop_in_c(_state):
    """Holds the interpreter: no thread of this process runs meanwhile."""
    return sum(range(10**13))


def sleep(_state):
    time.sleep(1_000)


def eat(_state):
    eaten = []
    while True:
        eaten.append(bytearray(16 * 1024 * 1024))


def eat_all_at_once(_state):
    return len(bytearray(64 * 1024**3))


def eat_quietly(_state):
    """Takes what it can and goes on."""
    eaten = []
    while True:
        try:
            eaten.append(bytearray(1024 * 1024))
        except MemoryError:
            del eaten[-1]


def loop_at_seven(number):
    return loop_in_c(None) if number == 7 else number


def end_by_itself(_state):
    os.kill(os.getpid(), signal.SIGSEGV)
    time.sleep(1_000)


def fail(error, _state):
    raise error


def cannot_travel(_state):
    return lambda: None


def read_then_burn(characters, seconds, _state):
    text_was_read(characters)
    end = time.process_time() + seconds
    while time.process_time() < end:
        pass
    return "done"


def search_then_burn(characters, terms, seconds, _state):
    terms_were_read(terms)
    terms_were_read(0)
    return read_then_burn(characters, seconds, _state)


def read_then_take(characters, megabytes, _state):
    text_was_read(characters)
    return len(bytearray(megabytes * 1024 * 1024))


FORKS = []


def fork_once():
    """Forks twice (the server and one child), and then is refused by the system."""
    FORKS.append(None)
    if len(FORKS) > 2:
        raise BlockingIOError("no more processes")
    return os.fork()


def leave_somebody_behind(_state):
    """Forks a process that holds the pipe for a few seconds, and ends before it."""
    if os.fork() == 0:
        time.sleep(10)
        os._exit(0)
    os.kill(os.getpid(), signal.SIGKILL)


def write_nonsense(content, _state):
    """Writes into the pipe what is no message, and stays."""
    os.write(child._at_hand._connection.fileno(), content)
    time.sleep(1_000)


def stop_in_the_middle(_state):
    """Writes half a message, and stops as if somebody had sent SIGSTOP."""
    os.write(child._at_hand._connection.fileno(), b"\0\0\0\x64half")
    os.kill(os.getpid(), signal.SIGSTOP)


def leave_half_an_answer_open(told, _state):
    """Writes half a message, and forks a process that holds the pipe for a minute, whose id it tells in a file."""
    if (held := os.fork()) == 0:
        time.sleep(60)
        os._exit(0)
    told.write_text(str(held))
    os.write(child._at_hand._connection.fileno(), b"\0\0\0\x64half")
    os.kill(os.getpid(), signal.SIGKILL)


def long_answer(size, _state):
    return bytes(size)
