import { describe, expect, test } from 'vitest'
import { startMailServer, until } from './support/mail-server.ts'
import { adminToken, fewDatabases, receipt, startService, type TestService } from './support/service.ts'

async function saveDemo({ ask }: TestService, settings: object) {
  const headers = { authorization: `Bearer ${adminToken}` }
  const body = { name: 'Alder & Finch', settings }
  const { status, json } = await ask('/admin/merchants/demo', { method: 'PUT', headers, body })
  return { status, json }
}

const to = (emailAddress: string, transactionNumber = '1') => receipt({ customer: { emailAddress }, transactionNumber })
const mark = 'Test – not a sale'

describe.each(fewDatabases)('%s', database => {
  test('a merchant in test mode mails to the addresses it lists only, and every mail is marked', async () => {
    await using mailServer = await startMailServer()
    await using service = await startService({ database, settings: { SMTP_URL: mailServer.url } })
    await saveDemo(service, { mode: 'test', testAddresses: ['Ada@example.com', '@alder.example.com'] })
    const wanted = ['ada@example.com', 'mira@Alder.example.com', 'mira@notalder.example.com', 'bob@example.com']
    const ids = await Promise.all(wanted.map((address, index) => service.create(to(address, String(index)))))
    const timelines = async () =>
      Promise.all(ids.map(async id => (await service.ask(service.receipts(`/${id}/deliveries`))).json[0]))
    await until(async () => (await timelines()).every(({ status }) => status !== 'queued'))
    const found = await timelines()
    expect(found.map(({ status }) => status)).toEqual(['sent', 'sent', 'withheld', 'withheld'])
    expect(found[3].attempts).toEqual([expect.objectContaining({ outcome: 'withheld', code: 'test_mode' })])
    expect(mailServer.mails.flatMap(({ envelope }) => envelope.to).sort()).toEqual([
      'ada@example.com',
      'mira@alder.example.com',
    ])
    for (const { html, text } of mailServer.mails) {
      expect(html).toContain(mark)
      expect(text).toContain(mark)
    }
  })
})

test('a resend to another address is withheld, too', async () => {
  await using service = await startService()
  await saveDemo(service, { mode: 'test' })
  const id = await service.create(receipt({ receiptType: 'PaperOnly', customer: undefined }))
  const resend = { method: 'POST', body: { customerEmailAddress: 'bob@example.com' } }
  expect((await service.ask(service.receipts(`/${id}/email`), resend)).status).toBe(202)
  await until(async () => (await service.ask(service.receipts(`/${id}/deliveries`))).json[0].status === 'withheld')
})

test('answers say the merchant’s mode, and a receipt keeps the mark of its day', async () => {
  await using service = await startService()
  const modeOf = async () =>
    (await service.ask(service.receipts('?fromDate=1970-01-01T00:00:00Z&toDate=1970-01-02T00:00:00Z'))).headers.get(
      'counterfoil-mode',
    )
  const pageOf = async (id: string) => (await service.ask(service.receipts(`/${id}/html`))).text
  expect(await modeOf()).toBe('live')
  const first = await service.create(to('ada@example.com', '1'))
  await saveDemo(service, { mode: 'test' })
  expect(await modeOf()).toBe('test')
  const second = await service.create(to('ada@example.com', '2'))
  await saveDemo(service, {})
  expect([await pageOf(first), await pageOf(second)].map(page => page.includes(mark))).toEqual([false, true])
  const stranger = await service.ask(service.receipts(), { credentials: 'demo:wrong-secret' })
  expect([stranger.status, stranger.headers.get('counterfoil-mode')]).toEqual([401, null])
  const refused = await service.ask(service.receipts(), { method: 'POST', body: {} })
  expect([refused.status, refused.headers.get('counterfoil-mode')]).toEqual([422, 'live'])
})

test.each([['0'], ['60000']])(
  'a key in test mode gets 120 requests a minute, whatever RATE_LIMIT is: %s',
  async limit => {
    await using service = await startService({ settings: { RATE_LIMIT: limit } })
    await saveDemo(service, { mode: 'test' })
    const statuses: number[] = []
    for (let count = 0; count < 121; count++) statuses.push((await service.ask(service.receipts('/none'))).status)
    expect([statuses.filter(status => status === 404).length, statuses.at(-1)]).toEqual([120, 429])
  },
)

test('the list takes addresses and domains, and nothing else', async () => {
  await using service = await startService()
  expect((await saveDemo(service, { mode: 'test', testAddresses: ['example.com'] })).json.errors).toEqual({
    'settings.testAddresses[0]': [{ code: null, message: 'must be an address or, for all of a domain, @example.com' }],
  })
  expect((await saveDemo(service, { mode: 'trial' })).status).toBe(422)
})
