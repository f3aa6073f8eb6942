import { z } from 'zod'
import { signedTillSettings, tillSettings } from '../../operations/fleet/till-settings.ts'
import { errors } from '../errors.ts'
import type { ApiContext, Operation } from '../operation.ts'

/** Path of what the merchant's tills are to do alike. */
const tillPath = '/ws/rest/v1/merchants/{merchantId}/till-settings'

const answer = z
  .object({
    merchantId: z.string().describe('Whose they are.'),
    savedAt: z.iso
      .datetime()
      .describe('When they were saved; 1970 if they never were. A till takes nothing older than it has.'),
    settings: tillSettings,
  })
  .meta({ id: 'SignedTillSettings' })

/** What idle tills ask every few minutes: so the service knows of them, and they of their settings. */
export function retrieveTillSettings({ db }: ApiContext): Operation {
  return {
    id: 'retrieveTillSettings',
    method: 'GET',
    path: tillPath,
    tag: 'Receipts',
    summary: 'Get what all tills are to do alike',
    description:
      'Idle tills ask every five minutes. The signature is HMAC-SHA256 over the lines `counterfoil-till-settings`, the key’s id and the body, with the SHA-256 of the key’s secret in hexadecimal.',
    security: 'merchant',
    keyScope: 'create',
    stores: 'some',
    requestHeaders: {
      'Counterfoil-Till':
        'How the till is, a Dictionary (RFC 9651) with any of `id`, `version`, `store`, `register`, `waiting`, `oldest`, `refused`, `halted`, `clock`. Every request may have it; a wrong one is ignored.',
    },
    outcomes: {
      200: {
        description: 'The settings, signed',
        schema: answer,
        headers: { 'Counterfoil-Signature': '`v1,` and the signature in base64.' },
      },
    },
    async handle({ merchant, keyId }) {
      const signed = await signedTillSettings(db, { merchantId: merchant.id, keyId })
      if (!signed) throw errors.authenticationFailed()
      return {
        status: 200,
        headers: { 'content-type': 'application/json; charset=utf-8', 'counterfoil-signature': signed.signature },
        body: signed.body,
      }
    },
  }
}
