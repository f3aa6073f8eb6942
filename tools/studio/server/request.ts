import type { IncomingMessage, ServerResponse } from 'node:http'
import { CounterfoilError } from '../../../src/errors.ts'

/** A request that is not answered; `status` says why in HTTP's terms. */
export class Refused extends CounterfoilError {
  readonly status: number

  constructor(status: number, message: string) {
    super('option', message)
    this.status = status
  }
}

/** Bytes of a question: a receipt may have 1 MiB, and every character of it may be escaped. */
const largest = 4 * 1024 * 1024

/** The page may load its own files and nothing else; frames hold mails, whose scripts do not run. */
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
 * Lets in only the studio's own page. A name of another site that was made to point to this machine is no host of ours
 * (DNS rebinding), and a page of another site that posts here says so in its Origin.
 *
 * @throws Refused
 */
export function checkSender({ method, headers }: IncomingMessage, port: number): void {
  const hosts = [`127.0.0.1:${port}`, `localhost:${port}`]
  if (!hosts.includes(headers.host ?? '')) throw new Refused(403, `the studio answers at http://${hosts[0]} only`)
  if (method !== 'POST') return
  if (headers.origin !== `http://${headers.host}`) throw new Refused(403, 'the studio answers its own page only')
  if (headers['content-type'] !== 'application/json') throw new Refused(415, 'must be application/json')
}

/** The JSON object that was sent. @throws Refused when it is none, or too large */
export async function readBody(request: IncomingMessage): Promise<Record<string, unknown>> {
  const parts: Buffer[] = []
  let size = 0
  for await (const part of request as AsyncIterable<Buffer>) {
    size += part.length
    if (size <= largest) parts.push(part)
  }
  // Only after all of it was read: a connection that is cut hides the answer.
  if (size > largest) throw new Refused(413, `must be at most ${largest} bytes`)
  try {
    const body: unknown = JSON.parse(Buffer.concat(parts).toString('utf8'))
    if (typeof body === 'object' && body !== null && !Array.isArray(body)) return body as Record<string, unknown>
  } catch {
    // The same answer as for a value that is no object.
  }
  throw new Refused(400, 'must be a JSON object')
}

/** Answers and ends. Nothing is kept by the browser, and no other site may read it. */
export function send(
  response: ServerResponse,
  status: number,
  contentType: string,
  body: string | Uint8Array,
  headers: Record<string, string> = {},
): void {
  response.writeHead(status, {
    'Content-Type': contentType,
    'Cache-Control': 'no-store',
    'Content-Security-Policy': contentSecurityPolicy,
    'Cross-Origin-Resource-Policy': 'same-origin',
    'Referrer-Policy': 'no-referrer',
    'X-Content-Type-Options': 'nosniff',
    ...headers,
  })
  response.end(body)
}

export function sendJson(response: ServerResponse, body: unknown, status = 200): void {
  send(response, status, 'application/json; charset=utf-8', JSON.stringify(body))
}
