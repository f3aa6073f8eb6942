/** What `@opentelemetry/api` exports. */
export type OtelApi = typeof import('@opentelemetry/api')

/** Loads OpenTelemetry's API, which is an optional package. Undefined if it isn't installed. */
export async function loadOtelApi(): Promise<OtelApi | undefined> {
  try {
    return await import('@opentelemetry/api')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ERR_MODULE_NOT_FOUND') return undefined
    throw error
  }
}
