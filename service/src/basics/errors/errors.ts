// Room `basics`: what every room needs and none owns: errors, ids, the log, metrics and traces.
// `errors/errors.ts` has what ends a start or a request.
// Any room may call it; it calls none.

import type { FieldErrors } from 'counterfoil/internal'
import { z } from 'zod'

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

/** A receipt takes more time or memory than one may. It stays so: it isn't tried again. */
export class TooCostlyError extends Error {
  constructor() {
    super('The receipt takes too long.')
    this.name = 'TooCostlyError'
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

/**
 * Checks input against its schema.
 *
 * @throws InvalidInputError with every invalid field by path. A schema message `required: …` becomes the interface's code
 *   `required` and the rest of the message
 */
export function check<Schema extends z.ZodType>(schema: Schema, sent: unknown): z.output<Schema> {
  const { data, error } = schema.safeParse(sent, { error: issueMessage })
  if (!error) return data
  const fields: FieldErrors = {}
  for (const issue of error.issues) {
    const path = pathOf(issue.path)
    const list = Object.hasOwn(fields, path) ? fields[path] : undefined
    if (list) list.push(entryOf(issue.message))
    else Object.defineProperty(fields, path, { value: [entryOf(issue.message)], enumerable: true })
  }
  throw new InvalidInputError(fields)
}

/** Gives a schema's message the code `required`. */
export const required = (message: string) => `required: ${message}`

function entryOf(message: string): { code: string | null; message: string } {
  return message.startsWith('required: ')
    ? { code: 'required', message: message.slice('required: '.length) }
    : { code: null, message }
}

function pathOf(keys: readonly PropertyKey[]): string {
  let path = ''
  for (const key of keys) path += typeof key === 'number' ? `[${key}]` : path === '' ? String(key) : `.${String(key)}`
  return path === '' ? 'body' : path
}

/**
 * Describes an invalid value in the same words as the interface and the engine, instead of zod's. A schema's own message
 * takes precedence.
 */
export function issueMessage(issue: z.core.$ZodRawIssue): string | undefined {
  switch (issue.code) {
    case 'invalid_type':
      if (issue.input == null) return 'may not be null'
      return `must be ${kinds[issue.expected] ?? issue.expected}`
    case 'invalid_value':
      return issue.input == null ? 'may not be null' : `must be one of ${issue.values.join(', ')}`
    case 'too_small':
      return bound(issue.origin, issue.minimum, issue.inclusive === false ? 'more than' : 'at least')
    case 'too_big':
      return bound(issue.origin, issue.maximum, issue.inclusive === false ? 'less than' : 'at most')
    case 'unrecognized_keys':
      return `may not have ${issue.keys.map(key => `\`${key.slice(0, 64)}\``).join(', ')}`
    case 'invalid_format':
      return formats[issue.format] ?? `must be a valid ${issue.format}`
    case 'invalid_union':
      return 'has none of the forms allowed here'
    default:
      return undefined
  }
}

function bound(origin: string, count: number | bigint, words: string): string {
  if (origin === 'string') return `must have ${words} ${count} ${Number(count) === 1 ? 'character' : 'characters'}`
  if (origin === 'array') return `must have ${words} ${count} ${Number(count) === 1 ? 'entry' : 'entries'}`
  return `must be ${words} ${count}`
}

const kinds: Readonly<Record<string, string>> = {
  string: 'a string',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'an array',
  object: 'an object',
  record: 'an object',
}

const formats: Readonly<Record<string, string>> = {
  email: 'must be an e-mail address, such as name@example.com',
  datetime: 'must be a time with its zone, such as 2026-10-31T17:45:00Z',
  regex: 'has the wrong form',
}

/** What a schema's transformation makes of a text; where it can't be read, the message says what is wrong. */
export function readBy<Value>(read: (text: string) => Value | undefined, message: string) {
  return (text: string, context: z.RefinementCtx): Value => {
    const found = read(text)
    if (found !== undefined) return found
    context.addIssue({ code: 'custom', message })
    return z.NEVER
  }
}
