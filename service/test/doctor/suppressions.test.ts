import { describe, expect, test } from 'vitest'
import { suppress } from '../../src/delivery/suppression/suppression.ts'
import { inDatabase } from '../support/database.ts'
import { deliveryWith } from '../support/records.ts'
import { fewDatabases, startService, type TestService } from '../support/service.ts'
import { ask } from './ask.ts'

const placeOf = ({ config: { dataDir, databaseUrl } }: TestService): Record<string, string> =>
  databaseUrl === undefined ? { DATA_DIR: dataDir } : { DATABASE_URL: databaseUrl, MAIL: 'folder' }

/** So many addresses bounce now, of so many mails. */
async function bounce(shop: TestService, count: number, mails: number): Promise<void> {
  const { searchKey, now } = shop.service
  const bounced = Array.from({ length: count }, (_, index) => ({
    ...{ merchantId: 'demo', emailAddress: `guest${index}@example.com` },
    kind: 'bounce' as const,
  }))
  const sent = Array.from({ length: mails }, (_, index) => deliveryWith(`d${index}`, 'r', { due_at: now() }))
  await inDatabase(shop, async db => {
    await db.transaction().execute(transaction => suppress(transaction, searchKey, bounced, now()))
    await db.insertInto('deliveries').values(sent).execute()
  })
}

describe.each(fewDatabases)('suppressed addresses, on %s,', database => {
  test('are well as long as few of a day’s mails bounce', async () => {
    await using shop = await startService({ database, withoutWorker: true })
    await bounce(shop, 25, 300)
    expect(await ask('suppressed', placeOf(shop))).toMatchObject({
      state: 'ok',
      says: expect.stringContaining('bounced (25), complained (0)'),
    })
    expect(
      await ask('suppressed', { ...placeOf(shop), SEARCH_KEY: 'a-search-key-that-nobody-had-before' }),
    ).toMatchObject({ state: 'warn', says: expect.stringContaining('25 were kept with another search key') })
  })

  test('that became many in a day may be a mail server’s mistake', async () => {
    await using shop = await startService({ database, withoutWorker: true })
    await bounce(shop, 25, 100)
    const found = await ask('suppressed', placeOf(shop))
    expect(found).toMatchObject({ state: 'warn', says: expect.stringContaining('25 bounced in the last day, of 100') })
    expect(found?.mend).toContain('suppressions lift --since')
  })
})
