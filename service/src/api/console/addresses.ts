import { isEmailAddress, nearest } from 'counterfoil'
import { z } from 'zod'
import { hasBounced } from '../../outbox/bounces.ts'
import type { ApiContext } from '../context.ts'
import type { Operation } from '../operation.ts'
import { consoleOperation } from './operation.ts'

const addressInput = z.strictObject({ email: z.string().trim().min(1).max(254) })

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

/** Says whether an address is worth a mail before it is sent. It is a POST, because an address in a URL ends up in logs. */
export function checkAddress({ db, now, searchKey, validate }: ApiContext): Operation {
  return consoleOperation('checkAddress', 'POST /addresses/check', 'Check an address', {
    role: 'desk',
    recorded: false,
    body: addressInput,
    async handle({ input: { email }, merchant }) {
      if (!isEmailAddress(email)) return { status: 200, json: { status: 'malformed' } }
      const [verdict, bounced] = await Promise.all([
        validate(merchant.id, email),
        hasBounced(db, searchKey, { merchantId: merchant.id, emailAddress: email }, now()),
      ])
      const status = bounced ? 'bounced' : verdict === 'invalid' ? 'noMail' : 'fine'
      const meant = meantAddress(email)
      return { status: 200, json: { status, ...(meant !== undefined && { meant }) } }
    },
  })
}

/** The same address at the common domain that differs by a letter or two. */
export function meantAddress(email: string): string | undefined {
  const at = email.lastIndexOf('@')
  const domain = email.slice(at + 1).toLowerCase()
  if (commonDomains.includes(domain)) return undefined
  const meant = nearest(domain, commonDomains)
  return meant === undefined || Math.abs(meant.length - domain.length) > 2
    ? undefined
    : `${email.slice(0, at)}@${meant}`
}
