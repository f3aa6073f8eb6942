import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sha256 } from '../../src/basics/ids.ts'
import type { Database } from '../../src/database/database.ts'
import { openDatabase } from '../../src/database/database.ts'
import { migrations } from '../../src/database/migrations.ts'
import {
  countSuppressions,
  liftMeant,
  listSuppressions,
  pageSize,
  readPlace,
  writePlace,
} from '../../src/delivery/suppression/list.ts'
import {
  lift,
  type NewSuppression,
  saysAddressIsGone,
  suppress,
  suppressedBy,
  suppressionsOf,
} from '../../src/delivery/suppression/suppression.ts'
import { countUnreadable, keepSuppressions } from '../../src/delivery/suppression/upkeep.ts'
import { openSearchKey, type SearchKey } from '../../src/receipts/search/terms.ts'
import { deliveryWith } from '../support/records.ts'
import { databases, makePlace } from '../support/service.ts'

const day = 86_400_000

test('only that nobody has the address, for good, ends mail to it', () => {
  expect(saysAddressIsGone('unknown_mailbox', true, '5.1.1')).toBe(true)
  expect(saysAddressIsGone('unknown_mailbox', true, undefined)).toBe(true)
  expect(saysAddressIsGone('unknown_domain', true, '5.1.2')).toBe(true)
  expect(saysAddressIsGone('unknown_mailbox', false, '4.1.1')).toBe(false)
  expect(saysAddressIsGone('unknown_domain', false, undefined)).toBe(false)
  // A domain that was moved to Exchange lately.
  expect(saysAddressIsGone('unknown_mailbox', true, '5.4.1')).toBe(false)
  for (const reason of ['mailbox_full', 'mailbox_disabled', 'policy', 'bad_address', 'content', 'other'] as const)
    expect(saysAddressIsGone(reason, true, undefined)).toBe(false)
})

test('where a page ends is read as it was written, and nothing else is', () => {
  const place = { at: 1_795_867_200_000, id: 'm_-Az09'.repeat(9) }
  expect(readPlace(writePlace(place))).toEqual(place)
  const other = (text: string) => readPlace(Buffer.from(text).toString('base64url'))
  expect(['', '1.', '.a', 'x1.a', '1.a b', `1.${'a'.repeat(65)}`, `${'1'.repeat(17)}.a`].map(other)).toEqual(
    Array(7).fill(undefined),
  )
  expect(readPlace('A'.repeat(201))).toBeUndefined()
})

describe.each(databases)('suppressed addresses, on %s,', database => {
  let place: Awaited<ReturnType<typeof makePlace>>
  let opened: Awaited<ReturnType<typeof openDatabase>>
  let db: Database
  let key: SearchKey
  let at = 200 * day

  beforeAll(async () => {
    place = await makePlace(database, { hasTables: true })
    const { DATABASE_URL: url, DATA_DIR: folder = '' } = place.settings
    opened = await openDatabase(url === undefined ? { folder } : { url })
    db = opened.db
    key = await openSearchKey(db, undefined, at)
  })
  afterAll(async () => {
    await opened.close()
    await place.remove()
  })

  type Given = Omit<NewSuppression, 'merchantId' | 'kind'> & Partial<NewSuppression>
  const tell = (...all: Given[]) =>
    opened.commit(transaction =>
      suppress(
        transaction,
        key,
        all.map(each => ({ merchantId: 'demo', kind: 'bounce', code: '550', reason: 'unknown_mailbox', ...each })),
        at,
      ),
    )
  const why = (emailAddress: string, merchantId = 'demo') => suppressedBy(db, key, { merchantId, emailAddress }, at)
  const kindOf = async (emailAddress: string) => (await why(emailAddress))?.kind
  const hashes = async () =>
    (await db.selectFrom('suppressions').select('address_hash').execute()).map(({ address_hash }) => address_hash)

  test('are kept as hashes with a key, for one merchant, in any spelling', async () => {
    await tell({ emailAddress: 'Ada@Bücher.example', deliveryId: 'd1' })
    expect(await hashes()).toEqual([expect.stringMatching(new RegExp(`^m${key.id}[\\w-]{22}$`))])
    expect(await why('ada@xn--bcher-kva.example')).toEqual({
      ...{ kind: 'bounce', reason: 'unknown_mailbox', code: '550', deliveryId: 'd1', createdBy: null },
      ...{ createdAt: at, expiresAt: at + 180 * day },
    })
    expect(await why('grace@xn--bcher-kva.example')).toBeUndefined()
    expect(await why('ada@xn--bcher-kva.example', 'bakery')).toBeUndefined()
    const otherKey = { ...key, id: '000000' }
    const address = { merchantId: 'demo', emailAddress: 'ada@bücher.example' }
    expect(await suppressedBy(db, otherKey, address, at)).toBeUndefined()
    expect(await lift(db, key, [{ merchantId: 'bakery', emailAddress: 'ada@bücher.example' }])).toBe(0)
    expect(await lift(db, key, [address])).toBe(1)
    expect(await why('ada@bücher.example')).toBeUndefined()
  })

  test('are asked for together, in order', async () => {
    await tell({ emailAddress: 'ines@example.com' }, { emailAddress: 'omar@example.com', kind: 'complaint' })
    const asked = ['omar@example.com', 'grace@example.com', 'INES@example.com', 'omar@example.com']
    const addresses = asked.map(emailAddress => ({ merchantId: 'demo', emailAddress }))
    const found = await suppressionsOf(db, key, addresses, at)
    expect(found.map(each => each?.kind)).toEqual(['complaint', undefined, 'bounce', 'complaint'])
    expect(await suppressionsOf(db, key, [], at)).toEqual([])
    expect(await lift(db, key, addresses, ['bounce'])).toBe(1)
    expect(await lift(db, key, addresses)).toBe(1)
  })

  test('stay for the reason that lasts longest, until it is over', async () => {
    const emailAddress = 'lena@example.com'
    await tell({ emailAddress }, { emailAddress, code: '551' })
    expect(await why(emailAddress)).toMatchObject({ kind: 'bounce', code: '551' })
    await tell({ emailAddress, kind: 'complaint' })
    await tell({ emailAddress })
    expect(await why(emailAddress)).toMatchObject({ kind: 'complaint', expiresAt: at + 1095 * day })
    await tell({ emailAddress, kind: 'hand', createdBy: 'person:ab12' }, { emailAddress, kind: 'complaint' })
    expect(await why(emailAddress)).toMatchObject({ kind: 'hand', expiresAt: null, createdBy: 'person:ab12' })
    expect(await lift(db, key, [{ merchantId: 'demo', emailAddress }])).toBe(1)

    await tell({ emailAddress, kind: 'complaint' }, { emailAddress: 'paul@example.com' })
    const since = at
    at = since + 180 * day - 1
    expect(await kindOf('paul@example.com')).toBe('bounce')
    at = since + 180 * day
    expect(await kindOf('paul@example.com')).toBeUndefined()
    await keepSuppressions(db, key, at)
    expect(await hashes()).toHaveLength(1)
    at = since + 1095 * day
    expect(await kindOf(emailAddress)).toBeUndefined()
    // A complaint that is over isn't stronger than a bounce.
    await tell({ emailAddress })
    expect(await kindOf(emailAddress)).toBe('bounce')
    at += 180 * day
    await keepSuppressions(db, key, at)
    expect(await hashes()).toEqual([])
  })

  test('are written by many at once, in any order, without waiting for each other for good', async () => {
    const some = Array.from({ length: 40 }, (_, index) => ({ emailAddress: `guest${index}@example.com` }))
    await Promise.all([tell(...some), tell(...some.toReversed()), tell(...some), tell(...some.toReversed())])
    expect(await hashes()).toHaveLength(40)
    const addresses = some.map(({ emailAddress }) => ({ merchantId: 'demo', emailAddress }))
    expect(await lift(db, key, addresses)).toBe(40)
  })

  test('take over what earlier versions kept of bounces, and nothing of what they write later', async () => {
    await tell({ emailAddress: 'noor@example.com' })
    const [moved = ''] = await hashes()
    await db.schema.dropTable('suppressions').execute()
    const old = [sha256('grace@example.com'), `k${key.id}${'A'.repeat(22)}`]
    const rows = [moved, ...old].map(address_hash => ({ address_hash, code: '550', bounced_at: at }))
    await db.insertInto('bounces').values(rows).execute()
    await migrations['018-suppressions'].up(db as never)
    expect(await hashes()).toEqual([moved])
    expect(await why('noor@example.com')).toEqual({
      ...{ kind: 'bounce', reason: 'unknown_mailbox', code: '550', deliveryId: null, createdBy: null },
      ...{ createdAt: at, expiresAt: at + 180 * day },
    })
    await db.insertInto('bounces').values(rows.slice(1)).execute()
    await keepSuppressions(db, key, at)
    expect(await db.selectFrom('bounces').selectAll().execute()).toEqual([])
    expect(await hashes()).toEqual([moved])
    expect(await lift(db, key, [{ merchantId: 'demo', emailAddress: 'noor@example.com' }])).toBe(1)
  })

  test('that earlier versions knew get their merchant from the mails that bounced', async () => {
    await tell({ emailAddress: 'noor@example.com' }, { emailAddress: 'emil@example.com' })
    await db.updateTable('suppressions').set({ merchant_id: null }).execute()
    const mails = Array.from({ length: 450 }, (_, index) => {
      const email_address = index === 420 ? 'Noor@example.com' : `guest${index}@example.com`
      const changes = { status: 'failed', due_at: Math.floor(index / 100), bounced_at: at, email_address } as const
      return deliveryWith(`d${index}`, 'r', changes)
    })
    await db.insertInto('deliveries').values(mails).execute()
    await keepSuppressions(db, key, at)
    const { suppressions } = await listSuppressions(db, 'demo', { at })
    expect(suppressions).toMatchObject([{ deliveryId: 'd420', receiptId: 'r', emailAddress: 'Noor@example.com' }])
    expect(await kindOf('emil@example.com')).toBe('bounce')
    await db.deleteFrom('suppressions').execute()
    await db.deleteFrom('deliveries').execute()
  })

  test('outlast a change of the search key, if the mail that led to them is there', async () => {
    const delivery = deliveryWith('d1', 'r', { email_address: 'noor@example.com' })
    await db.insertInto('deliveries').values(delivery).execute()
    await tell(
      { emailAddress: 'noor@example.com', kind: 'complaint', deliveryId: 'd1' },
      { emailAddress: 'emil@example.com', kind: 'hand' },
    )
    const before = key
    key = await openSearchKey(db, 'another-search-key-of-the-tests', at)
    expect(await countUnreadable(db, key)).toBe(2)
    await keepSuppressions(db, key, at)
    expect(await why('noor@example.com')).toMatchObject({ kind: 'complaint', deliveryId: 'd1' })
    expect(await kindOf('emil@example.com')).toBeUndefined()
    at += 6 * day
    await keepSuppressions(db, key, at)
    // The key may have been a mistake.
    expect(await countUnreadable(db, key)).toBe(1)
    at += 2 * day
    await keepSuppressions(db, key, at)
    expect(await countUnreadable(db, key)).toBe(0)
    expect(await hashes()).toHaveLength(1)
    key = before
    await db.deleteFrom('suppressions').execute()
    await db.deleteFrom('deliveries').execute()
  })

  test.each([
    ['complaint', 'bounce'],
    ['bounce', 'complaint'],
    ['bounce', 'bounce'],
  ] as const)('of a %s by the key of before and a %s by this one, the stronger stays', async (first, second) => {
    const emailAddress = 'noor@example.com'
    await db
      .insertInto('deliveries')
      .values(deliveryWith('d1', 'r', { email_address: emailAddress }))
      .execute()
    await tell({ emailAddress, kind: first, deliveryId: 'd1', code: '550' })
    const before = key
    key = await openSearchKey(db, 'another-search-key-of-the-tests', at)
    at += day
    await tell({ emailAddress, kind: second, deliveryId: 'd1', code: '551' })
    await keepSuppressions(db, key, at)
    expect(await hashes()).toHaveLength(1)
    const isFirst = first === 'complaint'
    expect(await why(emailAddress)).toMatchObject({ kind: isFirst ? first : second, code: isFirst ? '550' : '551' })
    key = before
    await db.deleteFrom('suppressions').execute()
    await db.deleteFrom('deliveries').execute()
  })

  test('are listed by page, the last ones first, each merchant’s own', async () => {
    const all = Array.from({ length: 2 * pageSize + 7 }, (_, index) => ({ emailAddress: `guest${index}@example.com` }))
    await tell(...all.slice(0, 60))
    at += 1000
    await tell(...all.slice(60), { emailAddress: 'lena@example.com', kind: 'complaint' })
    await tell({ emailAddress: 'guest1@example.com', merchantId: 'bakery' })
    expect(await countSuppressions(db, at, 'demo')).toEqual({ bounce: all.length, complaint: 1, hand: 0 })
    expect(await countSuppressions(db, at)).toEqual({ bounce: all.length + 1, complaint: 1, hand: 0 })
    const seen: string[] = []
    const times: number[] = []
    let after: Awaited<ReturnType<typeof listSuppressions>>['next']
    do {
      const page = await listSuppressions(db, 'demo', { after, at })
      expect(page.suppressions.length).toBeLessThanOrEqual(pageSize)
      seen.push(...page.suppressions.map(({ id }) => id))
      times.push(...page.suppressions.map(({ createdAt }) => createdAt))
      after = page.next
    } while (after)
    expect(new Set(seen).size).toBe(all.length + 1)
    expect(seen).toHaveLength(all.length + 1)
    expect(times).toEqual(times.toSorted((one, other) => other - one))
    expect((await listSuppressions(db, 'demo', { kind: 'complaint', at })).suppressions).toHaveLength(1)
    expect((await listSuppressions(db, 'demo', { at: at + 180 * day })).suppressions).toHaveLength(1)
  })

  test('are lifted together by time and kind, or alone, of one merchant only', async () => {
    const [mine] = (await listSuppressions(db, 'bakery', { at })).suppressions
    const span = { kind: 'bounce', since: at } as const
    expect(await liftMeant(db, 'demo', { id: mine?.id ?? '' }, false)).toBe(0)
    expect(await liftMeant(db, 'demo', span, true)).toBe(2 * pageSize + 7 - 60)
    expect(await liftMeant(db, 'demo', { ...span, code: '551' }, false)).toBe(0)
    expect(await liftMeant(db, 'demo', { ...span, until: at }, false)).toBe(0)
    expect(await liftMeant(db, 'demo', span, false)).toBe(2 * pageSize + 7 - 60)
    expect(await countSuppressions(db, at, 'demo')).toEqual({ bounce: 60, complaint: 1, hand: 0 })
    expect(await liftMeant(db, 'bakery', { id: mine?.id ?? '' }, false)).toBe(1)
    await db.deleteFrom('suppressions').execute()
  })
})
