// Starts OpenTelemetry before the service: NODE_OPTIONS='--import /opt/otel/otel.mjs'. Install the SDK beside this file with
// `npm install @opentelemetry/sdk-node@0.223.0 @opentelemetry/api@1.9.1`; it reads OpenTelemetry's own variables, such as
// OTEL_EXPORTER_OTLP_ENDPOINT and OTEL_SERVICE_NAME. The service makes its own spans, so it needs no auto-instrumentation.
import * as api from '@opentelemetry/api'
import { NodeSDK } from '@opentelemetry/sdk-node'

const sdk = new NodeSDK()
sdk.start()

// The service uses this API, whatever version is installed beside it, and has the last spans and metrics sent when it has stopped.
globalThis[Symbol.for('counterfoil.opentelemetry')] = { api, shutdown: () => sdk.shutdown() }
