import { z } from 'zod'
import { InvalidInputError } from '../../basics/errors/errors.ts'
import { type ApiKey, issueKey, listKeys, replaceKey, revokeKey, tillRights } from '../../merchants/api-keys.ts'
import { keyScopes } from '../../merchants/key-scopes.ts'
import { storeList, toldStores } from '../../merchants/store-list.ts'
import { act, UnknownTargetError } from '../act.ts'

const keyInput = z
  .strictObject({
    label: z.string().trim().min(1).max(100).optional().describe('Who uses the key, for your reference.'),
    scopes: z
      .array(z.enum(keyScopes))
      .min(1)
      .optional()
      .describe(
        'What it is for; default `create` alone. `create`: receipts, and whether addresses are good. `read`: look receipts up, as data and documents. `resend`: mail them again. `statistics`: figures.',
      ),
    stores: storeList.optional().describe('The ids of the stores it is for, as its tills send them; default all.'),
  })
  .meta({ id: 'ApiKeyInput' })

const nextKeyInput = z.strictObject({
  endsAt: z.iso
    .datetime({ offset: true })
    .transform(Date.parse)
    .optional()
    .describe('When the key ends, ISO 8601; default: once it is revoked.'),
})

const apiKey = z
  .object({
    id: z.string().describe('The user of HTTP Basic.'),
    label: z.string().describe('Who uses the key.'),
    createdAt: z.string().describe('ISO 8601, UTC.'),
    lastUsedAt: z.string().optional().describe('ISO 8601, UTC, to within some minutes; absent if it wasn’t used.'),
    revokedAt: z.string().optional().describe('ISO 8601, UTC; absent unless it was revoked.'),
    endsAt: z.string().optional().describe('ISO 8601, UTC: from then on it doesn’t work. Absent without an end.'),
    replacedBy: z.string().optional().describe('The id of its next key.'),
    scopes: z.array(z.enum(keyScopes)).describe('What it is for.'),
    stores: z.array(z.string()).optional().describe('The ids of the stores it is for; absent for all.'),
  })
  .meta({ id: 'ApiKey' })

const issuedKey = apiKey
  .extend({
    secret: z.string().describe('Shown only in this response.'),
    credentials: z.string().describe('`id:secret`, for HTTP Basic.'),
  })
  .meta({ id: 'IssuedApiKey' })

/** The acts on the keys of a merchant's tills. */
export const keyActs = {
  listKeys: act({
    id: 'listKeys',
    at: 'GET /merchants/{merchantId}/keys',
    access: { admin: 'read', console: 'admin', command: 'merchant keys <merchant>' },
    summary: 'List a merchant’s API keys',
    outcomes: { 200: { description: 'All keys, including revoked ones', schema: z.array(apiKey) } },
    run: async ({ db, merchant }) => (await listKeys(db, merchant.id)).map(toJson),
  }),

  issueKey: act({
    id: 'issueKey',
    alias: 'makeTillKey',
    at: 'POST /merchants/{merchantId}/keys',
    access: {
      admin: 'settings',
      console: 'admin',
      command: 'merchant key <merchant> [--label <text>] [--scope <scopes>] [--stores <ids>]',
    },
    summary: 'Create an API key',
    description: 'It is for what `scopes` say, in the stores that `stores` say; anything else it asks for is a 403.',
    input: keyInput,
    outcomes: { 201: { description: 'The key and its secret', schema: issuedKey } },
    async run({ db, now, merchant }, { label = '', scopes = tillRights.scopes, stores = null }) {
      const each = keyScopes.filter(scope => scopes.includes(scope))
      return issued(await issueKey(db, merchant.id, label, now(), { scopes: each, stores }))
    },
    audit: ({ scopes = tillRights.scopes, stores }, _context, result) => ({
      target: result?.id,
      detail: { scopes: scopes.join(' '), ...toldStores(stores) },
    }),
    report: ({ log, merchantId }, { id }) => log.info('An administrator created a key', { merchantId, keyId: id }),
  }),

  replaceKey: act({
    id: 'replaceKey',
    alias: 'replaceTillKey',
    at: 'POST /merchants/{merchantId}/keys/{keyId}/next',
    access: { console: 'admin' },
    summary: 'Create a key’s next one',
    input: nextKeyInput,
    outcomes: { 201: { description: 'The next key and its secret', schema: issuedKey } },
    async run({ db, merchant, target, now }, { endsAt = null }) {
      if (endsAt !== null && endsAt <= now())
        throw new InvalidInputError({ endsAt: [{ code: null, message: 'must be in the future' }] })
      const next = await replaceKey(db, { merchantId: merchant.id, id: target, endsAt }, now())
      if (!next) throw noKey(target)
      return issued(next)
    },
    audit: (_input, { target }, result) => ({ target, ...(result && { detail: { next: result.id } }) }),
  }),

  revokeKey: act({
    id: 'revokeKey',
    alias: 'revokeTillKey',
    at: 'DELETE /merchants/{merchantId}/keys/{keyId}',
    access: { admin: 'settings', console: 'admin', command: 'merchant revoke <merchant> <keyId>' },
    summary: 'Revoke an API key',
    description: 'It stops working within a second.',
    outcomes: {
      204: { description: 'The key is revoked' },
      404: { description: 'The merchant has no such active key' },
    },
    async run({ db, now, merchant, target }) {
      if (!(await revokeKey(db, merchant.id, target, now()))) throw noKey(target)
    },
    report: ({ log, merchantId, target }) => log.info('An administrator revoked a key', { merchantId, keyId: target }),
  }),
}

function noKey(id: string): UnknownTargetError {
  return new UnknownTargetError(`The merchant has no active key "${id}".`)
}

function issued({ key, secret }: { key: ApiKey; secret: string }): z.infer<typeof issuedKey> {
  return { ...toJson(key), secret, credentials: `${key.id}:${secret}` }
}

function toJson({
  id,
  label,
  createdAt,
  lastUsedAt,
  revokedAt,
  endsAt,
  replacedBy,
  ...rights
}: ApiKey): z.infer<typeof apiKey> {
  const time = (at: number) => new Date(at).toISOString()
  return {
    id,
    label,
    createdAt: time(createdAt),
    ...(lastUsedAt !== null && { lastUsedAt: time(lastUsedAt) }),
    ...(revokedAt !== null && { revokedAt: time(revokedAt) }),
    ...(endsAt !== null && { endsAt: time(endsAt) }),
    ...(replacedBy !== null && { replacedBy }),
    scopes: [...rights.scopes],
    ...(rights.stores !== null && { stores: [...rights.stores] }),
  }
}
