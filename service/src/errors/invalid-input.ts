import type { FieldErrors } from 'counterfoil'

/** Input that can't be accepted, with what is wrong by field path. */
export class InvalidInputError extends Error {
  readonly fields: FieldErrors

  constructor(fields: FieldErrors) {
    super('Validation error')
    this.name = 'InvalidInputError'
    this.fields = fields
  }
}
