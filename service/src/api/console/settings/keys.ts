import { z } from 'zod'
import { check } from '../../../errors/check.ts'
import { InvalidInputError } from '../../../errors/errors.ts'
import type { ApiKey, ApiKeys } from '../../../merchants/api-keys.ts'
import { readBody } from '../../body.ts'
import { errors } from '../../errors/error-response.ts'
import type { Operation } from '../../operation.ts'
import { consoleOperation } from '../operation.ts'

const keyInput = z.strictObject({ label: z.string().trim().min(1).max(100) })

const nextInput = z.strictObject({ endsAt: z.iso.datetime({ offset: true }).transform(Date.parse).optional() })

/** The keys of the merchant's tills. */
export function keyOperations({ apiKeys, now }: { apiKeys: ApiKeys; now: () => number }): Operation[] {
  return [
    {
      ...consoleOperation('listTillKeys', 'GET', '/keys', 'List keys'),
      role: 'admin',
      handle: async ({ merchant }) => ({ status: 200, json: (await apiKeys.list(merchant.id)).map(shown) }),
    },
    {
      ...consoleOperation('makeTillKey', 'POST', '/keys', 'Make a key'),
      role: 'admin',
      async handle({ merchant, body }) {
        const { label } = check(keyInput, readBody(body))
        const { key, secret } = await apiKeys.issue(merchant.id, label)
        return {
          status: 201,
          json: { ...shown(key), credentials: `${key.id}:${secret}` },
          audit: { target: key.id },
        }
      },
    },
    {
      ...consoleOperation('replaceTillKey', 'POST', '/keys/{keyId}/next', 'Make a key’s next one'),
      role: 'admin',
      async handle({ merchant, params: { keyId = '' }, body }) {
        const { endsAt = null } = check(nextInput, readBody(body))
        if (endsAt !== null && endsAt <= now())
          throw new InvalidInputError({ endsAt: [{ code: null, message: 'must be in the future' }] })
        const next = await apiKeys.replace(merchant.id, keyId, endsAt)
        if (!next) throw errors.notFound()
        const json = { ...shown(next.key), credentials: `${next.key.id}:${next.secret}` }
        return { status: 201, json, audit: { target: keyId, detail: { next: next.key.id } } }
      },
    },
    {
      ...consoleOperation('revokeTillKey', 'DELETE', '/keys/{keyId}', 'Revoke a key'),
      role: 'admin',
      async handle({ merchant, params: { keyId = '' } }) {
        if (!(await apiKeys.revoke(merchant.id, keyId))) throw errors.notFound()
        return { status: 204, audit: { target: keyId } }
      },
    },
  ]
}

function shown({ id, label, createdAt, revokedAt, lastUsedAt, endsAt, replacedBy }: ApiKey) {
  return {
    id,
    label,
    createdAt: time(createdAt),
    ...(lastUsedAt !== null && { lastUsedAt: time(lastUsedAt) }),
    ...(revokedAt !== null && { revokedAt: time(revokedAt) }),
    ...(endsAt !== null && { endsAt: time(endsAt) }),
    ...(replacedBy !== null && { replacedBy }),
  }
}

const time = (milliseconds: number) => new Date(milliseconds).toISOString()
