import { Agent as HttpAgent } from 'node:http'
import { Agent as HttpsAgent } from 'node:https'
import { BlockList, isIP } from 'node:net'
import { getCACertificates } from 'node:tls'

export interface AgentOptions {
  /** A certificate authority of one's own, PEM; trusted besides the usual ones. */
  ca?: string | undefined
  /** Where to look for HTTPS_PROXY, HTTP_PROXY and NO_PROXY. */
  environment: Record<string, string | undefined>
  /** Checks certificates even where NODE_TLS_REJECT_UNAUTHORIZED=0. */
  alwaysChecks: boolean
}

/** The agents of several servers, each made when it is first needed. */
export interface Agents {
  /** Opens connections to this server. */
  agentOf(url: URL): HttpAgent | HttpsAgent
  close(): void
}

/** Shorter than servers and proxies keep an idle connection; milliseconds. */
const idleTimeoutMs = 4000

/**
 * Connections with TLS 1.2 and up, with the server's name (SNI), by the proxy of the environment, kept open for a while. This machine is
 * reached without a proxy: http is allowed there because nothing leaves it.
 */
export function createAgents(options: AgentOptions): Agents {
  const agents = new Map<string, HttpAgent | HttpsAgent>()
  return {
    agentOf(url) {
      const isProxied = !isLoopback(url)
      const name = `${url.protocol} ${isProxied}`
      const agent = agents.get(name) ?? openAgent(url.protocol, isProxied, options)
      agents.set(name, agent)
      return agent
    },
    close() {
      for (const agent of agents.values()) agent.destroy()
    },
  }
}

function openAgent(protocol: string, isProxied: boolean, { ca, environment, alwaysChecks }: AgentOptions) {
  const proxy = isProxied ? { proxyEnv: environment as NodeJS.ProcessEnv } : {}
  const shared = { keepAlive: true, timeout: idleTimeoutMs, ...proxy }
  if (protocol === 'http:') return new HttpAgent(shared)
  // A `ca` of its own would replace the usual ones.
  const trusted = ca === undefined ? {} : { ca: [...getCACertificates('default'), ca] }
  const checks = alwaysChecks ? { rejectUnauthorized: true } : {}
  return new HttpsAgent({ ...shared, ...trusted, ...checks, minVersion: 'TLSv1.2' })
}

const loopback = new BlockList()
loopback.addSubnet('127.0.0.0', 8)
loopback.addAddress('::1', 'ipv6')

/** Whether an address is this machine, by its name: `localhost`, 127.0.0.0/8, ::1. */
export function isLoopback({ hostname }: URL): boolean {
  const host = hostname.replace(/^\[|\]$/g, '')
  const family = isIP(host)
  if (family === 0) return host === 'localhost' || host.endsWith('.localhost')
  return loopback.check(host, family === 6 ? 'ipv6' : 'ipv4')
}
