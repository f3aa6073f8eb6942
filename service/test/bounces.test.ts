import { expect, test } from 'vitest'
import { sha256 } from '../src/basics/ids.ts'
import { openDatabase } from '../src/database/database.ts'
import { placeOf } from '../src/database/location.ts'
import { migrations } from '../src/database/migrations.ts'
import { putKey } from '../src/merchants/api-keys.ts'
import { saveMerchant } from '../src/merchants/merchants.ts'
import { expireBounces, hasBounced, learnBounces, type MailServerAnswer } from '../src/outbox/bounces.ts'
import { openSearchKey } from '../src/receipts/search/terms.ts'
import { readConfig } from '../src/settings/config.ts'
import { learnBounce } from './support/database.ts'
import { fewDatabases, makePlace, startService } from './support/service.ts'

const day = 86_400_000
const merchantId = 'demo'

test.each(fewDatabases)('a bounced address is kept as a hash with a key, for its merchant, on %s', async database => {
  const place = await makePlace(database, { hasTables: true })
  const config = readConfig({ ...place.settings, ...(database === 'PostgreSQL' && { MAIL: 'folder' }) })
  const { db, close } = await openDatabase(placeOf(config))
  let clock = 200 * day
  const key = await openSearchKey(db, undefined, clock)
  const learn = (...answers: Omit<MailServerAnswer, 'merchantId'>[]) =>
    db.transaction().execute(transaction =>
      learnBounces(
        transaction,
        key,
        answers.map(answer => ({ merchantId, ...answer })),
        clock,
      ),
    )
  const hashes = async () =>
    (await db.selectFrom('bounces').select('address_hash').execute()).map(({ address_hash }) => address_hash)
  const has = (emailAddress: string, id = merchantId) => hasBounced(db, key, { merchantId: id, emailAddress }, clock)

  await learn({ emailAddress: 'Ada@Example.com', bounce: '550' })
  expect(await hashes()).toEqual([expect.stringMatching(new RegExp(`^m${key.id}[\\w-]{22}$`))])
  expect(await has('ada@example.com')).toBe(true)
  expect(await has('grace@example.com')).toBe(false)
  expect(await has('ada@example.com', 'bakery')).toBe(false)

  const bounced = { emailAddress: 'alan@example.com', bounce: '551' }
  const accepted = { emailAddress: 'ALAN@example.com', bounce: undefined }
  await learn(accepted, bounced, bounced)
  expect(await has('alan@example.com')).toBe(true)
  await db
    .transaction()
    .execute(transaction => learnBounces(transaction, key, [{ ...accepted, merchantId: 'bakery' }], clock))
  expect(await has('alan@example.com')).toBe(true)
  await learn(bounced, accepted)
  expect(await has('alan@example.com')).toBe(false)
  expect(await hasBounced(db, { ...key, id: '000000' }, { merchantId, emailAddress: 'ada@example.com' }, clock)).toBe(
    false,
  )

  // What an older version writes beside this one.
  const old = [sha256('grace@example.com'), `k${key.id}${'A'.repeat(22)}`]
  await db
    .insertInto('bounces')
    .values(old.map(address_hash => ({ address_hash, code: '550', bounced_at: clock })))
    .execute()
  expect(await has('grace@example.com')).toBe(false)
  await expireBounces(db, clock)
  expect(await hashes()).toHaveLength(1)
  expect(await has('ada@example.com')).toBe(true)
  clock += 180 * day
  expect(await has('ada@example.com')).toBe(false)
  await expireBounces(db, clock)
  expect(await hashes()).toEqual([])

  await db
    .insertInto('bounces')
    .values({ address_hash: old[0] as string, code: '550', bounced_at: clock })
    .execute()
  await migrations['011-bounces'].up(db as never)
  expect(await hashes()).toEqual([])
  await close()
  await place.remove()
})

test('what one merchant’s mail met is no word about another’s', async () => {
  await using shop = await startService({ withoutWorker: true, dns: { servers: ['127.0.0.1:1'], timeout: 200 } })
  await learnBounce(shop, 'ada@example.com')
  await saveMerchant(shop.service, 'bakery', { name: 'Corner Bakery', settings: {} })
  await putKey(
    shop.service.db,
    { merchantId: 'bakery', id: 'bakery', secret: 'a-bakery-secret', label: '' },
    Date.now(),
  )
  const status = async (credentials?: string) =>
    (await shop.ask('/email-validation?emailAddress=ada@example.com', { ...(credentials && { credentials }) })).json[
      'ada@example.com'
    ].status
  expect([await status(), await status('bakery:a-bakery-secret')]).toEqual(['invalid', 'unknown'])
})
