import { basename, resolve } from 'node:path'
import { CounterfoilError, ReceiptDataError, TemplateError } from '../../../src/errors.ts'
import { optional } from '../../../src/options/optional.ts'
import type { Fault, Refusal } from './api.ts'

/**
 * An error for display: message, place, and the lines around it. Paths in the template folder start with its name.
 *
 * @throws the error itself unless it is a CounterfoilError
 */
export function failureOf(error: unknown, folder: string | undefined): Fault | Refusal {
  if (error instanceof ReceiptDataError) return refusalOf(error.errors)
  if (!(error instanceof CounterfoilError)) throw error
  // After the first line, a located error's message is the frame.
  const [, headline = error.message, frame] = /^([^\n]*)\n([\s\S]*)$/.exec(error.message) ?? []
  const place = error instanceof TemplateError ? error.place : undefined
  const prefix = place ? `${place.file}:${place.line}:${place.column}: ` : ''
  const message = folder === undefined ? headline : headline.replaceAll(resolve(folder), basename(resolve(folder)))
  return {
    kind: 'fault',
    message: message.startsWith(prefix) ? message.slice(prefix.length) : message,
    ...optional('place', place),
    ...optional('frame', frame),
  }
}

/** A receipt's errors for display. */
export function refusalOf(errors: Readonly<Record<string, readonly { message: string }[]>>): Refusal {
  const byPath = Object.entries(errors).map(([path, list]) => [path, list.map(({ message }) => message)])
  return { kind: 'refusal', errors: Object.fromEntries(byPath) }
}
