# The table server and its commands.

FROM node:24-slim AS packages
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
# Installs exactly the versions and checksums of the lock file, or fails.
RUN npm ci --no-audit --no-fund

FROM packages AS phone
COPY . .
RUN npx vite build --logLevel warn && npm run -s sbom

FROM packages AS runtime-packages
RUN npm prune --omit=dev --no-audit --no-fund

FROM node:24-slim
# The fonts are for Chinese names on the sheets of qr-sheet.
RUN apt-get update \
  && apt-get install -y --no-install-recommends fonts-noto-cjk \
  && rm -rf /var/lib/apt/lists/*
ENV NODE_ENV=production DATA_DIR=/data PORT=3000
WORKDIR /app
RUN mkdir /data && chown node:node /data
COPY --from=runtime-packages /app/node_modules node_modules
COPY package.json tsconfig.json ./
COPY events events
COPY projections projections
COPY contract contract
COPY sync sync
COPY demo demo
COPY server server
# The admin's commands: import-menu, export-menu, export-log, replay, qr-sheet, backup, restore, conformance.
COPY tools tools
COPY locales locales
COPY --from=phone /app/dist dist
# The list of the image's packages, for security scanners. The server does not serve it.
COPY --from=phone /app/sbom.cdx.json ./
USER node
VOLUME /data
EXPOSE 3000
# Checks that the process is alive. A load balancer asks /ready whether it can serve.
HEALTHCHECK --interval=10s --timeout=3s --start-period=20s --retries=3 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/health`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
# Node itself receives the signals. SIGTERM ends it cleanly within ten seconds. Docker must wait longer than that
# (`docker stop --time 15`). An image cannot set this time.
STOPSIGNAL SIGTERM
CMD ["node", "--import", "tsx", "server/main.ts"]
