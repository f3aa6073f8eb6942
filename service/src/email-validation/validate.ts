import { type EmailAddress, readEmailAddress } from 'counterfoil'
import { newId, sha256 } from '../ids.ts'
import { TtlCache } from '../ttl-cache.ts'
import type { Bounces } from './bounces.ts'
import type { MailDns, MailHosts } from './dns.ts'
import { createLimiter } from './limiter.ts'
import type { Probe } from './probe.ts'

/** The interface's three (spec, "EmailValidationResponse"). */
export type Verdict = 'valid' | 'invalid' | 'unknown'

export interface ValidatorOptions {
  dns: MailDns
  bounces: Bounces
  now: () => number
  /** Without it nothing is `valid`: DNS alone cannot say so. */
  probe?: Probe
  /** Milliseconds for one address, waiting included; default 2500. */
  deadline?: number
}

export type EmailValidator = (emailAddress: string) => Promise<Verdict>

const minute = 60_000
const day = 1440 * minute

/** How long a verdict is good, milliseconds. */
const lifetimes: Readonly<Record<Verdict, number>> = { valid: 7 * day, invalid: day, unknown: 10 * minute }

/** Addresses looked into at a time in this process, and probes at a time of one mail server. */
const concurrency = { all: 20, server: 2 }

/**
 * Says whether an address takes mail: by its form, our own bounces, DNS, and where there is a probe by asking its server.
 * Whatever is not known for sure is `unknown`; a timeout, greylisting or a policy never makes an address `invalid`.
 */
export function createEmailValidator(options: ValidatorOptions): EmailValidator {
  const { dns, bounces, now, probe, deadline = 2500 } = options
  const verdicts = new TtlCache<Verdict>(10_000, now)
  const domains = new TtlCache<MailHosts>(10_000, now)
  const inTurn = createLimiter(concurrency.all)
  const perServer = new Map<string, ReturnType<typeof createLimiter>>()

  return async emailAddress => {
    const address = readEmailAddress(emailAddress)
    if (!address) return 'invalid'
    const key = sha256(`${address.local}@${address.domain}`)
    const known = verdicts.get(key)
    if (known) return known
    return within(deadline, signal =>
      inTurn(async () => {
        if (signal.aborted) return 'unknown'
        const found = await lookInto(address, signal)
        if (!signal.aborted) verdicts.set(key, found, lifetimes[found])
        return found
      }),
    )
  }

  async function lookInto(address: EmailAddress, signal: AbortSignal): Promise<Verdict> {
    const { local, domain, international } = address
    if (await bounces.has(`${local}@${domain}`)) return 'invalid'
    const mail = await hostsOf(domain)
    if (mail.result === 'none') return 'invalid'
    if (mail.result === 'unknown' || !probe || international) return 'unknown'
    const [host = ''] = mail.hosts
    const [ip] = await dns.addressesOf(host)
    if (ip === undefined || signal.aborted) return 'unknown'
    const question = { ip, mailbox: `${local}@${domain}`, stranger: `${newId()}@${domain}` }
    return limiterOf(ip)(() => (signal.aborted ? Promise.resolve<Verdict>('unknown') : probe(question, signal)))
  }

  async function hostsOf(domain: string): Promise<MailHosts> {
    const known = domains.get(domain)
    if (known) return known
    const found = await dns.hostsOf(domain)
    if (found.result !== 'unknown') domains.set(domain, found, 10 * minute)
    return found
  }

  function limiterOf(ip: string): ReturnType<typeof createLimiter> {
    const known = perServer.get(ip)
    if (known) return known
    if (perServer.size >= 1000) perServer.clear()
    const limiter = createLimiter(concurrency.server)
    perServer.set(ip, limiter)
    return limiter
  }
}

/** What the task finds, or `unknown` when its time is up. */
async function within(milliseconds: number, task: (signal: AbortSignal) => Promise<Verdict>): Promise<Verdict> {
  const controller = new AbortController()
  let timer: NodeJS.Timeout | undefined
  const timeUp = new Promise<Verdict>(resolve => {
    timer = setTimeout(() => {
      controller.abort()
      resolve('unknown')
    }, milliseconds)
  })
  try {
    return await Promise.race([task(controller.signal), timeUp])
  } finally {
    clearTimeout(timer)
  }
}
