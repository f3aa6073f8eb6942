import { describe, expect, onTestFinished, test } from 'vitest'
import { isExhaustive } from '../../../test/support/scope.ts'
import { openLog } from '../../src/basics/monitoring/log.ts'
import { openDatabase } from '../../src/database/database.ts'
import { placeOf } from '../../src/database/location.ts'
import { MailFault, type OutgoingMail } from '../../src/delivery/mail/transport.ts'
import { addEndpoint } from '../../src/delivery/webhooks/endpoints.ts'
import { openSecretSeal } from '../../src/delivery/webhooks/secrets.ts'
import { findMerchant, saveMerchant } from '../../src/merchants/merchants.ts'
import { speechIn } from '../../src/merchants/speech.ts'
import { openSearchKey } from '../../src/receipts/search/terms.ts'
import { readConfig } from '../../src/settings/config.ts'
import { kindOf } from '../../src/worker/reports/kinds/all.ts'
import { sheetMail } from '../../src/worker/reports/mail.ts'
import { expireMadeReports, makeDueReports } from '../../src/worker/reports/make.ts'
import { addSchedule, changeSchedule, listSchedules, type ScheduleInput } from '../../src/worker/reports/schedules.ts'
import { createReportSender } from '../../src/worker/reports/send.ts'
import { createStopTokens, stopReport } from '../../src/worker/reports/stop.ts'
import { consoleLanguages } from '../support/console-languages.ts'
import { deliveryWith, recordWith } from '../support/records.ts'
import { saturday } from '../support/saturday.ts'
import { type DatabaseName, fewDatabases, makePlace, startService } from '../support/service.ts'

const day = 86_400_000
const log = openLog('silent')
const input: ScheduleInput = {
  ...({ report: 'silent', storeId: '', cutOff: 0, every: 'day', weekday: 1, minute: 360, language: 'en-US' } as const),
  ...{ skipEmpty: false, active: true, to: ['ada@alder-finch.example.com', 'grace@alder-finch.example.com'] },
}

/** Reports of a merchant in Toronto, with a clock and a mail server of the test's own. */
async function openReports(database: DatabaseName) {
  const place = await makePlace(database, { hasTables: true })
  const config = readConfig({ ...place.settings, ...(database === 'PostgreSQL' && { MAIL: 'folder' }) })
  const { db, close } = await openDatabase(placeOf(config))
  const other = database === 'PostgreSQL' ? await openDatabase(placeOf(config)) : undefined
  onTestFinished(async () => {
    await other?.close()
    await close()
    await place.remove()
  })
  const settings = { locales: { timeZone: 'America/Toronto' } }
  await saveMerchant({ db, now: () => 0, templatesDir: '' }, 'shop', { name: 'Alder & Finch', settings })
  const merchant = await findMerchant(db, 'shop')
  if (!merchant) throw new Error('There is none.')
  const mails: OutgoingMail[] = []
  const state = {
    now: Date.parse('2026-11-02T09:00:00Z'),
    refuses: undefined as ((mail: OutgoingMail) => unknown) | undefined,
  }
  const tokens = createStopTokens(await openSearchKey(db, undefined, 0))
  const sender = createReportSender({
    ...{ db, log, tokens, mailFrom: 'receipts@mail.example.com', now: () => state.now, chance: () => 0.5 },
    address: path => `https://receipts.example.com${path}`,
    transport: {
      async send(mail) {
        const fault = state.refuses?.(mail)
        if (fault) throw fault
        mails.push(mail)
        return { code: '250', detail: '' }
      },
    },
  })
  const desk = Object.assign(state, {
    ...{ db, merchant, mails, tokens },
    add: async (changes: Partial<ScheduleInput> = {}) => {
      const added = await addSchedule(db, merchant, { ...input, ...changes }, state.now)
      if (!added) throw new Error('There are too many.')
      return added
    },
    /** What processes do each minute, several at once. */
    async make(): Promise<void> {
      await Promise.all([db, other?.db ?? db, db].map(each => makeDueReports({ db: each, now: () => state.now, log })))
    },
    async send(): Promise<void> {
      const due = await db
        .selectFrom('report_mails')
        .select('id')
        .where('status', '=', 'queued')
        .where('due_at', '<=', state.now)
        .execute()
      await Promise.all(due.map(({ id }) => sender.handle({ id, takesOver: false })))
    },
    async pass(milliseconds: number, every = 900_000): Promise<void> {
      for (let passed = 0; passed < milliseconds; passed += every) {
        state.now += every
        await desk.make()
        await desk.send()
      }
    },
  })
  return desk
}

describe.each(fewDatabases)('reports that come by themselves, on %s', database => {
  test('come once a day to each recipient, also where clocks change and several processes make them', async () => {
    const desk = await openReports(database)
    desk.now = Date.parse('2026-10-31T04:00:00Z')
    // 1:30 comes twice on November 1.
    await desk.add({ minute: 90 })
    await desk.pass(3 * day)
    const told = desk.mails.map(({ to, date }) => `${to.split('@')[0]} ${date.toISOString().slice(5, 16)}`)
    expect(told.sort()).toEqual(
      ['10-31T05:30', '11-01T05:30', '11-02T06:30'].flatMap(at => [`ada ${at}`, `grace ${at}`]).sort(),
    )
    expect(new Set(desk.mails.map(({ messageId }) => messageId)).size).toBe(6)
  })

  test('of weeks when the service was down come once, and then as usual', async () => {
    const desk = await openReports(database)
    await desk.add({ to: ['ada@example.com'] })
    desk.now += 40 * day
    await desk.make()
    await desk.send()
    expect(desk.mails).toHaveLength(1)
    await desk.pass(day)
    expect(desk.mails).toHaveLength(2)
    const slots = await desk.db.selectFrom('report_slots').select('day').execute()
    expect(slots).toHaveLength(2)
  })

  test('are tried again while the mail server is away, given up when it refuses, and hold up no other', async () => {
    const desk = await openReports(database)
    await desk.add()
    desk.refuses = ({ to }) =>
      to.startsWith('ada') && new MailFault({ permanent: false, code: 'connection', detail: '' })
    await desk.pass(3 * 3_600_000)
    expect(desk.mails.map(({ to }) => to)).toEqual(['grace@alder-finch.example.com'])
    desk.refuses = undefined
    await desk.pass(3 * 3_600_000)
    expect(desk.mails.map(({ to }) => to.split('@')[0])).toEqual(['grace', 'ada'])
    desk.refuses = () => new MailFault({ permanent: true, code: '550', detail: 'ada@example.com' })
    await desk.pass(day)
    const failed = await desk.db.selectFrom('report_mails').selectAll().where('status', '=', 'failed').execute()
    expect(failed.map(({ code, attempt_count }) => [code, attempt_count])).toEqual([
      ['550', 1],
      ['550', 1],
    ])
  })

  test('are told to webhooks, say nothing where nothing is to be told, and can’t be made twice by another time', async () => {
    const desk = await openReports(database)
    const hook = { url: 'https://shop.example.com/', events: ['report.ready'], customerData: false, active: true }
    await addEndpoint(desk.db, openSecretSeal([]), 'shop', hook, 0)
    const quiet = await desk.add({ skipEmpty: true })
    const schedule = await desk.add({ report: 'problems' })
    await desk.pass(5 * 3_600_000)
    const changed = { ...input, report: 'problems', minute: 20 * 60 } as const
    await changeSchedule(desk.db, desk.merchant, schedule, changed, desk.now)
    await desk.pass(18 * 3_600_000)
    const events = await desk.db.selectFrom('webhook_messages').selectAll().execute()
    expect(events.map(({ type, data }) => [type, JSON.parse(data)])).toMatchObject([
      [
        'report.ready',
        { merchantId: 'shop', report: 'problems', scheduleId: schedule.id, date: '2026-11-02', refused: 0, silent: 0 },
      ],
    ])
    expect(desk.mails).toHaveLength(2)
    expect(await desk.db.selectFrom('report_mails').where('schedule_id', '=', quiet.id).selectAll().execute()).toEqual(
      [],
    )
  })

  test('end for who wants no more, also what waits, and for nobody else', async () => {
    const desk = await openReports(database)
    const schedule = await desk.add()
    const ada = schedule.recipients.find(({ email_address }) => email_address.startsWith('ada'))
    desk.now += 3 * 3_600_000
    await desk.make()
    await stopReport(desk.db, ada?.id ?? '', desk.now)
    await desk.pass(day)
    expect(desk.mails.map(({ to }) => to.split('@')[0])).toEqual(['grace', 'grace'])
    // Whoever changes something else doesn't begin it anew.
    await changeSchedule(desk.db, desk.merchant, schedule, { ...input, minute: 420 }, desk.now)
    const [kept] = await listSchedules(desk.db, 'shop')
    expect(kept?.recipients.find(({ id }) => id === ada?.id)?.stopped_at).toEqual(expect.anything())
    await desk.pass(30 * day, 6 * 3_600_000)
    await expireMadeReports(desk.db, desk.now + 31 * day)
    expect(await desk.db.selectFrom('report_slots').selectAll().execute()).toEqual([])
    expect(desk.mails.filter(({ to }) => to.startsWith('ada'))).toEqual([])
  })
})

describe('a report’s mail', () => {
  test('is in the languages of the console, says what the console says, and ends by one click', async () => {
    await using shop = await startService({ withoutWorker: true, now: () => Date.UTC(2026, 10, 29, 12) })
    for (const sent of saturday) await shop.create(sent)
    const { db, searchKey } = shop.service
    const merchant = await findMerchant(db, 'demo')
    if (!merchant) throw new Error('There is none.')
    const now = Date.UTC(2026, 10, 29, 12)
    const kinds = [
      ['dayEnd', '12'],
      ['dayEnd', ''],
      ['undelivered', ''],
      ['silent', ''],
      ['problems', ''],
    ] as const
    // Each in a few languages, and each language in one.
    const isWritten = (language: string, at: number, kind: number) =>
      isExhaustive || ['en-US', 'ar'].includes(language) || at % kinds.length === kind
    const mails: OutgoingMail[] = []
    const sender = createReportSender({
      ...{ db, log, tokens: createStopTokens(searchKey), mailFrom: 'receipts@example.com', now: () => now },
      ...{ chance: () => 0.5, address: path => `https://receipts.example.com${path}` },
      transport: {
        async send(mail) {
          mails.push(mail)
          return { code: '250', detail: '' }
        },
      },
    })
    for (const [at, language] of consoleLanguages.entries()) {
      for (const [report, storeId] of kinds.filter((_, kind) => isWritten(language, at, kind))) {
        const whole = { ...input, report, storeId, cutOff: 240, language, to: [`${report}${storeId}@example.com`] }
        expect(await addSchedule(db, merchant, whole, now - 2 * day)).toBeDefined()
      }
      await makeDueReports({ db, now: () => now, log })
      const due = await db.selectFrom('report_mails').select('id').orderBy('id').execute()
      for (const { id } of due) await sender.handle({ id, takesOver: false })
      // All together would be more than a merchant may have.
      if (language !== 'en-US') await db.deleteFrom('report_schedules').where('language', '=', language).execute()
    }
    const written = new Set(mails.map(({ content }) => content.headers['Content-Language']))
    expect([...written].sort()).toEqual([...consoleLanguages].sort())
    const said = new Map<string, Map<string, string>>()
    for (const { content, to } of mails) {
      const { html, text, subject, headers } = content
      const language = headers['Content-Language'] ?? ''
      expect(`${subject}${text}${html}`).not.toMatch(/\{\{|undefined|\[object|reports\.|dayEnd\./)
      expect(html).toContain(`lang="${language}"`)
      expect(headers['List-Unsubscribe-Post']).toBe('List-Unsubscribe=One-Click')
      const [, link] =
        /^<https:\/\/receipts\.example\.com(\/reports\/stop\/[\w.]+)>$/.exec(headers['List-Unsubscribe'] ?? '') ?? []
      expect(text).toContain(link)
      const words = text.replace(/https:\S+/g, '')
      said.set(to, (said.get(to) ?? new Map()).set(language, words))
    }
    expect(said.size).toBe(kinds.length)
    for (const [to, texts] of said)
      for (const [language, words] of texts)
        if (!language.startsWith('en')) expect([to, language, words]).not.toEqual([to, language, texts.get('en-US')])
    const english = mails.find(
      ({ content, to }) => content.headers['Content-Language'] === 'en-US' && to.startsWith('dayEnd12'),
    )
    expect(english?.content.subject).toBe('Day-end: Queen Street (12), November 28, 2026, from 4:00 AM')
    expect(english?.content.text).toMatch(/Whole store\n-+\n[\s\S]*Takings: CA\$85\.60[\s\S]*Expected: CA\$63\.00/)
    expect(english?.content.text).toContain(
      'https://receipts.example.com/console/day-end?store=12&day=2026-11-28&from=04%3A00',
    )

    const arabic = mails.find(
      ({ content, to }) => content.headers['Content-Language'] === 'ar' && to.startsWith('dayEnd12'),
    )
    expect(arabic?.content.html).toContain('\u2066CA$\u2069')
    // A mail program's click, and a person's.
    const path = /\/reports\/stop\/[\w.]+/.exec(english?.content.text ?? '')?.[0] ?? ''
    const asked = await fetch(`${shop.url}${path}`)
    expect([asked.status, await asked.text()]).toEqual([
      200,
      expect.stringContaining('gets the report “Day-end” from Demo Shop'),
    ])
    const click = () =>
      fetch(`${shop.url}${path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        body: 'List-Unsubscribe=One-Click',
      })
    expect(await (await click()).text()).toContain('gets no more of the report')
    expect((await click()).status).toBe(200)
    const stopped = await db.selectFrom('report_recipients').selectAll().where('stopped_at', 'is not', null).execute()
    expect(stopped).toHaveLength(1)
    const forged = `${path.slice(0, -1)}${path.endsWith('0') ? '1' : '0'}`
    expect((await fetch(`${shop.url}${forged}`, { method: 'POST' })).status).toBe(404)
    if (process.env.SHOTS) {
      const { writeFileSync } = await import('node:fs')
      for (const { content, to } of mails)
        writeFileSync(
          `${process.env.SHOTS}/mail-${to.split('@')[0]}-${content.headers['Content-Language']}.html`,
          content.html,
        )
    }
  })
})

describe('what a report says', () => {
  const speech = speechIn('en-US', 'America/Toronto')
  const since = Date.parse('2026-11-02T14:00:00Z')

  test('of silent tills, with how many it doesn’t name', () => {
    const till = { storeId: '12', storeName: 'Queen Street', register: '2', since, missing: 41 }
    const sheet = kindOf('silent').sheet({ tills: [till], count: 3 }, speech)
    expect(sheet.sections[0]?.tables[0]).toEqual({
      title: 'Silent tills: 3',
      rows: [
        {
          name: 'Queen Street · Register 2',
          value: 'Nothing since November 2, 2026 at 9:00 AM EST. Usually there would be about 41 receipts by now.',
        },
      ],
    })
    expect(sheet.notes[1]).toBe('Listed: the first 1 of 3.')
  })

  test('of three hundred stores, in a mail that Gmail shows whole', () => {
    const rows = Array.from({ length: 300 }, (_, at) => ({
      ...{ storeId: String(at), storeName: `Alder & Finch, Queen Street ${at}`, currency: 'CAD' },
      ...{ takings: `${12_000 + at}.50`, expectedCash: `${800 + at}.05` },
    }))
    const sheet = kindOf('dayEnd').sheet({ from: '2026-11-28', to: '2026-11-28', cutOff: '04:00', rows }, speech)
    expect(sheet.about).toEqual(['November 28, 2026, from 4:00 AM'])
    expect(sheet.sections[0]?.tables.map(({ rows: [first], title }) => [title, first?.value])).toEqual([
      ['Takings', 'CA$12,000.50'],
      ['Cash in the drawer: Expected', 'CA$800.05'],
    ])
    const { html } = sheetMail(sheet, speech, { merchantName: 'Alder & Finch' })
    expect(Buffer.byteLength(html)).toBeLessThan(102_400)
  })

  test.each([
    ['all stores', '', [{ storeId: '12', takings: '85.60', expectedCash: '63.00' }]],
    [
      'one store',
      '12',
      [
        { date: '2026-11-28', takings: '74.30', expectedCash: '51.70' },
        { date: '2026-11-29', takings: '11.30', expectedCash: '11.30' },
      ],
    ],
  ])('of a week’s business days of %s', async (_, storeId, expected) => {
    await using shop = await startService({ withoutWorker: true, now: () => Date.UTC(2026, 10, 30, 12) })
    for (const sent of saturday) await shop.create(sent)
    const { db } = shop.service
    const merchant = await findMerchant(db, 'demo')
    if (!merchant) throw new Error('There is none.')
    const schedule = await addSchedule(db, merchant, { ...input, report: 'dayEnd', storeId, every: 'week' }, 0)
    if (!schedule) throw new Error('There are too many.')
    // Monday, November 30.
    const slot = { day: 20_787, at: Date.UTC(2026, 10, 30, 6) }
    const facts = await kindOf('dayEnd').gather(db, { merchant, schedule, slot, timeZone: 'UTC' })
    expect(facts).toMatchObject({ from: '2026-11-23', to: '2026-11-29', rows: expected })
  })

  test('of mails and problems, from the database', async () => {
    const desk = await openReports('SQLite')
    const at = Date.parse('2026-11-02T11:00:00Z')
    const failed = { merchant_id: 'shop', status: 'failed', attempt_count: 3 } as const
    const rows = (
      [
        ['1', 'unknown_mailbox', at - 3 * day],
        ['2', 'unknown_mailbox', at - 3_600_000],
        ['3', 'policy', at - 3_600_000],
      ] as const
    ).map(([id, reason, finished_at]) =>
      deliveryWith(id.repeat(32), 'a'.repeat(32), { ...failed, reason, finished_at, created_at: finished_at }),
    )
    await desk.db
      .insertInto('receipts')
      .values(recordWith('a'.repeat(32), { merchant_id: 'shop' }))
      .execute()
    await desk.db.insertInto('deliveries').values(rows).execute()
    const schedule = await desk.add({ report: 'undelivered' })
    const about = { merchant: desk.merchant, schedule, slot: { day: 20_759, at }, timeZone: 'America/Toronto' }
    const told = async (report: 'undelivered' | 'problems') => {
      const kind = kindOf(report)
      return kind.sheet(await kind.gather(desk.db, about), speech).sections.flatMap(({ tables }) => tables)
    }
    expect(await told('undelivered')).toEqual([
      { title: 'Since November 1, 2026 at 6:00 AM EST', rows: [{ name: 'Not delivered', value: '2' }] },
      { title: 'Mails left to look at', rows: [{ name: 'Not delivered', value: '3' }] },
      {
        title: 'Why they didn’t arrive',
        rows: [
          { name: 'The customer’s mail server doesn’t know this address', value: '2' },
          { name: 'The customer’s mail server refused it by its own rules', value: '1' },
        ],
      },
    ])
    expect(await told('problems')).toEqual([
      { title: 'Mails left to look at', rows: [{ name: 'Not delivered', value: '3' }] },
    ])
  })
})
