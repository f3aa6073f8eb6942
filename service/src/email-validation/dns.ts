import { Resolver } from 'node:dns/promises'
import { codeOf } from '../fault.ts'

/** Where the mail of a domain goes, as far as DNS tells. */
export type MailHosts =
  | { result: 'hosts'; hosts: string[] }
  /** The domain says that it takes no mail (RFC 7505), or does not exist, or has no address at all. */
  | { result: 'none' }
  /** DNS gave no answer to rely on. */
  | { result: 'unknown' }

export interface MailDns {
  hostsOf(domain: string): Promise<MailHosts>
  /** IP addresses of a host; none when it has none or DNS is silent. */
  addressesOf(host: string): Promise<string[]>
}

export interface DnsOptions {
  /** Servers to ask, `address:port`; default the system's. */
  servers?: readonly string[]
  /** Milliseconds for one question; default 1000. */
  timeout?: number
  /** Domains that surely take mail. Where none of them is found, that another is not found says nothing. */
  landmarks?: readonly string[]
  /** Told whether they are found, whenever they are looked for. */
  onWorld?: (found: boolean) => void
}

const defaultLandmarks = ['gmail.com', 'outlook.com', 'icloud.com']

/** How long it is believed that outside names are found, and that they are not. Milliseconds. */
const beliefs = { found: 600_000, notFound: 30_000 }

/**
 * Asks DNS where mail goes (RFC 5321, section 5.1): MX, else the domain's own address. The resolver of a closed network says
 * of every name outside that it does not exist, so a domain is `none` only where others are found.
 */
export function createMailDns(options: DnsOptions = {}): MailDns {
  const { servers, timeout = 1000, landmarks = defaultLandmarks, onWorld = () => {} } = options
  const resolver = new Resolver({ timeout, tries: 2 })
  if (servers) resolver.setServers(servers)
  let belief: { until: number; answer: Promise<boolean> } | undefined

  async function addressesOf(host: string): Promise<string[]> {
    const found = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)])
    return found.flatMap(answer => (answer.status === 'fulfilled' ? answer.value : []))
  }

  return {
    addressesOf,

    async hostsOf(domain) {
      try {
        const records = await resolver.resolveMx(domain)
        const hosts = records.sort((one, other) => one.priority - other.priority).map(({ exchange }) => exchange)
        // A single record without a name is the null MX.
        const named = hosts.filter(host => host !== '' && host !== '.')
        return named.length > 0 ? { result: 'hosts', hosts: named } : { result: 'none' }
      } catch (error) {
        if (codeOf(error) === 'ENOTFOUND') return absent()
        if (codeOf(error) !== 'ENODATA') return { result: 'unknown' }
      }
      return withoutMx(domain)
    },
  }

  async function absent(): Promise<MailHosts> {
    return { result: (await knowsTheWorld()) ? 'none' : 'unknown' }
  }

  /** Whether names of the world outside are found at all. */
  function knowsTheWorld(): Promise<boolean> {
    if (belief && Date.now() < belief.until) return belief.answer
    const answer = Promise.any(landmarks.map(name => resolver.resolveMx(name))).then(
      () => true,
      () => false,
    )
    const own = { until: Date.now() + beliefs.found, answer }
    belief = own
    void answer.then(found => {
      onWorld(found)
      if (!found) own.until = Date.now() + beliefs.notFound
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
