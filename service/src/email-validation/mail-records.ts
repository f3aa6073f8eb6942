import { Resolver } from 'node:dns/promises'
import { codeOf } from '../errors/fault.ts'

/** What DNS publishes about a domain's mails. */
export interface MailRecords {
  /** A name's TXT records, each joined; empty if it has none. @throws if DNS gives no answer */
  textsOf(name: string): Promise<string[]>
  /** Whether a domain has a mail server, or an address that could be one. @throws if DNS gives no answer */
  takesMail(domain: string): Promise<boolean>
}

/** @param servers DNS servers; default the system's */
export function openMailRecords(servers?: readonly string[]): MailRecords {
  const resolver = new Resolver({ timeout: 2000, tries: 2 })
  if (servers) resolver.setServers(servers)
  return {
    textsOf: async name => (await found(resolver.resolveTxt(name))).map(parts => parts.join('')),
    async takesMail(domain) {
      const exchanges = await found(resolver.resolveMx(domain))
      // A single record without a name is the null MX (RFC 7505).
      if (exchanges.length > 0) return exchanges.some(({ exchange }) => exchange !== '' && exchange !== '.')
      const addresses = await Promise.all([found(resolver.resolve4(domain)), found(resolver.resolve6(domain))])
      return addresses.flat().length > 0
    },
  }
}

/** No such name and no such record are an answer: none. */
async function found<Kind>(asked: Promise<Kind[]>): Promise<Kind[]> {
  try {
    return await asked
  } catch (error) {
    if (codeOf(error) === 'ENOTFOUND' || codeOf(error) === 'ENODATA') return []
    throw error
  }
}
