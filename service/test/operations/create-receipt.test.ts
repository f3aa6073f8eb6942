import { readdirSync } from 'node:fs'
import { request } from 'node:http'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { putKey } from '../../src/merchants/api-keys.ts'
import { saveMerchant } from '../../src/merchants/merchants.ts'
import { addOffer, listOffers, removeOffer } from '../../src/merchants/offers.ts'
import { until } from '../support/mail-server.ts'
import {
  basic,
  databases,
  demoCredentials,
  fixture,
  receipt,
  startService,
  type TestService,
} from '../support/service.ts'

describe.each(databases)('creating receipts, on %s', database => {
  let shop: TestService
  beforeAll(async () => {
    shop = await startService({ database })
  })
  afterAll(() => shop.stop())

  const post = (body: unknown, headers: Record<string, string> = {}) =>
    shop.ask(shop.receipts(), { method: 'POST', body, headers })

  test('accepts one of fifty equal requests at once, and sends one mail', async () => {
    const same = receipt({ requestId: 'fifty', customer: { emailAddress: 'fifty@example.com' } })
    const replies = await Promise.all(Array.from({ length: 50 }, () => post(same)))
    const accepted = replies.filter(({ status }) => status === 200)
    const refused = replies.filter(({ status }) => status === 409)
    expect([accepted.length, refused.length]).toEqual([1, 49])
    const path = shop.receipts(`/${accepted[0]?.json.receiptId}`)
    expect(new Set(refused.map(({ headers }) => headers.get('location')))).toEqual(new Set([`${shop.url}${path}`]))
    await until(async () => (await shop.ask(`${path}/deliveries`)).json[0].status === 'sent')
    expect((await shop.ask(`${path}/deliveries`)).json).toHaveLength(1)
  })

  test('does not use up the requestId of a rejected request', async () => {
    expect((await post(receipt({ requestId: 'corrected', grandAmount: null }))).status).toBe(422)
    expect((await post(receipt({ requestId: 'corrected' }))).status).toBe(200)
    expect((await post(receipt({ requestId: 'corrected' }))).status).toBe(409)
  })

  test('lets two merchants use the same requestId', async () => {
    await saveMerchant(shop.service, 'other', { name: 'Other Shop' })
    await putKey(shop.service.db, { merchantId: 'other', id: 'other', secret: 'another-secret', label: '' }, Date.now())
    const other = { method: 'POST', body: receipt({ requestId: 'same' }), credentials: 'other:another-secret' }
    expect((await post(receipt({ requestId: 'same' }))).status).toBe(200)
    expect((await shop.ask('/ws/rest/v1/merchants/other/receipts', other)).status).toBe(200)
  })

  test.each([
    ['DigitalOnly', 'guest@example.com', 1],
    ['DigitalAndPaper', 'guest@example.com', 1],
    ['PaperOnly', null, 0],
    ['NoReceipt', null, 0],
  ])('answers %s with the address %s and sends %i mails', async (receiptType, customerEmailAddress, mails) => {
    const { json } = await post(receipt({ receiptType }))
    expect(json).toEqual({ customerEmailAddress, receiptId: json.receiptId, offers: [] })
    expect((await shop.ask(shop.receipts(`/${json.receiptId}/deliveries`))).json).toHaveLength(mails)
  })

  test('takes the language from the header, the store or the country', async () => {
    await saveMerchant(shop.service, 'demo', {
      name: 'Demo Shop',
      settings: { locales: { stores: { '7': 'fr-CA' }, countries: { ES: 'es-ES' } } },
    })
    await new Promise(resolve => setTimeout(resolve, 5))
    const localeOf = async (store: object, header?: string) => {
      const body = receipt({ workstation: { id: '1', store: { name: 'Shop', address: {}, ...store } } })
      const id = await shop.create(body, header === undefined ? {} : { 'accept-language': header })
      return (await shop.ask(shop.receipts(`/${id}`))).json.locale
    }
    expect(await localeOf({ id: '7' })).toMatchObject({ chosen: 'fr-CA', source: 'store' })
    expect(await localeOf({ id: '7' }, 'en_CA')).toMatchObject({
      requested: 'en-CA',
      chosen: 'en-CA',
      source: 'header',
    })
    expect(await localeOf({ id: '8', address: { country: { code: 'ES' } } })).toMatchObject({ chosen: 'es-ES' })
    expect(await localeOf({ id: '7' }, 'nonsense;;q=x')).toMatchObject({ chosen: 'fr-CA', source: 'store' })
  })

  test('puts the store’s current offers into response and mails', async () => {
    const plain = (content: string) => ({ offerContentType: 'text/plain' as const, content })
    await addOffer(shop.service.db, 'demo', plain('Ten percent off wool'), Date.now())
    await addOffer(shop.service.db, 'demo', { ...plain('Only in store 99'), stores: ['99'] }, Date.now())
    await addOffer(shop.service.db, 'demo', { ...plain('Long over'), endsAt: '2020-01-01T00:00:00Z' }, Date.now())
    const { json } = await post(receipt())
    expect(json.offers).toEqual([plain('Ten percent off wool')])
    for (const { id } of await listOffers(shop.service.db, 'demo'))
      await removeOffer(shop.service.db, 'demo', id, Date.now())
    expect((await post(receipt())).json.offers).toEqual([])
    expect((await shop.ask(shop.receipts(`/${json.receiptId}/html`))).text).toContain('Ten percent off wool')
  })

  test('adds no offers without marketing', async () => {
    await saveMerchant(shop.service, 'demo', { name: 'Demo Shop', settings: { marketing: false } })
    await addOffer(shop.service.db, 'demo', { content: 'Ten percent off wool' }, Date.now())
    expect((await post(receipt())).json.offers).toEqual([])
    await saveMerchant(shop.service, 'demo', { name: 'Demo Shop' })
  })

  test('masks card numbers in text before storing, but not identifiers', async () => {
    const sent = receipt({
      header: 'Paid with 4111 1111 1111 1111',
      barcodeNumber: '4111111111111111',
      barcodeType: 'Code128',
      tenders: [
        { tenderTypeCode: 'Credit', creditDebit: { last4Digits: '5555555555554444' }, miscInfo: 4111111111111111 },
      ],
    })
    const { apiRequest } = (await shop.ask(shop.receipts(`/${await shop.create(sent)}`))).json
    expect(apiRequest).toMatchObject({
      header: 'Paid with ••••1111',
      barcodeNumber: '4111111111111111',
      tenders: [{ creditDebit: { last4Digits: '••••4444' }, miscInfo: '••••1111' }],
    })
  })

  test('returns numbers with the digits sent', async () => {
    const text = JSON.stringify(receipt({ grandAmount: 0 })).replace('"grandAmount":0', '"grandAmount": 4.50')
    const id = await shop.create(text)
    expect((await shop.ask(shop.receipts(`/${id}`))).text).toContain('"grandAmount": 4.50')
  })
})

const invalid = readdirSync(new URL('../../../fixtures/invalid', import.meta.url)).filter(name =>
  name.endsWith('.errors.json'),
)

test.each(invalid)('rejects an invalid receipt as %s says', async name => {
  const shop = await shared()
  const body = fixture(`invalid/${name.replace('.errors.json', '')}`)
  const { status, json } = await shop.ask(shop.receipts(), { method: 'POST', body })
  expect([status, json.errors]).toEqual([422, JSON.parse(fixture(`invalid/${name.replace('.json', '')}`))])
})

let one: Promise<TestService> | undefined
const shared = () => (one ??= startService({ withoutWorker: true }))
afterAll(async () => (await one)?.stop())

test.each([
  ['no Accept header', {}],
  ['the Accept header of Java', { accept: 'text/html, image/gif, image/jpeg, *; q=.2, */*; q=.2' }],
  ['a charset', { 'content-type': 'application/json; charset=UTF-8' }],
  ['a charset in quotes', { 'content-type': 'Application/JSON;charset="utf-8"' }],
  ['a connection that is closed', { connection: 'close' }],
])('accepts an old client with %s', async (_, headers) => {
  const shop = await shared()
  const answer = await plainPost(`${shop.url}${shop.receipts()}`, Buffer.from(JSON.stringify(receipt())), headers)
  expect(answer.status).toBe(200)
  expect(JSON.parse(answer.body).receiptId).toMatch(/^[0-9a-f]{32}$/)
})

test('understands an old client’s ISO-8859-1', async () => {
  const shop = await shared()
  const bytes = Buffer.from(JSON.stringify(receipt({ header: 'Café' })), 'latin1')
  const url = `${shop.url}${shop.receipts()}`
  const { body } = await plainPost(url, bytes, { 'content-type': 'application/json;charset=ISO-8859-1' })
  const reply = await shop.ask(shop.receipts(`/${JSON.parse(body).receiptId}`))
  expect(reply.json.apiRequest.header).toBe('Café')
})

/** A request with no headers but those given and the least that must be. */
function plainPost(url: string, body: Buffer, headers: Record<string, string>) {
  return new Promise<{ status: number | undefined; body: string }>((resolve, reject) => {
    const given = { authorization: basic(demoCredentials), 'content-type': 'application/json', ...headers }
    const asked = request(url, { method: 'POST', headers: given }, async answer => {
      let text = ''
      for await (const chunk of answer) text += chunk
      resolve({ status: answer.statusCode, body: text })
    })
    asked.on('error', reject)
    asked.end(body)
  })
}
