import { z } from 'zod'
import { check } from '../../errors/check.ts'
import type { ApiKey, ApiKeys } from '../../merchants/api-keys.ts'
import type { Merchants } from '../../merchants/merchants.ts'
import type { Log } from '../../monitoring/log.ts'
import { readBody } from '../body.ts'
import { errors } from '../errors/error-response.ts'
import type { Operation } from '../operation.ts'
import { merchantOf } from './merchants.ts'

const keyInput = z
  .strictObject({ label: z.string().min(1).max(100).optional().describe('Who uses the key, for your reference.') })
  .meta({ id: 'ApiKeyInput' })

const apiKey = z
  .object({
    id: z.string().describe('The user of HTTP Basic.'),
    label: z.string().describe('Who uses the key.'),
    createdAt: z.string().describe('ISO 8601, UTC.'),
    revokedAt: z.string().optional().describe('ISO 8601, UTC; absent unless it was revoked.'),
    endsAt: z.string().optional().describe('ISO 8601, UTC: from then on it doesn’t work. Absent without an end.'),
    replacedBy: z.string().optional().describe('The id of its next key.'),
  })
  .meta({ id: 'ApiKey' })

const issuedKey = apiKey
  .extend({
    secret: z.string().describe('Shown only in this response.'),
    credentials: z.string().describe('`id:secret`, for HTTP Basic.'),
  })
  .meta({ id: 'IssuedApiKey' })

export interface KeyOptions {
  merchants: Merchants
  apiKeys: ApiKeys
  log: Log
}

/** The `/admin` operations for API keys. */
export function keyOperations({ merchants, apiKeys, log }: KeyOptions): Operation[] {
  return [
    {
      id: 'listKeys',
      method: 'GET',
      path: '/admin/merchants/{merchantId}/keys',
      tag: 'Administration',
      summary: 'List a merchant’s API keys',
      security: 'admin',
      outcomes: {
        200: { description: 'All keys, including revoked ones', schema: z.array(apiKey) },
        404: { description: 'There is no such merchant' },
      },
      async handle({ params }) {
        const { id } = await merchantOf(merchants, params.merchantId)
        return { status: 200, json: (await apiKeys.list(id)).map(shown) }
      },
    },
    {
      id: 'issueKey',
      method: 'POST',
      path: '/admin/merchants/{merchantId}/keys',
      tag: 'Administration',
      summary: 'Create an API key',
      security: 'admin',
      scope: 'settings',
      body: keyInput,
      outcomes: {
        201: { description: 'The key and its secret', schema: issuedKey },
        404: { description: 'There is no such merchant' },
      },
      async handle({ params, body }) {
        const { id } = await merchantOf(merchants, params.merchantId)
        const { label = '' } = check(keyInput, body === '' ? {} : readBody(body))
        const { key, secret } = await apiKeys.issue(id, label)
        log.info('An administrator created a key', { merchantId: id, keyId: key.id })
        const json = { ...shown(key), secret, credentials: `${key.id}:${secret}` }
        return { status: 201, json, audit: { target: key.id } }
      },
    },
    {
      id: 'revokeKey',
      method: 'DELETE',
      path: '/admin/merchants/{merchantId}/keys/{keyId}',
      tag: 'Administration',
      summary: 'Revoke an API key',
      description: 'It stops working within a second.',
      security: 'admin',
      scope: 'settings',
      outcomes: {
        204: { description: 'The key is revoked' },
        404: { description: 'The merchant has no such active key' },
      },
      async handle({ params }) {
        const { id } = await merchantOf(merchants, params.merchantId)
        const keyId = params.keyId ?? ''
        if (!(await apiKeys.revoke(id, keyId))) throw errors.notFound()
        log.info('An administrator revoked a key', { merchantId: id, keyId })
        return { status: 204, audit: { target: keyId } }
      },
    },
  ]
}

function shown({ id, label, createdAt, revokedAt, endsAt, replacedBy }: ApiKey): z.infer<typeof apiKey> {
  return {
    id,
    label,
    createdAt: new Date(createdAt).toISOString(),
    ...(revokedAt !== null && { revokedAt: new Date(revokedAt).toISOString() }),
    ...(endsAt !== null && { endsAt: new Date(endsAt).toISOString() }),
    ...(replacedBy !== null && { replacedBy }),
  }
}
