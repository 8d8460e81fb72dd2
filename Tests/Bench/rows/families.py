"""Every family by the name that `ROWS` takes, in the order of the table."""

from rows import memory, small_responses, starts

ALL = {
    "plain": small_responses.plain,
    "tls": small_responses.tls,
    "start": starts.start,
    "memory": memory.memory,
}
