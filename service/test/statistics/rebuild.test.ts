import { readdirSync, readFileSync } from 'node:fs'
import { readReceipt } from 'counterfoil/internal'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { isExhaustive } from '../../../test/support/scope.ts'
import { pick, seeded } from '../../reliability/random.ts'
import { wholeReach } from '../../src/basics/reach.ts'
import type { Commit } from '../../src/database/batch.ts'
import { type Database, type OpenDatabase, openDatabase, type Transaction } from '../../src/database/database.ts'
import { createAttempts } from '../../src/delivery/outbox/attempts.ts'
import { cancelDeliveries, retryDeliveries } from '../../src/delivery/outbox/bulk-actions.ts'
import { createAcceptance } from '../../src/receipts/accept.ts'
import { eraseChosen } from '../../src/receipts/privacy/erase.ts'
import { findReceipt, resendReceipt } from '../../src/receipts/receipts.ts'
import { openSearchKey } from '../../src/receipts/search/terms.ts'
import { recordChanges } from '../../src/statistics/counting/change.ts'
import { changeOf } from '../../src/statistics/counting/mails.ts'
import { createFold } from '../../src/statistics/folding/fold.ts'
import { rebuildStatistics } from '../../src/statistics/rebuilding/rebuild.ts'
import { fewDatabases, makePlace } from '../support/service.ts'
import { statisticsRows } from '../support/statistics-rows.ts'

/** Every receipt of the fixtures. */
const samples = readdirSync(new URL('../../../fixtures', import.meta.url), { withFileTypes: true })
  .filter(entry => entry.isDirectory() && entry.name !== 'invalid' && !entry.name.startsWith('.'))
  .map(({ name }) => readFileSync(new URL(`../../../fixtures/${name}/receipt.json`, import.meta.url), 'utf8'))

const minute = 60_000

class Killed extends Error {}

describe.each(fewDatabases)('statistics on %s', database => {
  let place: Awaited<ReturnType<typeof makePlace>>
  let opened: OpenDatabase
  beforeAll(async () => {
    place = await makePlace(database, { hasTables: true })
    const { DATABASE_URL: url, DATA_DIR: folder = '' } = place.settings
    opened = await openDatabase(url === undefined ? { folder } : { url })
  })
  afterAll(async () => {
    await opened.close()
    await place.remove()
  })

  // What was done is the same on both; only the statements differ.
  const seeds = database === 'SQLite' && isExhaustive ? [1, 2, 3] : [1]
  test.each(seeds)('made anew are those that grew, whatever happened and was killed (%i)', async seed => {
    const merchantId = `shop-${seed}`
    const random = seeded(seed)
    const one = <Value>(list: readonly Value[]) => pick(random, list)
    let now = Date.parse('2026-11-20T12:00:00Z')
    const queue = {
      enqueue: async () => {},
      wake: () => {},
      work: async () => {},
      rest: async () => {},
      stop: async () => {},
    }
    const { db } = opened
    // A transaction may be cut off before its commit, or its answer lost after it.
    const commit: Commit = async work => {
      const fate = random()
      const result = await db.transaction().execute(async transaction => {
        const done = await work(transaction)
        if (fate < 0.1) throw new Killed()
        return done
      })
      if (fate > 0.9) throw new Killed()
      return result
    }
    const survive = <Result>(work: Promise<Result>) =>
      work.catch(error => {
        if (!(error instanceof Killed)) throw error
        return undefined
      })
    const searchKey = await openSearchKey(db, undefined, now)
    const context = { db, commit, queue, now: () => now, searchKey, deadAfterMs: 180_000 }
    const attempts = createAttempts(context)
    const accept = createAcceptance(context)
    const fold = createFold(db, () => now)
    const files = { remove: async () => 0, count: async () => 0, deliveries: async () => [] }
    const erasure = { db, scrub: async () => true, files: files as never, fold, searchKey, now: () => now }
    const merchant = { id: merchantId, name: 'Shop', active: true, version: 1, settings: {} }

    const acts: (() => Promise<unknown>)[] = [
      async () => {
        const text = one(samples).replace('{', `{"requestId":"${Math.floor(random() * 1e9)}",`)
        const { receipt } = readReceipt(text.replace(/"requestId": "[^"]*",/, ''))
        if (!receipt) return
        await accept({
          merchant,
          receipt,
          apiRequest: text,
          locale: {
            requested: null,
            chosen: 'en-US',
            source: 'default',
            languages: ['en-US'],
            ...one([{}, { timeZone: 'America/St_Johns' }, { timeZone: 'Asia/Kathmandu', currency: 'NPR' }]),
          },
          offerIds: one([[], ['a', 'b']]),
          mailDomain: 'example.com',
        })
      },
      async () => {
        const id = one(await idsOf(db, 'receipts', merchantId))
        const found = id === undefined ? undefined : await findReceipt(db, wholeReach(merchantId), id)
        if (found)
          await resendReceipt(context, found, { emailAddress: 'friend@example.com', mailDomain: 'example.com' })
      },
      async () => {
        const id = one(await idsOf(db, 'deliveries', merchantId))
        if (id === undefined) return
        const begun = await attempts.begin(id, true, true)
        if (typeof begun !== 'object' || random() < 0.2) return
        now += Math.floor(random() * minute)
        const end = one([
          { outcome: 'sent' },
          { outcome: 'failed', code: '550', badAddress: true, reason: 'unknown_mailbox' },
          { outcome: 'failed', code: '552', reason: 'mailbox_full' },
          // As of before there were reasons.
          { outcome: 'failed', code: '552' },
          { outcome: 'withheld', code: 'test_mode' },
          { outcome: 'deferred', code: '450', reason: 'greylisted', retryAt: now + minute },
        ] as const)
        await attempts.end(begun.delivery.id, begun.number, end)
      },
      async () => {
        // A report of what our mail server had taken.
        const after = one([
          { status: 'bounced', reason: 'unknown_mailbox', reported_at: now - 1 },
          { status: 'complained', reason: 'complaint' },
        ] as const)
        const sent = db.selectFrom('deliveries').selectAll().where('merchant_id', '=', merchantId)
        const found = await sent.where('status', '=', 'sent').orderBy('id').limit(1).executeTakeFirst()
        if (!found) return
        await commit(async transaction => {
          await transaction.updateTable('deliveries').set(after).where('id', '=', found.id).execute()
          await recordChanges(transaction, [{ id: found.id, change: changeOf(found, { ...found, ...after }) }])
        })
      },
      () => retryDeliveries(context, { merchantId }, { status: one(['failed', 'bounced', 'canceled']) }),
      () => cancelDeliveries(context, { merchantId, since: now - minute }),
      () => fold.run(),
      async () => {
        const id = one(await idsOf(db, 'receipts', merchantId))
        if (id !== undefined) await eraseChosen(erasure, merchantId, { receiptId: id })
      },
      async () => {
        await eraseChosen(erasure, merchantId, { emailAddress: 'friend@example.com' })
      },
    ]
    const weights = [12, 3, 14, 2, 1, 1, 2, 1, 0.3]
    const all = weights.reduce((sum, weight) => sum + weight, 0)
    for (let turn = 0; turn < 150; turn++) {
      now += Math.floor(random() * minute)
      let at = random() * all
      const act = acts.find((_, index) => {
        at -= weights[index] ?? 0
        return at < 0
      })
      if (act) await survive(act())
    }
    // The mails that wait, some of them in the middle of an attempt, stay as they are.
    await fold.run()
    const grown = await statisticsRows(db, merchantId)
    expect(grown.length).toBeGreaterThan(300)
    const counted = await rebuildStatistics({ db, fold, now: () => now }, merchantId)
    const kept = await idsOf(db, 'receipts', merchantId)
    expect(counted).toBe(kept.length)
    expect(await statisticsRows(db, merchantId)).toEqual(grown)
  })
})

async function idsOf(
  db: Database | Transaction,
  table: 'receipts' | 'deliveries',
  merchantId: string,
): Promise<string[]> {
  const rows = await db.selectFrom(table).select('id').where('merchant_id', '=', merchantId).orderBy('id').execute()
  return rows.map(({ id }) => id)
}
