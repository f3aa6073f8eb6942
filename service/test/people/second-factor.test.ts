import { beforeEach, describe, expect, test } from 'vitest'
import { sha256 } from '../../src/basics/ids.ts'
import type { Database } from '../../src/database/database.ts'
import { saveMerchant } from '../../src/merchants/merchants.ts'
import { personAtProvider } from '../../src/people/at-provider.ts'
import { removePerson, savePerson } from '../../src/people/people.ts'
import {
  beginSecondFactor,
  confirmSecondFactor,
  countRecoveryCodes,
  passesSecondFactor,
  removeSecondFactor,
  renewRecoveryCodes,
  type Seal,
} from '../../src/people/second-factor.ts'
import { totpUri } from '../../src/people/totp.ts'
import { openTables } from '../support/tables.ts'
import { codeAt } from '../support/totp.ts'

const start = Date.UTC(2026, 6, 1, 12, 0, 10)
const step = 30_000

/** Only whose secret it is can be opened. */
const seal: Seal = {
  close: (secret, personId) => `${personId}:${secret}`,
  open: (stored, personId) => (stored.startsWith(`${personId}:`) ? stored.slice(personId.length + 1) : undefined),
}

let db: Database
beforeEach(async () => {
  db = (await openTables()).db
  await saveMerchant({ db, now: () => start, templatesDir: '' }, 'demo', { name: 'Shop' })
  const nothing = { totp_secret: null, totp_since: null, totp_step: null, oidc_issuer: null, oidc_subject: null }
  const people = ['ada', 'eve'].map(id => ({
    ...{ id, merchant_id: 'demo', name: `${id}@example.com`, role: 'admin' as const, password: '', stores: null },
    ...{ created_at: start, signed_in_at: null, removed_at: null, ...nothing },
  }))
  await db.insertInto('people').values(people).execute()
})

const [ada, eve] = ['ada', 'eve']

const session = (personId: string, token: string) =>
  db
    .insertInto('sessions')
    .values({
      ...{ token_hash: sha256(token), merchant_id: 'demo', person_id: personId, key_id: null },
      ...{ created_at: start, seen_at: start },
    })
    .execute()
const sessions = async () =>
  (await db.selectFrom('sessions').select('token_hash').execute()).map(({ token_hash }) => token_hash).toSorted()

const confirm = (personId: string, code: string, now = start) =>
  confirmSecondFactor(db, seal, { personId, code, tokenHash: sha256('this') }, now)
const passes = (personId: string, code: string, now: number) => passesSecondFactor(db, seal, { personId, code }, now)

/** Gives somebody an app, and what it shows. */
async function give(personId: string): Promise<{ codes: string[]; codeOf: (now: number) => string }> {
  const secret = (await beginSecondFactor(db, seal, personId)) ?? ''
  const codes = (await confirm(personId, codeAt(secret, start))) ?? []
  return { codes, codeOf: now => codeAt(secret, now) }
}

describe('a second factor', () => {
  test('is asked for once a code of its app has proved that they have it, which ends all other sessions', async () => {
    for (const token of ['this', 'other']) await session(ada, token)
    await session(eve, 'hers')
    const first = (await beginSecondFactor(db, seal, ada)) ?? ''
    const secret = (await beginSecondFactor(db, seal, ada)) ?? ''
    expect(secret).toMatch(/^[A-Z2-7]{32}$/)
    expect(secret).not.toBe(first)
    // Not yet: no code counts.
    expect(await passes(ada, codeAt(secret, start), start)).toBe(false)
    expect(await confirm(ada, codeAt(first, start))).toBeUndefined()
    expect(await confirm(eve, codeAt(secret, start))).toBeUndefined()
    expect(await confirm('nobody', codeAt(secret, start))).toBeUndefined()
    expect(await sessions()).toHaveLength(3)
    const code = codeAt(secret, start)
    const codes = await confirm(ada, `${code.slice(0, 3)} ${code.slice(3)}`)
    expect(new Set(codes).size).toBe(10)
    for (const each of codes ?? []) expect(each).toMatch(/^(?:[a-hjkmnp-z2-9]{4}-){3}[a-hjkmnp-z2-9]{4}$/)
    expect(await sessions()).toEqual([sha256('this'), sha256('hers')].toSorted())
    // Who has one gets no other, and proves nothing twice.
    expect(await beginSecondFactor(db, seal, ada)).toBeUndefined()
    expect(await confirm(ada, codeAt(secret, start + step), start + step)).toBeUndefined()
    const row = await db.selectFrom('people').select('totp_secret').where('id', '=', ada).executeTakeFirst()
    expect(row?.totp_secret).toBe(`${ada}:${secret}`)
  })

  test('takes a code of now, of the step before and the one after, each once, and none before the last', async () => {
    const { codeOf } = await give(ada)
    const now = start + 100 * step
    for (const off of [-2, 2]) expect(await passes(ada, codeOf(now + off * step), now)).toBe(false)
    expect(await passes(ada, codeOf(now - step), now)).toBe(true)
    expect(await passes(ada, codeOf(now - step), now)).toBe(false)
    const code = codeOf(now)
    expect(await passes(eve, code, now)).toBe(false)
    expect(await passes('nobody', code, now)).toBe(false)
    expect(await passes(ada, ` ${code.slice(0, 3)}-${code.slice(3)} `, now)).toBe(true)
    expect(await passes(ada, codeOf(now + step), now)).toBe(true)
    for (const off of [-1, 0, 1]) expect(await passes(ada, codeOf(now + off * step), now)).toBe(false)
    expect(await passes(ada, '12345', now)).toBe(false)
    expect(await passes(ada, '1234567', now)).toBe(false)
  })

  test('whose secret can’t be opened takes no code', async () => {
    const { codeOf } = await give(ada)
    await db.updateTable('people').set({ totp_secret: 'of another key' }).execute()
    expect(await passes(ada, codeOf(start + 9 * step), start + 9 * step)).toBe(false)
  })

  test('has recovery codes, each for once, in any case, with or without hyphens, until they are made anew', async () => {
    const { codes } = await give(ada)
    const [one = '', two = '', three = ''] = codes
    expect(await passes(eve, one, start)).toBe(false)
    expect(await passes(ada, one, start)).toBe(true)
    expect(await passes(ada, one, start)).toBe(false)
    expect(await passes(ada, ` ${two.toUpperCase().replaceAll('-', ' ')}`, start)).toBe(true)
    expect(await countRecoveryCodes(db, ada)).toBe(8)
    await give(eve)
    const renewed = await renewRecoveryCodes(db, ada)
    expect(renewed.filter(code => codes.includes(code))).toEqual([])
    expect(await passes(ada, three, start)).toBe(false)
    expect(await passes(ada, renewed[9] ?? '', start)).toBe(true)
    expect([await countRecoveryCodes(db, ada), await countRecoveryCodes(db, eve)]).toEqual([9, 10])
    // One may begin or end with six digits.
    for (const code of ['abcdefghjk234567', '234567abcdefghjk']) {
      const row = { person_id: ada, code_hash: sha256(`recovery ${ada} ${code}`) }
      await db.insertInto('recovery_codes').values(row).execute()
      expect(await passes(ada, code, start)).toBe(true)
    }
    const stored = await db.selectFrom('recovery_codes').select('code_hash').execute()
    expect(stored.map(({ code_hash }) => code_hash)).not.toContain(sha256(renewed[0] ?? ''))
  })

  test('is removed with its codes and sessions, of a person of that merchant who is still there', async () => {
    const { codes, codeOf } = await give(ada)
    const hers = await give(eve)
    for (const token of ['this', 'other']) await session(ada, token)
    await session(eve, 'hers')
    expect(await removeSecondFactor(db, { merchantId: 'else', id: ada })).toBe(false)
    expect(await removeSecondFactor(db, { merchantId: 'demo', id: 'nobody' })).toBe(false)
    expect([await countRecoveryCodes(db, ada), (await sessions()).length]).toEqual([10, 3])
    expect(await removeSecondFactor(db, { merchantId: 'demo', id: ada }, sha256('this'))).toBe(true)
    expect([await countRecoveryCodes(db, ada), await countRecoveryCodes(db, eve)]).toEqual([0, 10])
    expect(await sessions()).toEqual([sha256('this'), sha256('hers')].toSorted())
    const later = start + 9 * step
    expect(await passes(ada, codeOf(later), later)).toBe(false)
    expect(await passes(ada, codes[0] ?? '', later)).toBe(false)
    expect(await passes(eve, hers.codeOf(later), later)).toBe(true)
    // Another app begins anew, with the step of before.
    const again = await give(ada)
    expect(again.codes).toHaveLength(10)
    await removePerson(db, 'demo', ada, start)
    expect(await removeSecondFactor(db, { merchantId: 'demo', id: ada })).toBe(false)
    expect(await removeSecondFactor(db, { merchantId: 'demo', id: eve })).toBe(true)
    expect(await sessions()).toEqual([])
  })

  test('is read by an app from a link that names who it is of', () => {
    const uri = new URL(totpUri('ABCDEFGHIJKLMNOPQRSTUVWXYZ234567', { issuer: 'Shop', name: 'ada@example.com' }))
    expect([uri.protocol, uri.host, decodeURIComponent(uri.pathname)]).toEqual([
      'otpauth:',
      'totp',
      '/Shop:ada@example.com',
    ])
    expect(Object.fromEntries(uri.searchParams)).toEqual({
      ...{ issuer: 'Shop', secret: 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567', algorithm: 'SHA1', digits: '6', period: '30' },
    })
  })
})

describe('who a provider says is there', () => {
  const issuer = 'https://id.example.com'
  const at = (subject: string, email?: string, from = issuer) =>
    personAtProvider(db, { issuer: from, subject, email }).then(person => person?.id)

  test('is whose name is the verified address, and that account’s from then on', async () => {
    expect(await at('1')).toBeUndefined()
    expect(await at('1', 'nobody@example.com')).toBeUndefined()
    expect(await at('1', 'ADA@example.com')).toBe(ada)
    expect(await at('1')).toBe(ada)
    expect(await at('1', 'eve@example.com')).toBe(ada)
    expect(await at('2', 'ada@example.com')).toBeUndefined()
    expect(await at('1', undefined, 'https://else.example.com')).toBeUndefined()
    expect(await at('1', 'ada@example.com', 'https://else.example.com')).toBeUndefined()
    expect(await at('1', 'eve@example.com', 'https://else.example.com')).toBe(eve)
  })

  test('is nobody who was removed, with an account or without', async () => {
    expect(await at('1', 'ada@example.com')).toBe(ada)
    for (const id of [ada, eve]) await removePerson(db, 'demo', id, start)
    expect(await at('1', 'ada@example.com')).toBeUndefined()
    expect(await at('2', 'eve@example.com')).toBeUndefined()
    // Who comes back may have another account.
    await savePerson(db, { merchantId: 'demo', name: 'ada@example.com', role: 'admin' }, start)
    expect(await at('3', 'ada@example.com')).toBe(ada)
    expect(await at('1')).toBeUndefined()
  })
})
