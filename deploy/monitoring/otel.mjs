// Starts OpenTelemetry before the service: NODE_OPTIONS='--import /opt/otel/otel.mjs'. Install the SDK beside this file with
// `npm install @opentelemetry/api @opentelemetry/sdk-node`; it reads OpenTelemetry's own variables, such as
// OTEL_EXPORTER_OTLP_ENDPOINT and OTEL_SERVICE_NAME. The service makes its own spans, so it needs no auto-instrumentation.
import { NodeSDK } from '@opentelemetry/sdk-node'

const sdk = new NodeSDK()
sdk.start()

// The service closes everything on SIGTERM; the last spans and metrics are sent after that.
process.once('beforeExit', () => sdk.shutdown())
