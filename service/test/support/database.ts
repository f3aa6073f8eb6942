import { type Database, openDatabase } from '../../src/database/database.ts'
import { placeOf } from '../../src/database/location.ts'
import { type Suppression, suppress, suppressedBy } from '../../src/delivery/suppression/suppression.ts'
import type { TestService } from './service.ts'

/** Works in the database of a running service. */
export async function inDatabase<Result>(shop: TestService, work: (db: Database) => Promise<Result>): Promise<Result> {
  const { db, close } = await openDatabase(placeOf(shop.config), { allowRunning: true })
  return work(db).finally(close)
}

/** Has a service learn that a mail server doesn't know an address that the demo merchant wrote to. */
export function learnBounce(shop: TestService, emailAddress: string): Promise<void> {
  const bounce = { merchantId: 'demo', emailAddress, kind: 'bounce', code: '550', reason: 'unknown_mailbox' } as const
  const { searchKey, now } = shop.service
  return inDatabase(shop, db =>
    db.transaction().execute(transaction => suppress(transaction, searchKey, [bounce], now())),
  )
}

/** Why the demo merchant doesn't write to an address; undefined if it does. */
export function suppressionFor(shop: TestService, emailAddress: string): Promise<Suppression | undefined> {
  const { db, searchKey, now } = shop.service
  return suppressedBy(db, searchKey, { merchantId: 'demo', emailAddress }, now())
}

/** Makes every query of a table fail. */
export function failReading(db: Database, table: string, error: Error): void {
  const read = db.selectFrom
  db.selectFrom = ((from: never) => {
    if (from === table) throw error
    return read.call(db, from)
  }) as typeof read
}
