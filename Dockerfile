# One image for every role: `web`, `worker`, or `all` with an embedded database. The parts of the set-up are
# those of `npm start` (scripts/setup/); docs/deployment.md describes how to run it.
# Pinned by the digest of their multi-architecture index: the build uses what was tested. `docker buildx imagetools
# inspect <tag>` shows the current one; update it with the security updates of Debian.
ARG NODE_IMAGE=node:24-bookworm-slim@sha256:6f7b03f7c2c8e2e784dcf9295400527b9b1270fd37b7e9a7285cf83b6951452d
ARG BASE_IMAGE=debian:bookworm-slim@sha256:96e378d7e6531ac9a15ad505478fcc2e69f371b10f5cdf87857c4b8188404716

FROM ${NODE_IMAGE} AS sources
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
COPY packages/contract/package.json packages/contract/
COPY packages/engines/package.json packages/engines/
COPY packages/client/package.json packages/client/
COPY packages/cli/package.json packages/cli/
COPY packages/server/package.json packages/server/
COPY packages/web/package.json packages/web/
COPY scripts/root-folder.mjs scripts/node-24.mjs scripts/setup.mjs scripts/setup-part.mjs scripts/
COPY scripts/setup scripts/setup

FROM sources AS server-modules
RUN node scripts/setup-part.mjs server-modules && rm -rf "$HOME/.npm"

FROM sources AS web-build
COPY tsconfig.base.json ./
COPY packages/contract packages/contract
COPY packages/web packages/web
RUN node scripts/setup-part.mjs web-build

FROM ${BASE_IMAGE} AS system-lite
# Node is needed for this step only: the product runs on the version in its node_modules.
RUN --mount=type=bind,from=sources,source=/usr/local/bin/node,target=/usr/local/bin/node \
  --mount=type=bind,from=sources,source=/app/scripts,target=/setup/scripts \
  node /setup/scripts/setup-part.mjs system-packages-lite \
  && rm -rf /var/lib/apt/lists/* /var/cache/apt/archives/*.deb
RUN useradd --uid 10001 --user-group --home-dir /data --no-create-home --shell /usr/sbin/nologin filesmith \
  && install --directory --owner=filesmith --group=filesmith --mode=0700 /data
WORKDIR /app
ENV NODE_ENV=production \
  HOST=0.0.0.0 \
  PORT=3000 \
  DATA_DIR=/data \
  NODE_COMPILE_CACHE=/data/compiled \
  PATH=/app/node_modules/.bin:/usr/local/bin:/usr/bin:/bin
VOLUME /data
EXPOSE 3000
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=10s --timeout=5s --start-period=60s --retries=3 CMD ["node", "packages/server/src/main-health.ts"]
ENTRYPOINT ["tini", "--", "/app/deploy/docker/run"]
CMD ["all"]
ARG VERSION=0.1.0
ARG REVISION=unknown
LABEL org.opencontainers.image.title=Filesmith \
  org.opencontainers.image.description="Self-hosted file converter" \
  org.opencontainers.image.licenses=MIT \
  org.opencontainers.image.version=${VERSION} \
  org.opencontainers.image.revision=${REVISION} \
  org.filesmith.sbom=/app/sbom.cdx.json

FROM system-lite AS system
RUN --mount=type=bind,from=sources,source=/usr/local/bin/node,target=/usr/local/bin/node \
  --mount=type=bind,from=sources,source=/app/scripts,target=/setup/scripts \
  node /setup/scripts/setup-part.mjs system-packages \
  && rm -rf /var/lib/apt/lists/* /var/cache/apt/archives/*.deb

FROM sources AS app
COPY --from=server-modules /app/node_modules node_modules
COPY packages/contract packages/contract
COPY packages/engines packages/engines
COPY packages/server packages/server
COPY --from=web-build /app/packages/web/dist packages/web/dist
COPY deploy/docker/run deploy/docker/seccomp.json deploy/docker/
COPY scripts/sbom.mjs scripts/
COPY scripts/sbom scripts/sbom

FROM app AS app-lite
RUN rm -rf packages/engines/models node_modules/sts-whisper-* node_modules/onnxruntime-*

# Images, audio, video, archives and PDF tools: `docker build --target lite`.
FROM system-lite AS lite
COPY --from=app-lite /app /app
# Software bill of materials from the lockfile and dpkg; see docs/deployment.md.
RUN node scripts/sbom.mjs --debian /app/sbom.cdx.json
ENV DISABLED_ENGINES=libreoffice,ocr,speech,translation WARM_START=false
USER filesmith

# Everything; the default.
FROM system AS full
COPY --from=app /app /app
RUN node scripts/sbom.mjs --debian /app/sbom.cdx.json
USER filesmith
