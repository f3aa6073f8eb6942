/** What `@opentelemetry/api` exports. */
export type OtelApi = typeof import('@opentelemetry/api')

/** What `otel.mjs` leaves for the service. */
export interface StartedSdk {
  /** The SDK's own: an API that is installed beside the service may be of another version, which doesn't find the SDK. */
  api: OtelApi
  /** Sends what is left, and stops. */
  shutdown(): Promise<unknown>
}

/** The SDK that `otel.mjs` started. Undefined without it, or if another program started one. */
export function startedSdk(): StartedSdk | undefined {
  return (globalThis as { [left]?: StartedSdk })[left]
}

const left = Symbol.for('counterfoil.opentelemetry')

/** Loads OpenTelemetry's API, which is an optional package. Undefined if it isn't installed. */
export async function loadOtelApi(): Promise<OtelApi | undefined> {
  const started = startedSdk()
  if (started) return started.api
  try {
    return await import('@opentelemetry/api')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ERR_MODULE_NOT_FOUND') return undefined
    throw error
  }
}
