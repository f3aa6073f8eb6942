import type { FieldErrors } from 'counterfoil'

/** The process can't start, or a command can't run. The message says what is wrong and how to fix it; no stack needed. */
export class StartError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = new.target.name
  }
}

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

/** Input that can't be accepted, with what is wrong by field path. */
export class InvalidInputError extends Error {
  readonly fields: FieldErrors

  constructor(fields: FieldErrors) {
    super('Validation error')
    this.name = 'InvalidInputError'
    this.fields = fields
  }
}
