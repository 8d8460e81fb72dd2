"""Every family by the name that `ROWS` takes, in the order of the table."""

from rows import embedded, flows, half_load, handshakes, image, instructions, journal, memory, polls, rest_v2, signing, small_responses, starts, stores

ALL = {
    "plain": small_responses.plain,
    "tls": small_responses.tls,
    "polls": polls.polls,
    "rest-v2": rest_v2.rest_v2,
    "journal": journal.journal,
    "handshakes": handshakes.handshakes,
    "half-load": half_load.half_load,
    "signing": signing.signing,
    "start": starts.start,
    "embedded-start": embedded.embedded_start,
    "memory": memory.memory,
    "namespaces": embedded.namespaces,
    "sessions": embedded.sessions,
    "flow": flows.flow,
    "store": stores.stores,
    "store-sessions": stores.sessions,
    "redis": stores.redis,
    "redis-sessions": stores.redis_sessions,
    "nodes": stores.nodes,
    "image": image.image,
    "instructions": instructions.instructions,
}
