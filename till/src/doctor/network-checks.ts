import type { TLSSocket } from 'node:tls'
import { ask, createAgents, HttpFault, isLoopback, sentenceOf } from '../http/request.ts'
import { checkMode, connectService, type ServiceSettings } from '../operations/connect.ts'
import { validateAddresses } from '../operations/validate-addresses.ts'
import { type Found, fail, ok, warn } from './finding.ts'

/** The way to one address: its answer, or why there is none. */
export type Way = { knock: PortProbe } | { fault: HttpFault }

/** Days before its end that a certificate is warned of. */
const certificateWarnDays = 14

/** Milliseconds that the clocks may differ: beyond the first, dates of receipts are off; beyond the second, certificates fail. */
const apart = { much: 5000, far: 300_000 }

/** Goes to an address once. */
export async function tryWay(url: URL, settings: ServiceSettings, milliseconds: number): Promise<Way> {
  try {
    return { knock: await probePort(url, settings, milliseconds) }
  } catch (error) {
    if (error instanceof HttpFault) return { fault: error }
    throw error
  }
}

/** Whether the address answers at all. */
export function checkWay(url: URL, way: Way, { environment }: ServiceSettings): Found {
  const proxy = Object.keys(environment).find(name => /^(https?)_proxy$/i.test(name) && environment[name])
  const through = proxy === undefined || isLoopback(url) ? '' : ` (${proxy} is set)`
  if ('knock' in way) return ok(`${url.host} answers${through}.`)
  const mend = mends[way.fault.code] ?? 'Check the address, and that no firewall is in between.'
  return fail(`${url.host}: ${sentenceOf(way.fault.code)}${through}`, mend)
}

const mends: Readonly<Record<string, string>> = {
  ENOTFOUND: 'Correct the address, or add the name to DNS.',
  ECONNREFUSED: 'Correct the address and port, or start the service.',
  deadline: 'Open the firewall to it, or set HTTPS_PROXY if this network needs one.',
  not_receipt: 'Check the address, and what is in between.',
  too_long: 'Check the address, and what is in between.',
  proxy_login: 'Write HTTPS_PROXY as http://user:password@proxy:port.',
  CERT_HAS_EXPIRED: 'Renew the certificate of the service; check that this clock is right.',
  CERT_NOT_YET_VALID: 'Set this clock.',
  ERR_TLS_CERT_ALTNAME_INVALID: 'Use the name the certificate was issued for.',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'Set COUNTERFOIL_CA_FILE to the certificate, if it is the right one.',
  SELF_SIGNED_CERT_IN_CHAIN:
    'Set COUNTERFOIL_CA_FILE to the authority of this network (a proxy that opens TLS has its own).',
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: 'Set COUNTERFOIL_CA_FILE to the authority of this network.',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'Have the service send its full certificate chain, or set COUNTERFOIL_CA_FILE.',
}

/** Protocol and certificate. */
export function checkTls(url: URL, way: Way, now: number): Found | undefined {
  if (url.protocol === 'http:') return ok(`${url.host} is on this machine, without TLS.`)
  if (!('knock' in way) || way.knock.tls === undefined) return undefined
  const { protocol, authorizedBy, validTo } = way.knock.tls
  const days = Math.floor((validTo - now) / 86_400_000)
  const message = `${protocol}, certificate by ${authorizedBy}, good for ${days} more days.`
  return days < certificateWarnDays ? warn(message, 'Renew the certificate of the service.') : ok(message)
}

/** This clock beside the service's. */
export function checkClock(way: Way, now: number): Found | undefined {
  if (!('knock' in way) || way.knock.time === undefined) return undefined
  // The header has whole seconds.
  const off = Math.max(0, Math.abs(now - way.knock.time) - 1000)
  const message = `It is ${new Date(now).toISOString()}, ${(off / 1000).toFixed(0)} s away from the service's clock.`
  const mend = 'Keep this machine on NTP time.'
  return off > apart.far ? fail(message, mend) : off > apart.much ? warn(message, mend) : ok(message)
}

/** What one answer tells of the way to a server. */
interface PortProbe {
  status: number
  /** The server's clock, milliseconds since 1970, if it says. */
  time?: number
  /** Only for https. */
  tls?: { protocol: string; authorizedBy: string; validTo: number }
}

/** Asks a server once, on the way that sales take. @throws HttpFault */
async function probePort(url: URL, settings: ServiceSettings, milliseconds: number): Promise<PortProbe> {
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

/** Key, merchant and mode, by a question that changes nothing. */
export async function checkKey(settings: ServiceSettings, milliseconds: number): Promise<Found> {
  const service = connectService(settings)
  try {
    const problem = await checkMode(service, { signal: AbortSignal.timeout(milliseconds), now: Date.now })
    if (problem === undefined)
      return ok(`The service knows the key of ${settings.merchant}, for ${settings.mode} sales.`)
    if (problem.kind === 'halted') return fail(problem.message, 'Set what it names, then flush what waited.')
    const isOther = problem.kind === 'failed' && problem.code === 'not_receipt'
    return fail(
      `The service can't say whether it knows the key: ${problem.message}`,
      isOther
        ? 'Check the address, and what is in between.'
        : 'Try again; if it persists, tell whoever runs the service.',
    )
  } finally {
    service.close()
  }
}

/** The address of the validation, with an address that nobody has. */
export async function checkValidation(settings: ServiceSettings, milliseconds: number): Promise<Found> {
  const service = connectService(settings)
  try {
    const { problem } = await validateAddresses(service, ['nobody'], AbortSignal.timeout(milliseconds))
    if (problem === undefined) return ok('Addresses can be validated.')
    return fail(`Addresses can't be validated: ${problem.message}`, 'Check the host address; sales are sent anyway.')
  } finally {
    service.close()
  }
}
