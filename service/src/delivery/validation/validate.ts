import { connect } from 'node:net'
import { createInterface } from 'node:readline'
import { type EmailAddress, readEmailAddress } from 'counterfoil/internal'
import type { HashKey } from '../../basics/addresses.ts'
import { createGate } from '../../basics/gate.ts'
import { newId, sha256 } from '../../basics/ids.ts'
import { getOrAdd } from '../../basics/maps.ts'
import { isPublicAddress } from '../../basics/public-addresses.ts'
import { TtlCache } from '../../basics/ttl-cache.ts'
import type { Database } from '../../database/database.ts'
import type { SuppressionKind } from '../../database/tables.ts'
import { saysNoSuchMailbox } from '../replies/read-reply.ts'
import { suppressedBy } from '../suppression/suppression.ts'
import type { MailDns, MailHosts } from './dns.ts'

/** The interface's statuses (spec, "EmailValidationResponse"). */
type Verdict = 'valid' | 'invalid' | 'unknown'

/** What is known of an address. */
interface Validation {
  status: Verdict
  /** It is `invalid` because the merchant doesn't write to it: why. */
  reason?: SuppressionKind
}

interface ValidatorOptions {
  db: Database
  /** Hashes the addresses that are suppressed. */
  searchKey: HashKey
  dns: MailDns
  now: () => number
  /** Without it nothing is `valid`, because DNS alone can't tell. */
  probe?: Probe
  /** Milliseconds per address, including waiting; default 2500. */
  deadline?: number
}

/** Says whether mail to an address may arrive, from what the merchant's earlier mails met, DNS, and mail servers. */
export type EmailValidator = (merchantId: string, emailAddress: string) => Promise<Validation>

const minute = 60_000
const day = 1440 * minute

/** How long to cache a verdict, milliseconds. */
const lifetimes: Readonly<Record<Verdict, number>> = { valid: 7 * day, invalid: day, unknown: 10 * minute }

/** Addresses validated at once by this process, and probes at once of one mail server. */
const concurrency = { all: 20, server: 2 }

/**
 * Tells whether an address takes mail, from its syntax, the merchant's suppressions, DNS and, if there is a probe, its mail server. Anything
 * uncertain is `unknown`; timeouts, greylisting and policies never make an address `invalid`.
 */
export function createEmailValidator(options: ValidatorOptions): EmailValidator {
  const { db, searchKey, dns, now, probe, deadline = 2500 } = options
  const verdicts = new TtlCache<Verdict>(10_000, now)
  const domains = new TtlCache<MailHosts>(10_000, now)
  const inTurn = createGate(concurrency.all)
  const perServer = new Map<string, ReturnType<typeof createGate>>()

  return async (merchantId, emailAddress) => {
    const address = readEmailAddress(emailAddress)
    if (!address) return { status: 'invalid' }
    const mailbox = `${address.local}@${address.domain}`
    return within(deadline, async signal => {
      const suppression = await suppressedBy(db, searchKey, { merchantId, emailAddress: mailbox }, now())
      if (suppression) return { status: 'invalid', reason: suppression.kind }
      const key = sha256(mailbox)
      return { status: verdicts.get(key) ?? (await inTurn.pass(() => look(address, key, signal))) }
    })
  }

  async function look(address: EmailAddress, key: string, signal: AbortSignal): Promise<Verdict> {
    if (signal.aborted) return 'unknown'
    const found = await examine(address, signal)
    if (!signal.aborted) verdicts.set(key, found, lifetimes[found])
    return found
  }

  async function examine(address: EmailAddress, signal: AbortSignal): Promise<Verdict> {
    const { local, domain, international } = address
    const mail = await hostsOf(domain)
    if (mail.result === 'none') return 'invalid'
    if (mail.result === 'unknown' || !probe || international) return 'unknown'
    const [host = ''] = mail.hosts
    const [ip] = await dns.addressesOf(host)
    if (ip === undefined || signal.aborted) return 'unknown'
    const question = { ip, mailbox: `${local}@${domain}`, stranger: `${newId()}@${domain}` }
    return gateOf(ip).pass(() => (signal.aborted ? Promise.resolve<Verdict>('unknown') : probe(question, signal)))
  }

  async function hostsOf(domain: string): Promise<MailHosts> {
    const known = domains.get(domain)
    if (known) return known
    const found = await dns.hostsOf(domain)
    if (found.result !== 'unknown') domains.set(domain, found, 10 * minute)
    return found
  }

  function gateOf(ip: string): ReturnType<typeof createGate> {
    if (perServer.size >= 1000 && !perServer.has(ip)) perServer.clear()
    return getOrAdd(perServer, ip, () => createGate(concurrency.server))
  }
}

/** The task's verdict, or `unknown` after a timeout. */
function within(milliseconds: number, task: (signal: AbortSignal) => Promise<Validation>): Promise<Validation> {
  const signal = AbortSignal.timeout(milliseconds)
  const late = new Promise<Validation>(resolve => {
    signal.addEventListener('abort', () => resolve({ status: 'unknown' }), { once: true })
  })
  return Promise.race([task(signal), late])
}

/** How to ask mail servers whether they take an address. */
export interface ProbeOptions {
  helloName: string
  /** The mail servers' port; default 25. */
  port?: number
  /** Allows private and loopback addresses, for tests only. */
  allowPrivate?: boolean
}

/** Asks a mail server about an address, without sending anything. */
type Probe = (
  question: { ip: string; mailbox: string; stranger: string },
  signal: AbortSignal,
) => Promise<'valid' | 'invalid' | 'unknown'>

/**
 * Asks a mail server with `RCPT TO` whether it takes mail for a mailbox, and then for a made-up one in the same domain, because
 * a server that takes both takes everything. Greylisting, policy, silence and anything unclear are `unknown`.
 */
export function createProbe({ helloName, port = 25, allowPrivate = false }: ProbeOptions): Probe {
  return async ({ ip, mailbox, stranger }, signal) => {
    if (!allowPrivate && !isPublicAddress(ip)) return 'unknown'
    const socket = connect({ host: ip, port })
    const stop = () => socket.destroy()
    signal.addEventListener('abort', stop, { once: true })
    socket.on('error', () => {})
    const replies = repliesOf(socket)
    const ask = async (command: string): Promise<string> => {
      if (command !== '') socket.write(`${command}\r\n`)
      const { value, done } = await replies.next()
      return done ? '' : value
    }
    try {
      if (!(await ask('')).startsWith('2')) return 'unknown'
      if (!(await ask(`EHLO ${helloName}`)).startsWith('2')) return 'unknown'
      if (!(await ask('MAIL FROM:<>')).startsWith('2')) return 'unknown'
      const known = await ask(`RCPT TO:<${mailbox}>`)
      if (saysNoSuchMailbox(known)) return 'invalid'
      if (!known.startsWith('2')) return 'unknown'
      const other = await ask(`RCPT TO:<${stranger}>`)
      return saysNoSuchMailbox(other) ? 'valid' : 'unknown'
    } catch {
      return 'unknown'
    } finally {
      signal.removeEventListener('abort', stop)
      socket.end('QUIT\r\n')
      socket.destroySoon()
    }
  }
}

/** The last line of each reply from the server; ends with the connection. */
async function* repliesOf(socket: ReturnType<typeof connect>): AsyncGenerator<string, undefined> {
  let bytes = 0
  socket.on('data', (chunk: Buffer) => {
    bytes += chunk.length
    if (bytes > 65_536) socket.destroy()
  })
  const lines = createInterface({ input: socket, crlfDelay: Number.POSITIVE_INFINITY })
  // It hears only of an end that the server says, not of a connection that is cut.
  socket.once('close', () => lines.close())
  for await (const line of lines) {
    if (/^\d{3}(?: |$)/.test(line)) yield line.slice(0, 512)
  }
  return undefined
}
