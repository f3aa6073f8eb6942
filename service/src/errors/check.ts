import type { FieldErrors } from 'counterfoil'
import type { z } from 'zod'
import { InvalidInputError } from './invalid-input.ts'
import { issueMessage } from './issue-message.ts'

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
