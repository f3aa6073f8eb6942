/**
 * The database did not answer, refused the connection or closed it. What was asked may have been done all the same: the
 * connection can break between a commit and its answer.
 */
export class DatabaseUnavailableError extends Error {
  /** SQLSTATE or the operating system's code, where there is one. */
  readonly code: string | undefined

  constructor(cause: unknown) {
    super('The database is not available', { cause })
    this.name = 'DatabaseUnavailableError'
    const { code } = cause as { code?: unknown }
    this.code = typeof code === 'string' ? code : undefined
  }
}
