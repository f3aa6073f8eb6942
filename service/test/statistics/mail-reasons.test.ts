import { describe, expect, onTestFinished, test } from 'vitest'
import { openDatabase } from '../../src/database/database.ts'
import { placeOf } from '../../src/database/location.ts'
import type { DeliveryTable } from '../../src/database/tables.ts'
import { MailFault } from '../../src/delivery/mail/transport.ts'
import { recordChanges } from '../../src/statistics/counting/change.ts'
import { changeOf, countMail, ended } from '../../src/statistics/counting/mails.ts'
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

const queued = { status: 'queued', bounced_at: null, reason: null, email_address: 'ada@Mail.example' } as const
const troubles = (reason: string, times = 1) => [
  ['mailReason', reason, '', times, times],
  ['mailDomain', 'mail.example', '', times, times],
]

describe('a mail that waits counts anew when it', () => {
  test.each<[end: string, after: Partial<DeliveryTable>, state: string, parts?: unknown[]]>([
    ['is sent', { status: 'sent' }, 'mails_sent'],
    ['fails', { status: 'failed', reason: 'policy' }, 'mails_failed', troubles('policy')],
    [
      'is refused for its address',
      { status: 'failed', bounced_at: 5, reason: 'unknown_mailbox' },
      'mails_bounced',
      troubles('unknown_mailbox'),
    ],
    ['comes back', { status: 'bounced', reason: 'mailbox_full' }, 'mails_bounced', troubles('mailbox_full')],
    ['is called spam', { status: 'complained', reason: 'complaint' }, 'mails_sent', troubles('complaint')],
    ['is canceled', { status: 'canceled', reason: 'policy' }, 'mails_canceled'],
    ['is withheld in test mode', { status: 'withheld' }, 'mails_canceled'],
  ])('%s', (_, after, state, parts) => {
    const end = { ...queued, ...after }
    expect(changeOf(queued, end)).toEqual({ adds: { mails_trying: -1, [state]: 1 }, ...(parts && { parts }) })
    // Tried again, it waits as before.
    const back = parts && troubles(String(end.reason), -1)
    expect(changeOf(end, queued)).toEqual({ adds: { [state]: -1, mails_trying: 1 }, ...(back && { parts: back }) })
  })

  test.each<[what: string, before: Partial<DeliveryTable>, after: Partial<DeliveryTable>, change: object]>([
    ['but not when it is held', {}, { status: 'held' }, { adds: {} }],
    [
      'by another reason after a second report',
      { status: 'bounced', reason: 'other' },
      { status: 'bounced', reason: 'mailbox_full' },
      { adds: {}, parts: [...troubles('other', -1), ...troubles('mailbox_full')] },
    ],
    [
      'by its complaint, though it arrived',
      { status: 'sent' },
      { status: 'complained', reason: 'complaint' },
      { adds: {}, parts: troubles('complaint') },
    ],
    [
      'with nothing to take back if it failed before reasons were kept',
      { status: 'failed' },
      {},
      { adds: { mails_failed: -1, mails_trying: 1 } },
    ],
  ])('changes, %s', (_, before, after, change) => {
    expect(changeOf({ ...queued, ...before }, { ...queued, ...after })).toEqual(change)
  })
})

describe('the last attempt of a mail counts', () => {
  const mail = { kind: 'receipt', created_at: 1000, email_address: 'ada@mail.example' } as const
  const end = { outcome: 'failed', isLast: true, isBounce: false, reason: 'policy', at: 2230 } as const
  test.each<[what: string, mail: object, end: object, change: object]>([
    ['but not one before', {}, { isLast: false }, { adds: { attempts: 1 } }],
    ['as failed', {}, {}, { to: 'mails_failed', parts: troubles('policy') }],
    ['as failed when it was deferred', {}, { outcome: 'deferred' }, { to: 'mails_failed', parts: troubles('policy') }],
    ['as failed when its process died', {}, { outcome: 'interrupted', reason: undefined }, { to: 'mails_failed' }],
    ['as bounced', {}, { isBounce: true }, { to: 'mails_bounced', parts: troubles('policy') }],
    ['as canceled in test mode', {}, { outcome: 'withheld', reason: 'policy' }, { to: 'mails_canceled' }],
    [
      'as sent, with the time since the sale',
      {},
      { outcome: 'sent', reason: undefined },
      { to: 'mails_sent', parts: [['wait', '1190ms', '', 1, 1]] },
    ],
    [
      'as sent, without it for a resend',
      { kind: 'resend' },
      { outcome: 'sent', reason: undefined },
      { to: 'mails_sent' },
    ],
  ])('%s', (_, more, other, { to, parts, adds }: { to?: string; parts?: unknown[]; adds?: object }) => {
    const counts = adds ?? { attempts: 1, mails_trying: -1, [to ?? '']: 1 }
    expect(ended({ ...mail, ...more }, { ...end, ...other })).toEqual({ adds: counts, ...(parts && { parts }) })
  })
})

test.each<[what: string, mail: Partial<DeliveryTable>, attempts: number, change: object]>([
  ['one that waits', {}, 0, { adds: { mails_trying: 1 }, parts: [] }],
  [
    'a resend',
    { kind: 'resend', status: 'sent', finished_at: 9000 },
    1,
    { adds: { mails_sent: 1, resends: 1, attempts: 1 }, parts: [] },
  ],
  [
    'one that was sent',
    { status: 'sent', finished_at: 2230 },
    2,
    { adds: { mails_sent: 1, attempts: 2 }, parts: [['wait', '1190ms', '', 1, 1]] },
  ],
  [
    'one that came back after our mail server took it',
    { status: 'bounced', finished_at: 1001, reason: 'other' },
    1,
    { adds: { mails_bounced: 1, attempts: 1 }, parts: [['wait', '1ms', '', 1, 1], ...troubles('other')] },
  ],
  [
    'one that failed',
    { status: 'failed', finished_at: 9000, reason: 'other' },
    3,
    { adds: { mails_failed: 1, attempts: 3 }, parts: troubles('other') },
  ],
  [
    'one that was called spam',
    { status: 'complained', finished_at: 1000 },
    1,
    { adds: { mails_sent: 1, attempts: 1 }, parts: [['wait', '1ms', '', 1, 1]] },
  ],
  [
    'one from before times were kept',
    { status: 'sent', finished_at: null },
    1,
    { adds: { mails_sent: 1, attempts: 1 }, parts: [] },
  ],
])('mails count anew as they are stored: %s', (_, mail, attempts, change) => {
  const stored = { ...queued, kind: 'receipt', created_at: 1000, finished_at: null, ...mail } as DeliveryTable
  expect(countMail(stored, attempts)).toEqual(change)
})
