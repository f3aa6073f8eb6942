import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { isExhaustive, isSampled } from '../../../test/support/scope.ts'
import { consoleLanguages } from '../support/console-languages.ts'
import { deliveryWith } from '../support/records.ts'
import { receipt } from '../support/service.ts'
import { type ConsolePage, openConsole } from './open-console.ts'

/** A country's words differ from its language's in a few messages. */
const ofLanguages = consoleLanguages.filter(tag => {
  const { language, region } = new Intl.Locale(tag)
  return isExhaustive || region === undefined || region === new Intl.Locale(language).maximize().region
})

/** That no message is missing or left in English, `messages.test.ts` asks of all. */
const tags = ofLanguages.filter((tag, at) => isSampled(at) || tag === 'en-US')

/** What people see first, in every language, on a phone and on a screen. */
describe('in every language', () => {
  let desk: ConsolePage
  beforeAll(async () => {
    desk = await openConsole({ withoutWorker: true })
    await desk.enter('', 'admin')
    await desk.page.waitForSelector('.start')
  })
  afterAll(() => desk[Symbol.asyncDispose]())

  const pages = 7
  let page = 0
  /** Opens a page in English and some other languages, each of which some page has; gives what it says by language. */
  async function said(path: string, part: string): Promise<Record<string, string>> {
    const all: Record<string, string> = {}
    const turn = page++
    for (const tag of tags.filter((tag, at) => isExhaustive || tag === 'en-US' || at % pages === turn)) {
      await desk.page.evaluate(language => {
        localStorage.setItem('counterfoil-language', language)
        // A change of the part behind the # alone would load nothing.
        history.replaceState(null, '', '/console')
      }, tag)
      await desk.open(path)
      all[tag] = await desk.text(part)
      expect([tag, all[tag].match(/\b(?:find|start|overview|problems|mail|act|refusal)\.\w+|\{\{/)]).toEqual([
        tag,
        null,
      ])
      for (const width of [390, 1440]) {
        await desk.page.setViewport({ width, height: 844 })
        const over = () =>
          desk.page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
        await expect.poll(async () => [tag, width, await over()]).toEqual([tag, width, 0])
        if (width > 390) continue
        const cut = await desk.page.$$eval('header nav a > span:not(.badge)', words =>
          words.filter(each => each.scrollWidth > each.clientWidth).map(({ textContent }) => textContent),
        )
        expect([tag, cut]).toEqual([tag, []])
      }
    }
    return all
  }

  /** The languages that say what English says. */
  const inEnglish = (all: Record<string, string>) =>
    Object.keys(all).filter(tag => !tag.startsWith('en') && all[tag] === all['en-US'])

  test('the first steps, with the same command', async () => {
    const all = await said('', '.start')
    expect(inEnglish(all)).toEqual([])
    for (const text of Object.values(all)) expect(text).toContain("curl -u 'KEY:SECRET'")
  })

  test('a search that can’t be read', async () => {
    const all = await said('/receipts#unread=oysters%20%3E%2060', '.empty')
    expect(inEnglish(all)).toEqual([])
    for (const text of Object.values(all)) expect(text).toContain('>')
  })

  let id = ''
  test('the list', async () => {
    const goods = { name: 'Trail rain jacket', total: 21.5 }
    id = await desk.shop.create(
      receipt({ receiptType: 'PaperOnly', grandAmount: 43, currency: 'USD', items: [goods, goods] }),
    )
    const rows = await said('/receipts', '.receipts tbody')
    for (const text of Object.values(rows)) expect(text).toContain('2\u00a0× Trail rain jacket')
  })

  test('a receipt on paper', async () => {
    const cards = await said(`/receipts/${id}`, '.send')
    expect(inEnglish(cards)).toEqual([])
  })

  test('refused receipts', async () => {
    await desk.shop.ask(desk.shop.receipts(), { method: 'POST', body: receipt({ receiptType: 'Email' }) })
    const refused = await said('/problems/refused', '.problem-rows')
    expect(inEnglish(refused)).toEqual([])
  })

  test('mails that failed', async () => {
    const failed = { status: 'failed', reason: 'unknown_mailbox', finished_at: Date.now() } as const
    const emailAddress = 'guest-of-the-long-name@subdomain.of.example.com'
    const mails = ['1', '2'].map(each => deliveryWith(each.repeat(32), id, { ...failed, email_address: emailAddress }))
    await desk.shop.service.db.insertInto('deliveries').values(mails).execute()
    const problems = await said('/problems', '.content')
    expect(inEnglish(problems)).toEqual([])
    for (const text of Object.values(problems)) expect(text).toContain(emailAddress)
  })

  test('the overview', async () => {
    const figures = await said('', '.tiles')
    expect(inEnglish(figures)).toEqual([])
    expect(page).toBe(pages)
    expect(desk.wrong).toEqual([])
  })
})
