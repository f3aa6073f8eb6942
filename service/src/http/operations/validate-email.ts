import { z } from 'zod'
import { check, required } from '../../basics/errors/errors.ts'
import { suppressionKinds } from '../../delivery/suppression/kinds.ts'
import { zoneOf } from '../../merchants/merchant-settings.ts'
import type { ApiContext, Operation } from '../operation.ts'

const maxAddresses = 100
const missing = required('Email Address is required')

const parameters = z.object({
  emailAddress: z
    .array(z.string())
    .min(1, missing)
    .max(maxAddresses, `must be at most ${maxAddresses}`)
    .describe(
      `At most ${maxAddresses} addresses. Repeat the parameter, or separate them with commas; an escaped comma (\`%2C\`) is part of an address.`,
    ),
})

const emailValidationResponse = z
  .record(
    z.string(),
    z.object({
      status: z.enum(['valid', 'invalid', 'unknown']).describe('Sending is recommended for `valid` and `unknown`.'),
      reason: z
        .enum(suppressionKinds)
        .optional()
        .describe(
          'Why the merchant doesn’t write to an `invalid` address: its mail came back because nobody has it (`bounce`), the person called one spam (`complaint`), or the merchant said so (`hand`). Ask for another one.',
        ),
    }),
  )
  .meta({ id: 'EmailValidationResponse' })

/** Validate email addresses. */
export function validateEmail({ validate, events }: ApiContext): Operation {
  return {
    id: 'validateEmail',
    method: 'GET',
    path: '/email-validation',
    tag: 'Email validation',
    summary: 'Validate email addresses',
    description:
      'The response is keyed by the addresses exactly as sent. Nothing is trimmed: a space makes one `invalid`.',
    security: 'key',
    keyScope: 'create',
    stores: 'some',
    query: parameters,
    outcomes: { 200: { description: 'The status of each address', schema: emailValidationResponse } },
    async handle({ search, merchant }) {
      const { emailAddress } = check(parameters, { emailAddress: addressesIn(search) })
      const validations = await Promise.all(emailAddress.map(address => validate(merchant.id, address)))
      const verdicts = validations.map(({ status }) => status)
      events.validated({ merchantId: merchant.id, timeZone: zoneOf(merchant.settings) }, verdicts)
      const entries = emailAddress.map((address, index) => [address, validations[index]] as const)
      // Not filled by assignment: an address may be named __proto__.
      return { status: 200, json: Object.fromEntries(entries) }
    },
  }
}

/**
 * The addresses of a query, read from its text: once it is decoded, nothing tells the space that was sent from a plus, or a comma
 * of an address from one between two. Whoever asks would get an answer about somebody else.
 */
function addressesIn(search: string): string[] {
  return search.split('&').flatMap(pair => {
    const at = pair.indexOf('=')
    return at > 0 && decoded(pair.slice(0, at)) === 'emailAddress' ? listed(pair.slice(at + 1)).map(addressOf) : []
  })
}

function listed(value: string): string[] {
  return [...value.matchAll(betweenCommas)].map(([item]) => item).filter(item => item !== '')
}

/** A comma within a quoted local part is no separator. */
const betweenCommas = /(?:(?:"|%22)(?:(?!"|%22).)*(?:"|%22))?[^,]*/g

/** Forms write a space as a plus, and escape the at sign; next to one that isn't escaped, a plus is what somebody typed. */
function addressOf(item: string): string {
  return decoded(item.includes('@') ? item : item.replaceAll('+', ' '))
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
