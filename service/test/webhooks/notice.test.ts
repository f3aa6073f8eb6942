import { writeEml } from 'counterfoil/internal'
import { describe, expect, test } from 'vitest'
import { openLog } from '../../src/basics/monitoring/log.ts'
import type { OutgoingMail } from '../../src/delivery/mail/transport.ts'
import { saveMerchant } from '../../src/merchants/merchants.ts'
import { createWebhookUpkeep } from '../../src/worker/webhook-upkeep.ts'
import { consoleLanguages } from '../support/console-languages.ts'
import { type databases, fewDatabases } from '../support/service.ts'
import { openDesk } from './desk.ts'

const hour = 3_600_000
const contactEmail = 'it@alder-finch.example.com'

/** A desk whose merchant's endpoint was turned off, and what is mailed about it. */
async function openNotices(database: (typeof databases)[number]) {
  const desk = await openDesk(database)
  const mails: OutgoingMail[] = []
  const state: { refuses: (mail: OutgoingMail) => boolean } = { refuses: () => false }
  const upkeep = createWebhookUpkeep({
    ...{ db: desk.db, now: () => desk.now, mailFrom: 'receipts@mail.example.com', log: openLog('silent') },
    transport: {
      async send(mail) {
        if (state.refuses(mail)) throw new Error('The mail server is away.')
        mails.push(mail)
        return { code: '250', detail: '' }
      },
    },
  })
  return Object.assign(state, {
    desk,
    mails,
    upkeep,
    speak: (locales?: object) =>
      saveMerchant({ db: desk.db, now: () => 0, templatesDir: '' }, 'shop', {
        name: 'Alder & Finch',
        settings: { contactEmail, ...(locales && { locales }) },
      }),
    /** Turns the endpoint off as three days of failures do. */
    async turnOff(id: string, off_reason: 'failing' | 'gone' = 'failing') {
      const failing_since = desk.now - 72 * hour
      const values = { off_at: desk.now, off_reason, failing_since, notice_due_at: desk.now }
      await desk.db.updateTable('webhook_endpoints').set(values).where('id', '=', id).execute()
    },
  })
}

describe.each(fewDatabases)('the mail about a webhook that was turned off, on %s', database => {
  test('is in the language of the merchant, of all that the console has', async () => {
    const { desk, mails, upkeep, speak, turnOff } = await openNotices(database)
    const { id } = await desk.endpoint({ url: 'https://shop.example.com/hooks?till=7&store=2' })
    for (const tag of consoleLanguages) {
      await speak({ default: tag, timeZone: 'America/Toronto' })
      await turnOff(id)
      await upkeep.everyMinute()
    }
    const told = mails.map(({ to, content }) => ({ to, ...content }))
    expect(told.map(({ headers }) => headers?.['Content-Language'])).toEqual(consoleLanguages)
    const inEnglish = told.filter(({ subject }) => subject.startsWith('Your webhook'))
    expect(inEnglish).toHaveLength(consoleLanguages.filter(tag => tag.startsWith('en')).length)
    for (const { to, subject, text, html } of told) {
      expect(to).toBe(contactEmail)
      expect(subject).toContain('shop.example.com')
      expect(text).toContain('https://shop.example.com/hooks?till=7&store=2')
      expect(text.trim().split('\n\n')).toHaveLength(3)
      expect(`${subject}${text}${html}`).not.toMatch(/\{\{|undefined|webhooks\./)
      expect(html).toContain('till=7&#38;store=2')
    }
    const said = Object.fromEntries(told.map(each => [each.headers?.['Content-Language'], each]))
    expect(said['de-DE']?.text).toContain('seit 30. Oktober 2026 um 05:00 GMT-4')
    expect(said['pl-PL']?.text).toContain('z ostatnich 14 dni')
    expect(said['fr-CA']?.text).toContain('courriels')
    expect(said.ar?.html).toContain('dir="rtl"')
    expect(said.ar?.text).toContain('آخر 14 يومًا')
  })

  test.each([
    ['without a language', undefined, 'en-US'],
    ['in one that the console lacks', { default: 'is-IS' }, 'en-US'],
    ['by the language of its group', { default: 'alps', groups: { alps: { locale: 'de_AT' } } }, 'de-DE'],
    ['of a country where that is spoken', { default: 'es-MX' }, 'es-419'],
  ])('%s', async (_, locales, expected) => {
    const { desk, mails, upkeep, speak, turnOff } = await openNotices(database)
    const { id } = await desk.endpoint()
    await speak(locales)
    await turnOff(id, 'gone')
    await upkeep.everyMinute()
    await upkeep.everyMinute()
    expect(mails.map(({ content }) => content.headers?.['Content-Language'])).toEqual([expected])
    expect(mails[0]?.content.text).toContain('410')
    const [mail] = mails
    if (!mail) throw new Error('There is none.')
    const source = writeEml(mail.content, mail).toString()
    expect(source).toContain('Auto-Submitted: auto-generated')
    expect(source).toMatch(/text\/plain.*text\/html/s)
  })

  test('keeps no other one waiting if it can’t be sent, and is sent an hour later', async () => {
    const notices = await openNotices(database)
    const { desk, mails, upkeep, speak, turnOff } = notices
    await speak()
    const [first, second] = [await desk.endpoint({ url: 'https://one.example.com/' }), await desk.endpoint()]
    for (const { id } of [first, second]) await turnOff(id)
    notices.refuses = ({ content }) => content.subject.includes('one.example.com')
    await upkeep.everyMinute()
    expect(mails.map(({ content }) => content.subject)).toEqual(['Your webhook to shop.example.com was turned off'])
    notices.refuses = () => false
    desk.now += hour
    await upkeep.everyMinute()
    expect(mails.map(({ content }) => content.subject).slice(1)).toEqual([
      'Your webhook to one.example.com was turned off',
    ])
  })
})
