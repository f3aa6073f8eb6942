import type { IncomingMessage, ServerResponse } from 'node:http'
import { basename, resolve } from 'node:path'
import { CounterfoilError, ReceiptDataError, TemplateError } from '../../../src/errors.ts'
import type { FolderFault, Refusal } from './api.ts'

/** A rejected request, with its HTTP status. */
export class Refused extends CounterfoilError {
  readonly status: number

  constructor(status: number, message: string) {
    super('option', message)
    this.status = status
  }
}

/** Most bytes in a request: a receipt can have 1 MiB, with every character escaped. */
const maxBytes = 4 * 1024 * 1024

/** The page can load only its files; frames contain mails, whose scripts do not run. */
const contentSecurityPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data: blob:",
  "frame-src 'self' blob:",
  "object-src 'self' blob:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')

/**
 * Admits only the studio's page. Rejects other host names that point to this machine (DNS rebinding), and posts from other
 * sites, by their Origin.
 *
 * @throws Refused
 */
export function checkSender({ method, headers }: IncomingMessage, port: number): void {
  const hosts = [`127.0.0.1:${port}`, `localhost:${port}`]
  if (!hosts.includes(headers.host ?? '')) throw new Refused(403, `the studio answers only at http://${hosts[0]}`)
  if (method !== 'POST') return
  if (headers.origin !== `http://${headers.host}`) throw new Refused(403, 'the studio answers only its page')
  if (headers['content-type'] !== 'application/json') throw new Refused(415, 'must be application/json')
}

/** The JSON object in a request. @throws Refused if it is something else or too large */
export async function readBody(request: IncomingMessage): Promise<Record<string, unknown>> {
  const parts: Buffer[] = []
  let size = 0
  for await (const part of request as AsyncIterable<Buffer>) {
    size += part.length
    if (size <= maxBytes) parts.push(part)
  }
  // Read everything first: cutting the connection would hide the response.
  if (size > maxBytes) throw new Refused(413, `must be at most ${maxBytes} bytes`)
  try {
    const body: unknown = JSON.parse(Buffer.concat(parts).toString('utf8'))
    if (typeof body === 'object' && body !== null && !Array.isArray(body)) return body as Record<string, unknown>
  } catch {
    // The same response as for a value that isn't an object.
  }
  throw new Refused(400, 'must be a JSON object')
}

/** Sends a complete response. The browser must not store it, and no other site can read it. */
export function send(response: ServerResponse, status: number, contentType: string, body: string | Uint8Array): void {
  response.writeHead(status, {
    'Content-Type': contentType,
    'Cache-Control': 'no-store',
    'Content-Security-Policy': contentSecurityPolicy,
    'Cross-Origin-Resource-Policy': 'same-origin',
    'Referrer-Policy': 'no-referrer',
    'X-Content-Type-Options': 'nosniff',
  })
  response.end(body)
}

/** Answers with JSON, 200 unless another status is given. */
export function sendJson(response: ServerResponse, body: unknown, status = 200): void {
  send(response, status, 'application/json; charset=utf-8', JSON.stringify(body))
}

/**
 * An error for display: message, place, and the lines around it. Paths in the template folder start with its name.
 *
 * @throws the error itself unless it is a CounterfoilError
 */
export function failureOf(error: unknown, folder: string | undefined): FolderFault | Refusal {
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
    place,
    frame,
  }
}

/** A receipt's errors for display. */
export function refusalOf(errors: Readonly<Record<string, readonly { message: string }[]>>): Refusal {
  const byPath = Object.entries(errors).map(([path, list]) => [path, list.map(({ message }) => message)])
  return { kind: 'refusal', errors: Object.fromEntries(byPath) }
}
