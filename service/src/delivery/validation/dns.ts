import { Resolver } from 'node:dns/promises'
import { codeOf } from '../../basics/errors/fault.ts'

/** Who takes a domain's mail. */
export type MailHosts =
  | { result: 'hosts'; hosts: string[] }
  /** The domain takes no mail (RFC 7505), doesn't exist, or has no address. */
  | { result: 'none' }
  /** DNS gave no reliable answer. */
  | { result: 'unknown' }

/** Whom to ask, and for how long. */
export interface DnsOptions {
  /** DNS servers, `address:port`; default the system's. */
  servers?: readonly string[]
  /** Milliseconds per query; default 1000. */
  timeout?: number
  /** Domains known to take mail. If none of them resolves, a domain that doesn't resolve means nothing. */
  landmarks?: readonly string[]
  /** Called after every lookup of the landmarks. */
  onWorld?: (found: boolean) => void
}

const defaultLandmarks = ['gmail.com', 'outlook.com', 'icloud.com']

/** How long to trust that public names do or don't resolve. Milliseconds. */
const beliefs = { found: 600_000, notFound: 30_000 }

/**
 * Asks DNS where mail goes (RFC 5321, section 5.1): to the MX, or else the domain's address. In a closed network, the resolver
 * says that no public name exists, so a domain is `none` only if the landmarks resolve. A fault or silence is an answer, too.
 */
export function createMailDns(options: DnsOptions = {}) {
  const { servers, timeout = 1000, landmarks = defaultLandmarks, onWorld = () => {} } = options
  const resolver = new Resolver({ timeout, tries: 2 })
  if (servers) resolver.setServers(servers)
  let belief: { until: number; answer: Promise<boolean> } | undefined

  async function addressesOf(host: string): Promise<string[]> {
    const found = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)])
    return found.flatMap(answer => (answer.status === 'fulfilled' ? answer.value : []))
  }

  return {
    /** A host's IP addresses; empty if it has none or DNS is silent. */
    addressesOf,
    /** Whether one of the landmarks resolves, as of at most ten minutes ago. */
    resolvesPublicNames,

    async hostsOf(domain: string): Promise<MailHosts> {
      try {
        const records = await resolver.resolveMx(domain)
        const hosts = records.sort((one, other) => one.priority - other.priority).map(({ exchange }) => exchange)
        // A single record without a name is the null MX.
        const named = hosts.filter(host => host !== '')
        return named.length > 0 ? { result: 'hosts', hosts: named } : { result: 'none' }
      } catch (error) {
        if (codeOf(error) === 'ENOTFOUND') return absent()
        if (codeOf(error) !== 'ENODATA') return { result: 'unknown' }
      }
      return withoutMx(domain)
    },
  }

  async function absent(): Promise<MailHosts> {
    return { result: (await resolvesPublicNames()) ? 'none' : 'unknown' }
  }

  function resolvesPublicNames(): Promise<boolean> {
    if (belief && Date.now() < belief.until) return belief.answer
    const answer = Promise.any(landmarks.map(name => resolver.resolveMx(name))).then(
      () => true,
      () => false,
    )
    const latest = { until: Date.now() + beliefs.found, answer }
    belief = latest
    void answer.then(found => {
      onWorld(found)
      if (!found) latest.until = Date.now() + beliefs.notFound
    })
    return answer
  }

  async function withoutMx(domain: string): Promise<MailHosts> {
    const answers = await Promise.allSettled([resolver.resolve4(domain), resolver.resolve6(domain)])
    if (answers.some(({ status }) => status === 'fulfilled')) return { result: 'hosts', hosts: [domain] }
    const all = answers.map(answer => (answer.status === 'rejected' ? codeOf(answer.reason) : ''))
    return all.every(code => code === 'ENODATA' || code === 'ENOTFOUND') ? absent() : { result: 'unknown' }
  }
}

/** What validation asks DNS. */
export type MailDns = ReturnType<typeof createMailDns>

/** What DNS publishes about a domain's mails. @param servers DNS servers; default the system's */
export function openMailRecords(servers?: readonly string[]) {
  const resolver = new Resolver({ timeout: 2000, tries: 2 })
  if (servers) resolver.setServers(servers)
  return {
    /** A name's TXT records, each joined; empty if it has none. @throws if DNS gives no answer */
    textsOf: async (name: string): Promise<string[]> =>
      (await found(resolver.resolveTxt(name))).map(parts => parts.join('')),
    /** Whether a domain has a mail server, or an address that could be one. @throws if DNS gives no answer */
    async takesMail(domain: string): Promise<boolean> {
      const exchanges = await found(resolver.resolveMx(domain))
      // A single record without a name is the null MX (RFC 7505).
      if (exchanges.length > 0) return exchanges.some(({ exchange }) => exchange !== '')
      const addresses = await Promise.all([found(resolver.resolve4(domain)), found(resolver.resolve6(domain))])
      return addresses.flat().length > 0
    },
  }
}

/** Asks DNS about mails. */
export type MailRecords = ReturnType<typeof openMailRecords>

/** No such name and no such record are an answer: none. */
async function found<Kind>(lookup: Promise<Kind[]>): Promise<Kind[]> {
  try {
    return await lookup
  } catch (error) {
    if (codeOf(error) === 'ENOTFOUND' || codeOf(error) === 'ENODATA') return []
    throw error
  }
}
