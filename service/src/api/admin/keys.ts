import { z } from 'zod'
import type { Log } from '../../log.ts'
import type { ApiKey, ApiKeys } from '../../merchants/api-keys.ts'
import type { Merchants } from '../../merchants/merchants.ts'
import { readBody } from '../body.ts'
import { check } from '../check.ts'
import { errors } from '../error-response.ts'
import type { Operation } from '../operation.ts'
import { merchantOf } from './merchants.ts'

const keyInput = z
  .strictObject({ label: z.string().min(1).max(100).optional().describe('Whose key it is, for people.') })
  .meta({ id: 'ApiKeyInput' })

const apiKey = z
  .object({ id: z.string(), label: z.string(), createdAt: z.string(), revokedAt: z.string().optional() })
  .meta({ id: 'ApiKey' })

const issuedKey = apiKey
  .extend({
    secret: z.string().describe('Shown here and never again.'),
    credentials: z.string().describe('`id:secret`, as HTTP Basic takes them.'),
  })
  .meta({ id: 'IssuedApiKey' })

export interface KeyOptions {
  merchants: Merchants
  apiKeys: ApiKeys
  log: Log
}

/** The administration of API keys. */
export function keyOperations({ merchants, apiKeys, log }: KeyOptions): Operation[] {
  return [
    {
      id: 'listKeys',
      method: 'GET',
      path: '/admin/merchants/{merchantId}/keys',
      tag: 'Administration',
      summary: 'List the API keys of a merchant',
      security: 'admin',
      outcomes: {
        200: { description: 'All keys, revoked ones too', schema: z.array(apiKey) },
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
      summary: 'Issue an API key',
      security: 'admin',
      body: keyInput,
      outcomes: {
        201: { description: 'The key with its secret', schema: issuedKey },
        404: { description: 'There is no such merchant' },
      },
      async handle({ params, body }) {
        const { id } = await merchantOf(merchants, params.merchantId)
        const { label = '' } = check(keyInput, body === '' ? {} : readBody(body))
        const { key, secret } = await apiKeys.issue(id, label)
        log.info('An administrator issued a key', { merchantId: id, keyId: key.id })
        return { status: 201, json: { ...shown(key), secret, credentials: `${key.id}:${secret}` } }
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
      outcomes: {
        204: { description: 'The key is revoked' },
        404: { description: 'The merchant has no such key in use' },
      },
      async handle({ params }) {
        const { id } = await merchantOf(merchants, params.merchantId)
        const keyId = params.keyId ?? ''
        if (!(await apiKeys.revoke(id, keyId))) throw errors.notFound()
        log.info('An administrator revoked a key', { merchantId: id, keyId })
        return { status: 204 }
      },
    },
  ]
}

function shown({ id, label, createdAt, revokedAt }: ApiKey): z.infer<typeof apiKey> {
  return {
    id,
    label,
    createdAt: new Date(createdAt).toISOString(),
    ...(revokedAt !== null && { revokedAt: new Date(revokedAt).toISOString() }),
  }
}
