# Two stages: the toolchain builds one stripped executable, which needs the C libraries of the same Debian release.
ARG SWIFT_VERSION=6.3
ARG DEBIAN_RELEASE=bookworm

FROM swift:${SWIFT_VERSION}-${DEBIAN_RELEASE} AS build
# hadolint ignore=DL3008
RUN apt-get update \
    && apt-get install --yes --no-install-recommends libexpat1-dev libhiredis-dev libsqlite3-dev libssl-dev pkg-config zlib1g-dev \
    && rm -rf /var/lib/apt/lists/*
WORKDIR /src
# The manifest names the test targets, so their folders must exist; .dockerignore keeps other files out.
COPY . .
RUN Tests/Tools/release.sh pass-simulator -Xlinker -s \
    && install -D --mode=0755 .build/release/pass-simulator /out/pass-simulator

FROM debian:${DEBIAN_RELEASE}-slim
LABEL org.opencontainers.image.title="pass-simulator" \
      org.opencontainers.image.description="A fake backend for Adobe Pass Authentication"
# Group 0 may write, because platforms that choose the user themselves give it that group. Others may enter, to read ca.pem only.
# hadolint ignore=DL3008
RUN apt-get update \
    && apt-get install --yes --no-install-recommends libexpat1 libhiredis0.14 libsqlite3-0 libssl3 zlib1g \
    && rm -rf /var/lib/apt/lists/* /var/cache/debconf/*-old /var/log/apt /var/log/dpkg.log \
    && install --directory --owner=10001 --group=0 --mode=0771 /data
COPY --from=build /out/pass-simulator /usr/local/bin/pass-simulator

# Numeric IDs let an orchestrator verify that the user isn't root. Nothing needs a name.
USER 10001:10001
VOLUME /data
ENV PASS_SIMULATOR_LISTEN=0.0.0.0:8080 \
    PASS_SIMULATOR_DATA_DIR=/data
EXPOSE 8080
HEALTHCHECK --interval=5s --timeout=3s --start-period=10s CMD ["pass-simulator", "ready"]
ENTRYPOINT ["pass-simulator"]
