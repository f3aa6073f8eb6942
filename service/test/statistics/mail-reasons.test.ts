import { describe, expect, onTestFinished, test } from 'vitest'
import { openDatabase } from '../../src/database/database.ts'
import { placeOf } from '../../src/database/location.ts'
import { MailFault } from '../../src/delivery/mail/transport.ts'
import { recordChanges } from '../../src/statistics/counting/change.ts'
import { changeOf } from '../../src/statistics/counting/mails.ts'
import { until } from '../support/mail-server.ts'
import { adminToken, databases, receipt, startService } from '../support/service.ts'

const day = 'fromDate=2026-06-07&toDate=2026-06-07'

describe.each(databases)('undelivered mails, on %s', database => {
  test('count by reason and domain, and no longer once they were tried again and arrived', async () => {
    let fault: MailFault | undefined
    const transport = {
      name: 'smtp' as const,
      async send() {
        if (fault) throw fault
        return { code: '250', detail: 'ok' }
      },
      check: async () => {},
      close: async () => {},
    }
    await using shop = await startService({ database, transport, waits: [60_000] })
    const by = async (grouping: string) => {
      const { json } = await shop.ask(`/ws/rest/v1/merchants/demo/statistics?${day}&groupBy=${grouping}&interval=all`)
      return Object.fromEntries(
        json.rows.map(({ group, count }: { group: Record<string, string>; count: number }) => [
          group.reason ?? group.domain,
          count,
        ]),
      )
    }
    const totals = async () =>
      (await shop.ask(`/ws/rest/v1/merchants/demo/statistics?${day}`)).json.totals.deliveries as Record<string, number>
    const ends = async (emailAddress: string, reason: MailFault['reason'] | undefined) => {
      fault =
        reason &&
        new MailFault({ permanent: true, code: '550', detail: '', reason, badAddress: reason === 'unknown_mailbox' })
      const id = await shop.create(
        receipt({ receiptDateTime: '2026-06-07T12:00:00-05:00', customer: { emailAddress } }),
      )
      const mail = async () => (await shop.ask(shop.receipts(`/${id}/deliveries`))).json[0]
      await until(async () => (await mail()).status !== 'queued')
      return mail()
    }
    const failed = await ends('ada@Mail.example', 'policy')
    expect(failed).toMatchObject({ status: 'failed', reason: 'policy', attempts: [{ reason: 'policy' }] })
    await ends('bo@mail.example', 'unknown_mailbox')
    await ends('cy@other.example', 'policy')
    const sent = await ends('di@other.example', undefined)
    expect(sent).not.toHaveProperty('reason')
    expect(await by('mailReason')).toEqual({ policy: 2, unknown_mailbox: 1 })
    expect(await by('mailDomain')).toEqual({ 'mail.example': 2, 'other.example': 1 })

    // What comes of a report, after our mail server had taken the mail.
    const { db, close } = await openDatabase(placeOf(shop.config), { allowRunning: true })
    onTestFinished(close)
    const before = await db.selectFrom('deliveries').selectAll().where('id', '=', sent.id).executeTakeFirstOrThrow()
    const after = { ...before, status: 'bounced', reason: 'mailbox_full' } as const
    await db.transaction().execute(async transaction => {
      const { status, reason } = after
      await transaction.updateTable('deliveries').set({ status, reason }).where('id', '=', sent.id).execute()
      await recordChanges(transaction, [{ id: sent.id, change: changeOf(before, after) }])
    })
    expect(await by('mailReason')).toEqual({ policy: 2, unknown_mailbox: 1, mailbox_full: 1 })
    expect(await by('mailDomain')).toEqual({ 'mail.example': 2, 'other.example': 2 })
    expect(await totals()).toMatchObject({ sent: 0, failed: 2, bounced: 2 })

    fault = undefined
    await shop.ask('/admin/deliveries/retry', {
      method: 'POST',
      body: { since: '2020-01-01T00:00:00Z', reason: 'policy' },
      credentials: null,
      headers: { authorization: `Bearer ${adminToken}` },
    })
    await until(async () => (await totals()).sent === 2)
    expect(await by('mailReason')).toEqual({ unknown_mailbox: 1, mailbox_full: 1 })
    expect(await by('mailDomain')).toEqual({ 'mail.example': 1, 'other.example': 1 })
    const csv = await shop.ask(`/ws/rest/v1/merchants/demo/statistics?${day}&groupBy=mailDomain`, {
      headers: { accept: 'text/csv' },
    })
    expect(csv.text.split('\r\n')[0]).toBe('start,end,date,timeZone,partial,groupId,groupDomain,count')
  })
})

test('a complaint counts by its reason, though the mail arrived', () => {
  const sent = { status: 'sent', bounced_at: null, reason: null, email_address: 'ada@mail.example' } as const
  expect(changeOf(sent, { ...sent, status: 'complained', reason: 'complaint' })).toEqual({
    adds: {},
    parts: [
      ['mailReason', 'complaint', '', 1, 1],
      ['mailDomain', 'mail.example', '', 1, 1],
    ],
  })
})

test('what failed before reasons were kept isn’t taken back', () => {
  const failed = { status: 'failed', bounced_at: null, reason: null, email_address: 'ada@mail.example' } as const
  expect(changeOf(failed, { ...failed, status: 'queued' })).toEqual({ adds: { mails_failed: -1, mails_trying: 1 } })
})
