import { maskCardNumbersInJson, readReceipt } from 'counterfoil/internal'
import { engineVersion } from '../../basics/versions.ts'
import { openDatabase } from '../../database/database.ts'
import { placeOf } from '../../database/location.ts'
import { type AttemptEnd, createAttempts } from '../../delivery/outbox/attempts.ts'
import { deliveriesOfReceipt } from '../../delivery/outbox/delivery.ts'
import type { Queue } from '../../delivery/queue/queue.ts'
import { demoMerchant } from '../../merchants/demo.ts'
import { createEngines } from '../../merchants/engines.ts'
import { saveMerchant } from '../../merchants/merchants.ts'
import { createAcceptance } from '../../receipts/accept.ts'
import { noteRefusal } from '../../receipts/problems.ts'
import { openSearchKey } from '../../receipts/search/terms.ts'
import type { Config } from '../../settings/config.ts'
import { createFold } from '../../statistics/folding/fold.ts'
import { createRecounts } from '../../statistics/rebuilding/recounting.ts'
import { type Chance, createChance, type DemoShop, readShops } from './shops.ts'
import { tradeUntil } from './trade.ts'

/** Receipts of the year. */
export const demoReceipts = 10_000

/**
 * Fills the demo merchant with a year of made-up trade, unless it has receipts. Nothing is sent: the mails are recorded as if a
 * mail server had taken most of them. Call it before the service opens the database.
 *
 * @param now milliseconds since 1970
 * @param onProgress told how many there are, after each tenth
 * @param shops who trades
 * @returns how many receipts there are new
 */
export async function fillDemo(
  config: Config,
  now: number,
  count = demoReceipts,
  onProgress: (made: number) => void = () => {},
  shops = readShops(),
): Promise<number> {
  const { db, commit, close } = await openDatabase(placeOf(config), { hurries: true })
  let clock = now
  const context = { ...config, db, now: Date.now }
  const engines = createEngines(context)
  try {
    if (
      await db.selectFrom('receipts').select('id').where('merchant_id', '=', demoMerchant).limit(1).executeTakeFirst()
    )
      return 0
    // While it has no receipts, a database takes today's rules; later, the service would count them anew as an earlier version's.
    await createRecounts(db, Date.now).plan()
    const merchant = await saveMerchant(context, demoMerchant, { name: 'Demo Shops', settings: settingsOf(shops) })
    const searchKey = await openSearchKey(db, config.searchKey, now)
    const writing = { commit, queue: noQueue, now: () => clock, searchKey, deadAfterMs: 0 }
    const accept = createAcceptance(writing)
    const attempts = createAttempts(writing)
    const chance = createChance(20_931)
    let made = 0
    for (const { at, receipt: sent } of tradeUntil(now, count, shops, chance)) {
      const body = JSON.stringify(sent)
      const { receipt } = readReceipt(body)
      if (!receipt) continue
      clock = at
      const accepted = await accept({
        merchant,
        receipt,
        apiRequest: maskCardNumbersInJson(body),
        locale: await engines.use(merchant, engine => engine.locale(receipt, {})),
        offerIds: [],
        mailDomain: 'example.com',
      })
      made += 1
      if (made % Math.ceil(count / 10) === 0) onProgress(made)
      if (!('id' in accepted) || accepted.emailAddress === undefined) continue
      const [mail] = await deliveriesOfReceipt(db, demoMerchant, accepted.id)
      if (!mail) continue
      for (const { after, ...end } of endsOf(chance)) {
        const begun = await attempts.begin(mail.id, false)
        if (typeof begun !== 'object') break
        clock += after
        await attempts.end(mail.id, begun.number, {
          ...end,
          ...(end.outcome === 'deferred' && { retryAt: clock + 60_000 }),
        })
      }
    }
    refuseSome({ db, now: () => now }, shops)
    await createFold(db, Date.now).finish()
    return made
  } finally {
    await engines.close()
    await close()
  }
}

/** What tills of other makers send. */
function refuseSome(context: Parameters<typeof noteRefusal>[0], shops: readonly DemoShop[]): void {
  const [shop] = shops
  if (!shop) return
  const fine = {
    receiptType: 'DigitalOnly',
    transactionType: 'SaleTransaction',
    workstation: shop.workstation,
    grandAmount: 12,
  }
  for (const sent of [
    {
      ...fine,
      transactionNumber: '1',
      customer: { emailAddress: 'ada.okafor@example' },
      receiptDateTime: '20.11.2026 17:45',
    },
    { ...fine, transactionNumber: '2', receiptType: 'Email' },
  ]) {
    const body = JSON.stringify(sent)
    noteRefusal(context, demoMerchant, readReceipt(body).errors, body)
  }
}

/** Nobody sends these mails. */
const noQueue: Queue = {
  wake: () => {},
  work: async () => {},
  rest: async () => {},
}

/** How the attempts to send a mail end, each after some milliseconds. */
function endsOf(chance: Chance): (AttemptEnd & { after: number })[] {
  const after = 200 + chance.below(3000)
  const sent = { outcome: 'sent', code: '250', detail: '250 2.0.0 Ok: queued', engineVersion, after } as const
  const luck = chance.next()
  if (luck < 0.015) return [{ outcome: 'failed', code: '550', detail: '550 5.1.1 No such user here', after }]
  if (luck < 0.05)
    return [
      { outcome: 'deferred', code: '451', detail: '451 4.7.1 Greylisted, try again later', after },
      { ...sent, after: 65_000 },
    ]
  return [sent]
}

function settingsOf(shops: readonly DemoShop[]) {
  const nameOf = ({ timeZone, currency }: DemoShop) => `${timeZone.replace(/.*\//, '').replace('_', ' ')}, ${currency}`
  const groups = Object.fromEntries(
    shops.map(shop => [nameOf(shop), { locale: shop.locale, currency: shop.currency, timeZone: shop.timeZone }]),
  )
  const stores = Object.fromEntries(shops.map(shop => [shop.workstation.store.id, nameOf(shop)]))
  return {
    locales: { stores, groups, default: 'en-US', currency: 'USD', timeZone: 'America/New_York' },
    brand: { color: '#1f5c4d' },
  }
}
