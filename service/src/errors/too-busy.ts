/** Too much is waiting. The work wasn't started. */
export class TooBusyError extends Error {
  /** Seconds to wait before trying again. */
  readonly retryAfter: number

  constructor(retryAfter: number) {
    super('Too much work is waiting.')
    this.name = 'TooBusyError'
    this.retryAfter = retryAfter
  }
}
