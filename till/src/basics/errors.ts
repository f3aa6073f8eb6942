/** What a till's settings, a command or a receipt has wrong; the message says what to do. */
export class TillError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = 'TillError'
  }
}

/** The system's code of an error, such as `ENOSPC`; else its name. */
export function codeOf(error: unknown): string {
  const { code, name } = error as { code?: unknown; name?: unknown }
  return typeof code === 'string' ? code : typeof name === 'string' ? name : 'unknown'
}
