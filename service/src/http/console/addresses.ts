import { isEmailAddress, nearest } from 'counterfoil/internal'
import { z } from 'zod'
import { defined } from '../../basics/maps.ts'
import { type Suppression, suppressedBy } from '../../delivery/suppression/suppression.ts'
import { type ApiContext, consoleOperation, type Operation } from '../operation.ts'

const addressInput = z.strictObject({ email: z.string().trim().min(1).max(254) })

/** Says whether an address is worth a mail before it is sent. It is a POST, because an address in a URL ends up in logs. */
export function checkAddress({ db, now, searchKey, validate }: ApiContext): Operation {
  return consoleOperation('checkAddress', 'POST /addresses/check', 'Check an address', {
    role: 'desk',
    recorded: false,
    stores: 'some',
    body: addressInput,
    async handle({ input: { email }, merchant }) {
      if (!isEmailAddress(email)) return { status: 200, json: { status: 'malformed' } }
      const [{ status: verdict }, suppression] = await Promise.all([
        validate(merchant.id, email),
        suppressedBy(db, searchKey, { merchantId: merchant.id, emailAddress: email }, now()),
      ])
      const status = suppression ? 'suppressed' : verdict === 'invalid' ? 'noMail' : 'fine'
      const meant = meantAddress(email)
      return { status: 200, json: defined({ status, meant, suppression: toldSuppression(suppression) }) }
    },
  })
}

/**
 * The same address at the common domain that differs by a letter or two.
 *
 * @param known what was found of each domain so far: to compare it with all is most of what a page of fifty mails costs
 */
export function meantAddress(email: string, known = new Map<string, string | undefined>()): string | undefined {
  const at = email.lastIndexOf('@')
  const domain = email.slice(at + 1).toLowerCase()
  if (!known.has(domain)) known.set(domain, meantDomain(domain))
  const meant = known.get(domain)
  return meant && `${email.slice(0, at)}@${meant}`
}

function meantDomain(domain: string): string | undefined {
  if (commonDomains.includes(domain)) return undefined
  const meant = nearest(domain, commonDomains)
  return meant === undefined || Math.abs(meant.length - domain.length) > 2 ? undefined : meant
}

/** The domains that people mean when they mistype one. */
const commonDomains = [
  'gmail.com',
  'googlemail.com',
  'yahoo.com',
  'hotmail.com',
  'outlook.com',
  'live.com',
  'icloud.com',
  'aol.com',
  'gmx.de',
  'gmx.net',
  'web.de',
  't-online.de',
  'orange.fr',
  'free.fr',
  'laposte.net',
  'yahoo.fr',
  'hotmail.fr',
  'yahoo.es',
  'yahoo.co.uk',
  'hotmail.co.uk',
  'btinternet.com',
  'docomo.ne.jp',
  'ezweb.ne.jp',
  'yahoo.co.jp',
]

/** Why the merchant doesn't write to an address, as the page says it. */
export function toldSuppression(suppression: Suppression | undefined) {
  if (!suppression) return undefined
  const { kind, createdAt } = suppression
  return { kind, since: new Date(createdAt).toISOString() }
}
