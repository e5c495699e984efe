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
RUN node scripts/setup-part.mjs server-modules \
  && rm -rf "$HOME/.npm" node_modules/onnxruntime-node/bin/*/darwin node_modules/onnxruntime-node/bin/*/win32 \
    node_modules/node-linux-*/include

FROM sources AS web-build
COPY tsconfig.base.json ./
COPY packages/contract packages/contract
COPY packages/web packages/web
RUN node scripts/setup-part.mjs web-build

FROM ${BASE_IMAGE} AS system
# Node is needed for this step only: the product runs on the version in its node_modules.
RUN --mount=type=bind,from=sources,source=/usr/local/bin/node,target=/usr/local/bin/node \
  --mount=type=bind,from=sources,source=/app/scripts,target=/setup/scripts \
  node /setup/scripts/setup-part.mjs system-packages \
  && rm -rf /var/lib/apt/lists/* /var/cache/apt/archives/*.deb
RUN useradd --uid 10001 --user-group --home-dir /data --no-create-home --shell /usr/sbin/nologin filesmith \
  && install --directory --owner=filesmith --group=filesmith --mode=0700 /data

FROM system
WORKDIR /app
COPY --from=server-modules /app/node_modules node_modules
COPY package.json ./
COPY packages/contract packages/contract
COPY packages/engines packages/engines
COPY packages/server packages/server
COPY packages/web/package.json packages/web/
COPY --from=web-build /app/packages/web/dist packages/web/dist
COPY deploy/docker/run deploy/docker/seccomp.json deploy/docker/

# Software bill of materials from the lockfile and dpkg; see docs/deployment.md.
RUN --mount=type=bind,source=package.json,target=/sbom/package.json \
  --mount=type=bind,source=package-lock.json,target=/sbom/package-lock.json \
  --mount=type=bind,source=scripts,target=/sbom/scripts \
  node_modules/.bin/node /sbom/scripts/sbom.mjs --debian /app/sbom.cdx.json
LABEL org.filesmith.sbom=/app/sbom.cdx.json

ENV NODE_ENV=production \
  HOST=0.0.0.0 \
  PORT=3000 \
  DATA_DIR=/data \
  NODE_COMPILE_CACHE=/data/compiled \
  PATH=/app/node_modules/.bin:/usr/local/bin:/usr/bin:/bin
USER filesmith
VOLUME /data
EXPOSE 3000
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=10s --timeout=5s --start-period=60s --retries=3 CMD ["node", "packages/server/src/main-health.ts"]
ENTRYPOINT ["tini", "--", "/app/deploy/docker/run"]
CMD ["all"]
