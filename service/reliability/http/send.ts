import { Agent, request } from 'node:http'
import { connect } from 'node:net'
import type { MadeRequest } from './request.ts'

/** An answer as the conformance check takes it. */
export interface Answer {
  status: number
  headers: Headers
  text: string
  bytes: Uint8Array
  json: unknown
}

const agent = new Agent({ keepAlive: true, maxSockets: 16 })

/** Sends a request. Undefined if the connection is closed without an answer. */
export function send(url: string, { method, target, headers, body }: MadeRequest): Promise<Answer | undefined> {
  const { hostname, port } = new URL(url)
  return new Promise(resolve => {
    const all = body === undefined ? headers : { ...headers, 'content-length': String(body.length) }
    const sent = request({ hostname, port, method, path: target, headers: all, agent, timeout: 60_000 }, reply => {
      const chunks: Buffer[] = []
      reply.on('data', chunk => chunks.push(chunk))
      reply.on('error', () => resolve(undefined))
      reply.on('end', () => resolve(answerOf(reply.statusCode ?? 0, reply.headers, Buffer.concat(chunks))))
    })
    sent.on('error', () => resolve(undefined))
    sent.on('timeout', () => sent.destroy())
    if (headers.expect === undefined) sent.end(body)
    else sent.on('continue', () => sent.end(body)).flushHeaders()
  })
}

/** Sends bytes as they are, and gives what comes back as text. */
export function sendRaw(url: string, bytes: Buffer): Promise<string> {
  return new Promise(resolve => {
    let text = ''
    const socket = connect(Number(new URL(url).port), '127.0.0.1', () => socket.end(bytes))
    socket.setTimeout(15_000, () => socket.destroy())
    socket.on('data', chunk => {
      text += chunk.toString('latin1')
    })
    socket.on('error', () => {})
    socket.on('close', () => resolve(text))
  })
}

function answerOf(status: number, sent: NodeJS.Dict<string | string[]>, bytes: Buffer): Answer {
  const headers = new Headers(Object.entries(sent).map(([name, value]) => [name, String(value)]))
  const text = new TextDecoder().decode(bytes)
  const isJson = headers.get('content-type')?.startsWith('application/json') && text !== ''
  return { status, headers, text, bytes, json: isJson ? JSON.parse(text) : undefined }
}
