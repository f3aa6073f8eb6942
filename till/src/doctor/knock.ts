import type { TLSSocket } from 'node:tls'
import { createAgents } from '../http/agents.ts'
import { ask } from '../http/request.ts'
import type { ServiceSettings } from '../operations/connect.ts'

/** What one answer tells of the way to a server. */
export interface PortProbe {
  status: number
  /** The server's clock, milliseconds since 1970, if it says. */
  time?: number
  /** Only for https. */
  tls?: { protocol: string; authorizedBy: string; validTo: number }
}

/** Asks a server once, on the way that sales take. @throws HttpFault */
export async function probePort(url: URL, settings: ServiceSettings, milliseconds: number): Promise<PortProbe> {
  const agents = createAgents(settings)
  let tls: PortProbe['tls']
  try {
    const { status, headers } = await ask({
      method: 'GET',
      url,
      headers: {},
      agent: agents.agentOf(url),
      signal: AbortSignal.timeout(milliseconds),
      answering: socket => {
        if (url.protocol === 'https:') tls = tlsOf(socket as TLSSocket)
      },
    })
    const time = Date.parse(headers.date ?? '')
    return { status, ...(!Number.isNaN(time) && { time }), ...(tls && { tls }) }
  } finally {
    agents.close()
  }
}

function tlsOf(socket: TLSSocket): NonNullable<PortProbe['tls']> {
  const { issuer, valid_to } = socket.getPeerCertificate()
  const name = [issuer?.O ?? issuer?.CN ?? 'unknown'].flat().join(', ')
  return { protocol: socket.getProtocol() ?? 'unknown', authorizedBy: name, validTo: Date.parse(valid_to) }
}
