import { type Database, openDatabase } from '../../src/database/database.ts'
import { placeOf } from '../../src/database/location.ts'
import { learnBounces } from '../../src/outbox/bounces.ts'
import type { TestService } from './service.ts'

/** Works in the database of a running service. */
export async function inDatabase<Result>(shop: TestService, work: (db: Database) => Promise<Result>): Promise<Result> {
  const { db, close } = await openDatabase(placeOf(shop.config), { allowRunning: true })
  return work(db).finally(close)
}

/** Has a service learn that a mail server doesn't know an address that the demo merchant wrote to. */
export function learnBounce(shop: TestService, emailAddress: string): Promise<void> {
  const answers = [{ merchantId: 'demo', emailAddress, bounce: '550' }]
  const { searchKey, now } = shop.service
  return inDatabase(shop, db =>
    db.transaction().execute(transaction => learnBounces(transaction, searchKey, answers, now())),
  )
}

/** Makes every query of a table fail. */
export function failReading(db: Database, table: string, error: Error): void {
  const read = db.selectFrom
  db.selectFrom = ((from: never) => {
    if (from === table) throw error
    return read.call(db, from)
  }) as typeof read
}
