# Two stages: the toolchain builds one stripped executable, which needs glibc, OpenSSL and expat of the same Debian.
ARG SWIFT_VERSION=6.3
ARG DEBIAN_RELEASE=bookworm

FROM swift:${SWIFT_VERSION}-${DEBIAN_RELEASE} AS build
# hadolint ignore=DL3008
RUN apt-get update \
    && apt-get install --yes --no-install-recommends libexpat1-dev libssl-dev pkg-config zlib1g-dev \
    && rm -rf /var/lib/apt/lists/*
WORKDIR /src
# The manifest names the test targets, so their folders must be there; .dockerignore keeps the rest out.
COPY . .
RUN swift build -c release --product pass-simulator --static-swift-stdlib -Xlinker -s \
    && install -D --mode=0755 .build/release/pass-simulator /out/pass-simulator

FROM debian:${DEBIAN_RELEASE}-slim
LABEL org.opencontainers.image.title="pass-simulator" \
      org.opencontainers.image.description="A fake backend for Adobe Pass Authentication"
# hadolint ignore=DL3008
RUN apt-get update \
    && apt-get install --yes --no-install-recommends libexpat1 libssl3 zlib1g \
    && rm -rf /var/lib/apt/lists/* /var/cache/debconf/*-old /var/log/apt /var/log/dpkg.log \
    && useradd --system --uid 10001 --no-create-home --home-dir /data --shell /usr/sbin/nologin simulator \
    && install --directory --owner=simulator --group=simulator --mode=0700 /data
COPY --from=build /out/pass-simulator /usr/local/bin/pass-simulator

USER 10001
VOLUME /data
ENV PASS_SIMULATOR_LISTEN=0.0.0.0:8080 \
    PASS_SIMULATOR_DATA_DIR=/data
EXPOSE 8080
HEALTHCHECK --interval=10s --timeout=3s --start-period=5s CMD ["pass-simulator", "ready"]
ENTRYPOINT ["pass-simulator"]
