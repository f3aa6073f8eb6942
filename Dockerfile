# The receipt delivery service, with the browser that prints its PDFs (x64). How to run it: deploy/README.md
ARG NODE_VERSION=24.21.0

FROM node:${NODE_VERSION}-bookworm-slim AS build
WORKDIR /app
COPY package.json package-lock.json ./
COPY service/package.json service/
COPY till/package.json till/
COPY scripts/package.json scripts/
COPY test/node-22/package.json test/node-22/
COPY test/typescript-5.4/package.json test/typescript-5.4/
RUN npm ci --ignore-scripts --no-audit --no-fund
COPY . .
RUN npm run build
# The browser comes unpacked: a container would unpack it into memory, 220 MB in each.
RUN node scripts/unpack-browser.ts /opt/browser
RUN npm prune --ignore-scripts --omit=dev --omit=optional --omit=peer --no-audit --no-fund && rm -r node_modules/@sparticuz

FROM node:${NODE_VERSION}-bookworm-slim
RUN apt-get update && apt-get install -y --no-install-recommends tini && rm -rf /var/lib/apt/lists/* \
    && install -d -o node -g node -m 700 /data
WORKDIR /app
COPY --from=build /opt/browser /opt/browser
COPY --from=build /app/node_modules node_modules
COPY --from=build /app/package.json /app/LICENSE /app/THIRD-PARTY.md ./
COPY --from=build /app/bin bin
COPY --from=build /app/dist dist
COPY --from=build /app/templates templates
COPY --from=build /app/locales locales
COPY --from=build /app/fixtures fixtures
COPY --from=build /app/service/package.json service/package.json
# The service's own versions of what others have in another.
COPY --from=build /app/service/bin service/bin
COPY --from=build /app/service/src service/src
COPY --from=build /app/service/page service/page
# The container is the browser's sandbox; its own needs user namespaces, which containers forbid.
ENV HOST=0.0.0.0 PORT=8080 DATA_DIR=/data BROWSER_SANDBOX=off \
    PUPPETEER_EXECUTABLE_PATH=/opt/browser/chromium PATH=/app/node_modules/.bin:$PATH
USER 1000:1000
VOLUME /data
EXPOSE 8080
# The init ends what a closed browser leaves behind.
ENTRYPOINT ["tini", "--", "counterfoil-service"]
