import { type Agent as HttpAgent, request as httpRequest, type IncomingMessage } from 'node:http'
import { type Agent as HttpsAgent, request as httpsRequest } from 'node:https'
import { HttpFault, readFault } from './fault.ts'

export interface HttpRequest {
  method: 'GET' | 'POST'
  url: URL
  headers: Record<string, string>
  body?: string
  /** Ends it at any step. */
  signal: AbortSignal
  agent: HttpAgent | HttpsAgent
  /** Told when the connection stands, and when all is sent. */
  reached?: (step: 'connect' | 'sent') => void
}

export interface HttpAnswer {
  status: number
  headers: IncomingMessage['headers']
  text: string
}

/** More than any answer of the service; bytes. */
const longest = 20 * 1024 * 1024

/**
 * Sends one request and reads the whole answer. Redirects aren't followed.
 *
 * @throws HttpFault if no whole answer came
 */
export function ask(request: HttpRequest): Promise<HttpAnswer> {
  const { method, url, headers, body, signal, agent, reached = () => {} } = request
  return new Promise((resolve, reject) => {
    if (signal.aborted) return reject(new HttpFault('deadline', false))
    const send = url.protocol === 'https:' ? httpsRequest : httpRequest
    const length = body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) }
    const sent = send(url, { method, agent, signal, headers: { ...headers, ...length } })
    const fail = (error: unknown) => reject(readFault(error, signal, sent.reusedSocket))
    sent.on('error', fail)
    sent.on('socket', socket => {
      if (!socket.connecting) reached('connect')
      else socket.once(url.protocol === 'https:' ? 'secureConnect' : 'connect', () => reached('connect'))
    })
    sent.on('finish', () => reached('sent'))
    sent.on('response', answer => {
      const chunks: Buffer[] = []
      let bytes = 0
      answer.on('error', fail)
      answer.on('data', (chunk: Buffer) => {
        chunks.push(chunk)
        bytes += chunk.length
        if (bytes > longest) answer.destroy(new HttpFault('too_long', false))
      })
      answer.on('end', () => {
        if (!answer.complete) return fail(new HttpFault('cut_off', false))
        resolve({
          status: answer.statusCode ?? 0,
          headers: answer.headers,
          text: Buffer.concat(chunks).toString('utf8'),
        })
      })
    })
    sent.end(body)
  })
}
