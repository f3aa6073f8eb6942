import { createHash, createHmac } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openDatabase } from '../src/database/database.ts'
import {
  authenticateKey,
  issueKey,
  listKeys,
  putKey,
  replaceKey,
  revokeKey,
  signForKey,
  works,
} from '../src/merchants/api-keys.ts'
import { keyScopes } from '../src/merchants/key-scopes.ts'
import { makePlace } from './support/service.ts'

const endsAt = Date.UTC(2026, 10, 30)

test('a key works until it ends, and not in that millisecond', () => {
  const at = (now: number) => works({ revokedAt: null, endsAt }, now)
  expect([at(endsAt - 1), at(endsAt), at(endsAt + 1)]).toEqual([true, false, false])
  expect(works({ revokedAt: null, endsAt: null }, endsAt)).toBe(true)
  expect(works({ revokedAt: 0, endsAt: null }, 0)).toBe(false)
})

describe('credentials', () => {
  let place: Awaited<ReturnType<typeof makePlace>>
  let opened: Awaited<ReturnType<typeof openDatabase>>
  const now = endsAt - 3_600_000
  beforeAll(async () => {
    place = await makePlace('SQLite', { hasTables: true })
    opened = await openDatabase({ folder: place.settings.DATA_DIR ?? '' })
    const demo = { id: 'demo', name: 'Pebble & Pine', active: 1, settings: '{}', version: 1 }
    await opened.db.insertInto('merchants').values(demo).execute()
  })
  afterAll(async () => {
    await opened.close()
    await place.remove()
  })

  const issue = () => issueKey(opened.db, 'demo', 'Till 3', now, { scopes: ['create'], stores: ['12'] })
  /** The key, or which was refused and why. */
  const authenticate = async (id: string, secret: string, at = now) => {
    const refused: string[] = []
    const found = await authenticateKey(opened.db, { id, secret }, at, (...why) => refused.push(why.join(' ')))
    return found ?? refused
  }

  test('are those of one key, with its rights and without its hash', async () => {
    const { key, secret } = await issue()
    const { lastUsedAt: _, ...known } = key
    expect(await authenticate(key.id, secret)).toMatchObject(known)
    expect(await authenticate(key.id, secret)).not.toHaveProperty('hash')
  })

  test('are refused with another secret, also that of another key, and for an unknown key', async () => {
    const [one, other] = [await issue(), await issue()]
    expect(await authenticate(one.key.id, other.secret)).toEqual([`${one.key.id} wrong_secret`])
    expect(await authenticate(one.key.id, one.secret.slice(0, -1))).toEqual([`${one.key.id} wrong_secret`])
    expect(await authenticate(one.key.id, '')).toEqual([`${one.key.id} wrong_secret`])
    expect(await authenticate('0123456789abcdef', one.secret)).toEqual([' unknown'])
  })

  test('end when the key is revoked, at once, and by the merchant it belongs to only', async () => {
    const { key, secret } = await issue()
    expect(await revokeKey(opened.db, 'alder', key.id, now)).toBe(false)
    expect(await authenticate(key.id, secret)).toMatchObject({ id: key.id })
    expect(await revokeKey(opened.db, 'demo', key.id, now)).toBe(true)
    expect(await authenticate(key.id, secret)).toEqual([`${key.id} revoked`])
    expect(await revokeKey(opened.db, 'demo', key.id, now)).toBe(false)
  })

  test('end beside those of the next key when it was said, and neither has more rights', async () => {
    const { key, secret } = await issue()
    const next = await replaceKey(opened.db, { merchantId: 'demo', id: key.id, endsAt }, now)
    expect(await authenticate(next!.key.id, next!.secret)).toMatchObject({ scopes: ['create'], stores: ['12'] })
    expect(await authenticate(key.id, secret, endsAt - 1)).toMatchObject({ replacedBy: next!.key.id })
    expect(await authenticate(key.id, secret, endsAt)).toEqual([`${key.id} revoked`])
    expect(await replaceKey(opened.db, { merchantId: 'demo', id: key.id, endsAt: null }, endsAt)).toBeUndefined()
    expect(await replaceKey(opened.db, { merchantId: 'alder', id: next!.key.id, endsAt: null }, now)).toBeUndefined()
  })

  test('of before there were scopes are for everything, and a key stored anew is the new one at once', async () => {
    const given = { id: 'demo-key', merchantId: 'demo', label: 'Demo' }
    await putKey(opened.db, { ...given, secret: 'first', scopes: ['read'], stores: ['12'] }, now)
    expect(await authenticate('demo-key', 'first')).toMatchObject({ scopes: ['read'], stores: ['12'] })
    await putKey(opened.db, { ...given, secret: 'second' }, now)
    expect(await authenticate('demo-key', 'first')).toEqual(['demo-key wrong_secret'])
    expect(await authenticate('demo-key', 'second')).toMatchObject({ scopes: keyScopes, stores: null })
  })

  test('sign a text for whoever has them, and for nobody else', async () => {
    const { key, secret } = await issue()
    const hash = createHash('sha256').update(secret).digest('hex')
    const signature = createHmac('sha256', hash).update('settings').digest('base64')
    expect(await signForKey(opened.db, key.id, 'settings')).toBe(signature)
    expect(await signForKey(opened.db, '0123456789abcdef', 'settings')).toBeUndefined()
  })

  test('are noted as used every five minutes', async () => {
    const { key, secret } = await issue()
    const used = async () => (await listKeys(opened.db, 'demo')).find(({ id }) => id === key.id)?.lastUsedAt
    for (const [at, noted] of [
      [0, 0],
      [299_999, 0],
      [300_000, 300_000],
      [300_001, 300_000],
    ] as const) {
      await authenticate(key.id, secret, now + at)
      await expect.poll(used).toBe(now + noted)
    }
  })
})
