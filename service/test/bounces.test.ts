import { expect, test } from 'vitest'
import { sha256 } from '../src/basics/ids.ts'
import { openDatabase } from '../src/database/database.ts'
import { placeOf } from '../src/database/place.ts'
import { type Answer, createBounces } from '../src/outbox/bounces.ts'
import { openSearchKey } from '../src/receipts/search/search-key.ts'
import { readConfig } from '../src/settings/config.ts'
import { databases, makePlace } from './support/service.ts'

const day = 86_400_000

test.each(databases)(
  'a bounced address is kept as a hash with a key, also if an older version wrote it, on %s',
  async database => {
    const place = await makePlace(database, { hasTables: true })
    const config = readConfig({ ...place.settings, ...(database === 'PostgreSQL' && { MAIL: 'folder' }) })
    const { db, close } = await openDatabase(placeOf(config))
    let clock = 200 * day
    const key = await openSearchKey(db, undefined, clock)
    const bounces = createBounces(db, key, () => clock)
    const learn = (...answers: Answer[]) => db.transaction().execute(transaction => bounces.learn(transaction, answers))
    const hashes = async () =>
      (await db.selectFrom('bounces').select('address_hash').orderBy('address_hash').execute()).map(
        ({ address_hash }) => address_hash,
      )
    /** As versions before the key did. */
    const recordPlain = (address: string, at: number) =>
      db
        .insertInto('bounces')
        .values({ address_hash: sha256(address), code: '550', bounced_at: at })
        .execute()

    await learn({ emailAddress: 'Ada@Example.com', bounce: '550' })
    expect(await hashes()).toEqual([expect.stringMatching(new RegExp(`^k${key.id}[\\w-]{22}$`))])
    expect(await bounces.has('ada@example.com')).toBe(true)
    expect(await bounces.has('grace@example.com')).toBe(false)

    await recordPlain('grace@example.com', clock - day)
    await recordPlain('old@example.com', clock - 180 * day)
    await recordPlain('ada@example.com', clock - day)
    expect(await bounces.has('grace@example.com')).toBe(true)
    expect(await bounces.has('old@example.com')).toBe(false)
    await bounces.expire()
    expect(await hashes()).toHaveLength(2)
    expect((await hashes()).every(hash => hash.startsWith(`k${key.id}`))).toBe(true)
    for (const address of ['ada@example.com', 'grace@example.com']) expect(await bounces.has(address)).toBe(true)

    await recordPlain('grace@example.com', clock)
    await learn({ emailAddress: 'GRACE@example.com', bounce: undefined })
    expect(await bounces.has('grace@example.com')).toBe(false)
    const bounced = { emailAddress: 'alan@example.com', bounce: '551' }
    const accepted = { emailAddress: 'ALAN@example.com', bounce: undefined }
    await learn(accepted, bounced, bounced)
    expect(await bounces.has('alan@example.com')).toBe(true)
    await learn(bounced, accepted)
    expect(await bounces.has('alan@example.com')).toBe(false)
    clock += 180 * day
    expect(await bounces.has('ada@example.com')).toBe(false)
    await bounces.expire()
    expect(await hashes()).toEqual([])

    await db
      .insertInto('bounces')
      .values(
        Array.from({ length: 1203 }, (_, at) => ({ address_hash: sha256(`${at}`), code: '550', bounced_at: clock })),
      )
      .execute()
    await bounces.expire()
    expect((await hashes()).filter(hash => hash.startsWith('k'))).toHaveLength(1203)
    expect(await createBounces(db, { ...key, id: '000000' }, () => clock).has('0')).toBe(false)
    await close()
    await place.remove()
  },
)
