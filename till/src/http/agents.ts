import { Agent as HttpAgent } from 'node:http'
import { Agent as HttpsAgent } from 'node:https'
import { getCACertificates } from 'node:tls'

export interface AgentOptions {
  /** A certificate authority of one's own, PEM; trusted besides the usual ones. */
  ca?: string | undefined
  /** Where to look for HTTPS_PROXY, HTTP_PROXY and NO_PROXY. */
  environment: Record<string, string | undefined>
}

/** Shorter than servers and proxies keep an idle connection; milliseconds. */
const idle = 4000

/**
 * Opens the connections to the addresses of one protocol: TLS 1.2 and up, with the server's name (SNI), by the proxy of the
 * environment, kept open for a while.
 */
export function openAgent(protocol: string, { ca, environment }: AgentOptions): HttpAgent | HttpsAgent {
  const shared = { keepAlive: true, timeout: idle, proxyEnv: environment as NodeJS.ProcessEnv }
  if (protocol === 'http:') return new HttpAgent(shared)
  // A `ca` of its own would replace the usual ones.
  const trusted = ca === undefined ? {} : { ca: [...getCACertificates('default'), ca] }
  return new HttpsAgent({ ...shared, ...trusted, minVersion: 'TLSv1.2' })
}
