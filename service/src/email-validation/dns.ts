import { Resolver } from 'node:dns/promises'

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
}

/** Asks DNS where mail goes (RFC 5321, section 5.1): MX, else the domain's own address. */
export function createMailDns({ servers, timeout = 1000 }: DnsOptions = {}): MailDns {
  const resolver = new Resolver({ timeout, tries: 2 })
  if (servers) resolver.setServers(servers)

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
        if (codeOf(error) === 'ENOTFOUND') return { result: 'none' }
        if (codeOf(error) !== 'ENODATA') return { result: 'unknown' }
      }
      return withoutMx(domain)
    },
  }

  async function withoutMx(domain: string): Promise<MailHosts> {
    const answers = await Promise.allSettled([resolver.resolve4(domain), resolver.resolve6(domain)])
    if (answers.some(({ status }) => status === 'fulfilled')) return { result: 'hosts', hosts: [domain] }
    const all = answers.map(answer => (answer.status === 'rejected' ? codeOf(answer.reason) : ''))
    return all.every(code => code === 'ENODATA' || code === 'ENOTFOUND') ? { result: 'none' } : { result: 'unknown' }
  }
}

function codeOf(error: unknown): string {
  return String((error as { code?: unknown }).code ?? '')
}
