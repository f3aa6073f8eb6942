import { afterAll, beforeAll, expect, test } from 'vitest'
import type { ActContext } from '../src/acts/act.ts'
import { merchantActs } from '../src/acts/merchants/merchants.ts'
import { senderNameProblem } from '../src/basics/addresses.ts'
import { type OpenDatabase, openDatabase } from '../src/database/database.ts'
import { createEngines, type Engines } from '../src/merchants/engines.ts'
import type { MerchantInput } from '../src/merchants/merchant-settings.ts'
import type { Merchant } from '../src/merchants/merchants.ts'
import { senderOf } from '../src/merchants/merchants.ts'
import { makePlace } from './support/service.ts'

const line = 'must be plain text in one line'
const address = 'must not look like an email address'

const refused: readonly [name: string, message: string, shown: string][] = [
  ['PayPal <service@paypal.com>', line, 'PayPal'],
  ['service@paypal.com', address, ''],
  ['PayPal (service＠paypal.com', address, 'PayPal'],
  ['@paypal', address, ''],
  ['Shop\u202emoc.lapyap', line, 'Shop moc.lapyap'],
  ['\u2066Shop\u2069', line, 'Shop'],
  ['Shop\r\nBcc: a@example.com', line, 'Shop Bcc:'],
  ['Shop\0', line, 'Shop'],
  ['Shop\u2028Bcc', line, 'Shop Bcc'],
]

const allowed = ['Alder & Finch', 'L’Épicerie, Inc.', 'مقهى الشرق', 'Dinner @ Eight', 'booking.com', '東京 (駅前)']

let place: Awaited<ReturnType<typeof makePlace>>
let opened: OpenDatabase
let engines: Engines
beforeAll(async () => {
  place = await makePlace('SQLite', { hasTables: true })
  opened = await openDatabase({ folder: place.settings.DATA_DIR ?? '' })
  engines = createEngines({ db: opened.db, now: Date.now, templatesDir: '' })
})
afterAll(async () => {
  await engines.close()
  await opened.close()
  await place.remove()
})

const save = (input: MerchantInput) =>
  merchantActs.saveMerchant.run(
    { engines, db: opened.db, now: Date.now, templatesDir: '', merchantId: 'alder' } as ActContext,
    input,
  )

test.each(refused)('%j is no name that a mail comes from, as a merchant’s or as a sender’s', async (name, message) => {
  await expect(save({ name })).rejects.toMatchObject({ fields: { name: [{ code: null, message }] } })
  await expect(save({ name: 'Shop', settings: { sender: { name } } })).rejects.toMatchObject({
    fields: { 'settings.sender.name': [{ code: null, message }] },
  })
})

test.each(refused)('%j that was stored before is shown without what it must not have', (name, _, shown) => {
  const from = (merchant: Pick<Merchant, 'name' | 'settings'>) =>
    senderOf(merchant as Merchant, 'receipts@example.com').name
  expect(from({ name, settings: {} })).toBe(shown)
  expect(from({ name: 'Shop', settings: { sender: { name } } })).toBe(shown)
  expect(senderNameProblem(shown)).toBeUndefined()
})

test.each(allowed)('%j is one, and stays as it is', async name => {
  await expect(save({ name, settings: { sender: { name } } })).resolves.toMatchObject({ id: 'alder' })
  expect(senderOf({ name, settings: {} } as Merchant, 'a@example.com').name).toBe(name)
})

test('a receipt’s page is linked to over https only', async () => {
  const links = (page: string) => save({ name: 'Shop', settings: { links: { page } } })
  await expect(links('http://receipts.example.com/1')).rejects.toMatchObject({
    fields: { 'settings.links.page': [{ code: null, message: 'must be an https address' }] },
  })
  await expect(links('https://receipts.example.com/1')).resolves.toMatchObject({ id: 'alder' })
})
