/**
 * The database didn't answer, or refused or closed the connection. The query may still have taken effect, because the
 * connection can break between a commit and its answer.
 */
export class DatabaseUnavailableError extends Error {
  /** SQLSTATE or the operating system's code, if any. */
  readonly code: string | undefined

  constructor(cause: unknown) {
    super("The database isn't available", { cause })
    this.name = 'DatabaseUnavailableError'
    const { code } = cause as { code?: unknown }
    this.code = typeof code === 'string' ? code : undefined
  }
}
