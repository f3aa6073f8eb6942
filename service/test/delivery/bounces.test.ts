import { describe, expect, test } from 'vitest'
import { suppressedBy } from '../../src/delivery/suppression/suppression.ts'
import { type MailServer, startMailServer, until } from '../support/mail-server.ts'
import { bring, dsn } from '../support/reports.ts'
import { databases, receipt, startService, type TestOptions, type TestService } from '../support/service.ts'

const settings = { BOUNCE_ADDRESS: 'bounces@example.com', BOUNCE_PORT: '0' }

function shopWith(mailServer: Pick<MailServer, 'url'>, options: TestOptions = {}): Promise<TestService> {
  return startService({ ...options, settings: { SMTP_URL: mailServer.url, ...settings, ...options.settings } })
}

/** A mail that was sent, with the sender of its envelope. */
async function sent(shop: TestService, mailServer: MailServer) {
  const before = mailServer.mails.length
  const id = await shop.create(receipt())
  await mailServer.received(before + 1)
  const deliveries = async () => (await shop.ask(shop.receipts(`/${id}/deliveries`))).json
  await until(async () => (await deliveries())[0].status === 'sent')
  const mail = mailServer.mails[before]
  const [{ customerEmailAddress: address, messageId, id: deliveryId }] = await deliveries()
  return {
    id,
    deliveryId,
    address,
    messageId,
    sender: mail?.envelope.from ?? '',
    delivery: async () => (await deliveries())[0],
  }
}

const portOf = (shop: TestService) => shop.service.bouncePort ?? 0

const suppressionOf = ({ service }: TestService, emailAddress: string) =>
  suppressedBy(service.db, service.searchKey, { merchantId: 'demo', emailAddress }, Date.now())

describe.each(databases)('on %s', database => {
  test('a mail that comes back to its signed sender is bounced, and its address is mailed to no more', async () => {
    await using mailServer = await startMailServer()
    await using shop = await shopWith(mailServer, { database })
    const mail = await sent(shop, mailServer)
    expect(mail.sender).toMatch(/^bounces\+[0-9a-f]{32}\.[0-9a-f]{20}@example\.com$/)
    expect(mail.sender.split('@')[0]?.length).toBeLessThanOrEqual(64)

    expect(await bring(portOf(shop), mail.sender, dsn({ recipient: mail.address }))).toMatch(/^250 /)
    expect(await mail.delivery()).toMatchObject({
      status: 'bounced',
      reason: 'unknown_mailbox',
      report: expect.stringContaining('User unknown'),
    })
    expect(await suppressionOf(shop, mail.address)).toMatchObject({ kind: 'bounce', reason: 'unknown_mailbox' })
  })
})
