import { request as httpRequest } from 'node:http'
import { request as httpsRequest } from 'node:https'
import type { TLSSocket } from 'node:tls'
import { openAgent } from '../http/agents.ts'
import { type HttpFault, readFault } from '../http/fault.ts'
import type { ServiceSettings } from '../operations/connect.ts'

/** What one answer tells of the way to a server. */
export interface Knock {
  status: number
  /** The server's clock, milliseconds since 1970, if it says. */
  time?: number
  /** Only for https. */
  tls?: { protocol: string; authorizedBy: string; validTo: number }
}

/** Asks a server once, on the way that sales take. @throws HttpFault */
export function knock(url: URL, settings: ServiceSettings, milliseconds: number): Promise<Knock> {
  const signal = AbortSignal.timeout(milliseconds)
  const agent = openAgent(url.protocol, settings)
  const knocked = new Promise<Knock>((resolve, reject: (fault: HttpFault) => void) => {
    const send = url.protocol === 'https:' ? httpsRequest : httpRequest
    const sent = send(url, { agent, signal, method: 'GET' })
    sent.on('error', error => reject(readFault(error, signal, false)))
    sent.on('response', answer => {
      const time = Date.parse(answer.headers.date ?? '')
      const tls = url.protocol === 'https:' ? tlsOf(answer.socket as TLSSocket) : undefined
      answer.resume()
      resolve({ status: answer.statusCode ?? 0, ...(!Number.isNaN(time) && { time }), ...(tls && { tls }) })
    })
    sent.end()
  })
  return knocked.finally(() => agent.destroy())
}

function tlsOf(socket: TLSSocket): NonNullable<Knock['tls']> {
  const { issuer, valid_to } = socket.getPeerCertificate()
  const name = [issuer?.O ?? issuer?.CN ?? 'unknown'].flat().join(', ')
  return { protocol: socket.getProtocol() ?? 'unknown', authorizedBy: name, validTo: Date.parse(valid_to) }
}
