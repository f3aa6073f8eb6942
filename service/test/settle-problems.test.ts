import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type MailServer, startMailServer, until } from './support/mail-server.ts'
import { databases, longTest, receipt, startService, type TestService } from './support/service.ts'
import { person, type Visitor } from './support/visitors.ts'

describe.each(databases)('a problem, on %s,', database => {
  let mailServer: MailServer
  let shop: TestService
  let desk: Visitor
  /** Mailboxes that exist by now. */
  const known = new Set<string>()
  beforeAll(async () => {
    mailServer = await startMailServer({
      onRcptTo({ address }, _session, done) {
        if (address.startsWith('slow') && !known.has(address))
          done(Object.assign(new Error('4.7.1 Come back later'), { responseCode: 451 }))
        else if (address.startsWith('full') && !known.has(address))
          done(Object.assign(new Error('5.2.2 Mailbox full'), { responseCode: 552 }))
        else if (address.startsWith('nobody') && !known.has(address))
          done(Object.assign(new Error('5.1.1 No such user'), { responseCode: 550 }))
        else done()
      },
    })
    shop = await startService({ database, settings: { SMTP_URL: mailServer.url }, waits: [1500] })
    desk = await person(shop, 'desk')
  })
  afterAll(async () => {
    await shop.stop()
    await mailServer.stop()
  })

  const left = async () =>
    (await desk.ask('/problems/mails')).json.problems as { id: string; receiptId: string; emailAddress: string }[]
  const addresses = async () => (await left()).map(({ emailAddress }) => emailAddress).sort()
  const create = (emailAddress: string) => shop.create(receipt({ customer: { emailAddress } }))

  test('leaves the list once its receipt was sent to another address, not while that fails', async () => {
    const id = await create('nobody-1@example.com')
    await until(async () => (await left()).length === 1)
    const resend = async (emailAddress: string) => {
      const [first] = (await left()).filter(each => each.receiptId === id)
      return (await desk.ask('/problems/resend', { body: { ids: [first?.id], emailAddress } })).json.queued
    }
    expect(await resend('nobody-2@example.com')).toBe(1)
    await until(async () => (await left()).length === 2)
    expect(await addresses()).toEqual(['nobody-1@example.com', 'nobody-2@example.com'])
    expect(await resend('ada@example.com')).toBe(1)
    await until(async () => (await left()).length === 0)
    const { problems } = (await desk.ask('/problems/mails?done=yes')).json
    expect(problems.map(({ doneBy }: { doneBy: string }) => doneBy)).toEqual(['mail', 'mail'])
  })

  longTest(database)('isn’t one if a later mail of its receipt was sent before it failed', async () => {
    const id = await create('slow@example.com')
    await desk.ask(`/receipts/${id}/email`, { body: { customerEmailAddress: 'grace@example.com' } })
    const mails = async () => (await desk.ask(`/receipts/${id}/deliveries`)).json as { status: string }[]
    await until(async () => (await mails()).map(({ status }) => status).join() === 'failed,sent')
    expect(await addresses()).toEqual([])
  })

  test('leaves the list when the same mail is tried again, and arrives', async () => {
    await create('full-3@example.com')
    await until(async () => (await left()).length === 1)
    known.add('full-3@example.com')
    await desk.ask('/problems/resend', { body: { ids: [(await left())[0]?.id] } })
    await until(async () => (await left()).length === 0)
  })
})
