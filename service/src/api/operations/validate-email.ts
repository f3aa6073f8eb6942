import { z } from 'zod'
import type { EmailValidator, Verdict } from '../../email-validation/validate.ts'
import { check, required } from '../../errors/check.ts'
import { zoneOf } from '../../merchants/merchant-settings.ts'
import type { Events } from '../../statistics/counting/events.ts'
import type { Operation } from '../operation.ts'

const most = 100
const missing = required('Email Address is required')

const parameters = z.object({
  emailAddress: z
    .preprocess(listOf, z.array(z.string(), { error: missing }).min(1, missing).max(most, `must be at most ${most}`))
    .describe(`At most ${most} addresses: repeat the parameter or separate them with commas.`),
})

const emailValidationResponse = z
  .record(
    z.string(),
    z.object({
      status: z.enum(['valid', 'invalid', 'unknown']).describe('Sending is recommended for `valid` and `unknown`.'),
    }),
  )
  .meta({ id: 'EmailValidationResponse' })

export interface ValidateOptions {
  validate: EmailValidator
  events: Pick<Events, 'validated'>
}

/** Validate email addresses. */
export function validateEmail({ validate, events }: ValidateOptions): Operation {
  return {
    id: 'validateEmail',
    method: 'GET',
    path: '/email-validation',
    tag: 'Email validation',
    summary: 'Validate email addresses',
    description: 'The response is keyed by the addresses as sent.',
    security: 'key',
    query: parameters,
    outcomes: { 200: { description: 'The status of each address', schema: emailValidationResponse } },
    async handle({ query, merchant }) {
      const { emailAddress } = check(parameters, query)
      const verdicts = await Promise.all(emailAddress.map(address => validate(merchant.id, address)))
      events.validated({ merchantId: merchant.id, timeZone: zoneOf(merchant.settings) }, verdicts)
      const entries = emailAddress.map((address, index) => [address, { status: verdicts[index] as Verdict }] as const)
      // Not filled by assignment: an address may be named __proto__.
      return { status: 200, json: Object.fromEntries(entries) }
    },
  }
}

/** Addresses contain no commas or spaces; an unescaped plus arrives as a space. */
function listOf(sent: unknown): unknown {
  if (sent === undefined) return undefined
  const list = (Array.isArray(sent) ? sent : [sent]) as string[]
  return list
    .flatMap(text => text.split(','))
    .map(text => text.trim().replaceAll(' ', '+'))
    .filter(text => text !== '')
}
