# The table server and the hub: one image, two commands.

FROM node:24-slim AS packages
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
# What the lock file names, byte for byte, or nothing.
RUN npm ci --no-audit --no-fund

FROM packages AS phone
COPY . .
RUN npx vite build --logLevel warn && npm run -s sbom

FROM packages AS runtime-packages
RUN npm prune --omit=dev --no-audit --no-fund

FROM node:24-slim
# Chinese names on the sheets of qr-sheet.
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
# The operator's commands: import-menu, export-menu, export-log, replay, qr-sheet, backup, restore, conformance.
COPY tools tools
COPY locales locales
COPY --from=phone /app/dist dist
# What is in here, for scanners; no server hands it out.
COPY --from=phone /app/sbom.cdx.json ./
USER node
VOLUME /data
EXPOSE 3000
# Liveness: whether it can serve is asked at /ready.
HEALTHCHECK --interval=10s --timeout=3s --start-period=20s --retries=3 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/health`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
# Node itself gets the signals: SIGTERM ends it cleanly, within ten seconds. Whoever stops it has to wait for longer
# (`docker stop --time 15`): no image can say so.
STOPSIGNAL SIGTERM
CMD ["node", "--import", "tsx", "server/main.ts"]
