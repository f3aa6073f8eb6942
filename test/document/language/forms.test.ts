import { describe, expect, test } from 'vitest'
import { createEngine } from '../../../src/index.ts'
import { parseReceipt } from '../../../src/receipt/parse.ts'
import { aReceipt, languageOf, plain } from '../../support/receipts.ts'

/** What a hotel's till knows of a stay, in fields of its own. */
const stay = {
  currency: 'EUR',
  stay: { arrival: '2026-12-01', checkOut: '2026-12-04T10:30:00Z', cityTax: '1234.5', room: '12 – Elbblick' },
  points: -1250.75,
  note: '3 nights & 1 <b>breakfast</b>',
}
const lines = {
  day: '{{date extra.[stay.arrival]}}',
  dayOfTime: '{{date extra.[stay.checkOut]}}',
  time: '{{dateTime extra.[stay.checkOut]}}',
  timeOfDay: '{{dateTime extra.[stay.arrival]}}',
  amount: '{{money extra.[stay.cityTax]}}',
  number: '{{number extra.points}}',
}

/** What lines of one's own print in each medium. */
async function printed(own: Readonly<Record<string, string>>, locale: string, sent: object = stay) {
  const marked = Object.entries(own).map(([name, line]) => `${name}~${line}~`)
  const files = new Map([
    ['sections/slot1.html.hbs', marked.filter(line => !line.includes('{{row')).join('')],
    ['sections/slot1.txt.hbs', marked.filter(line => !line.includes('{{plain')).join('\n')],
  ])
  const engine = await createEngine({ templates: { files }, locales: { timeZone: 'Europe/Berlin' }, strict: true })
  const receipt = aReceipt({ ...sent })
  return { html: named(engine.html(receipt, { locale })), text: named(engine.text(receipt, { locale })) }

  function named(shown: string): Record<string, string> {
    const lines = Object.keys(own).map(name => [name, new RegExp(`${name}~([^~]*)~`).exec(shown)?.[1] ?? ''])
    return Object.fromEntries(lines)
  }
}

describe('fields of a till’s own are written as the receipt writes its own', () => {
  test.each([
    [
      'en-US',
      {
        day: 'Dec 1, 2026',
        dayOfTime: 'Dec 4, 2026',
        time: 'Dec 4, 2026, 11:30 AM',
        timeOfDay: 'Dec 1, 2026',
        amount: '€1,234.50',
        number: '−1,250.75',
      },
    ],
    [
      'de-DE',
      {
        day: '1. Dez. 2026',
        dayOfTime: '4. Dez. 2026',
        time: '4. Dez. 2026, 11:30',
        timeOfDay: '1. Dez. 2026',
        amount: '1.234,50 €',
        number: '−1.250,75',
      },
    ],
  ])('%s, in HTML and text', async (locale, expected) => {
    const { html, text } = await printed(lines, locale)
    const bare = Object.fromEntries(Object.entries(html).map(([name, line]) => [name, line.replace(/<[^>]*>/g, '')]))
    expect(mapped(bare, plain)).toEqual(expected)
    expect(mapped(text, plain)).toEqual(expected)
  })

  test('right to left they have their own direction, like the amounts of the view', async () => {
    const { html, text } = await printed({ ...lines, phone: '{{extra.phone}}' }, 'ar', {
      ...stay,
      phone: '614-555-0188',
    })
    expect(html.amount).toMatch(/^<span dir="(ltr|rtl)">/)
    expect(html.number).toMatch(/^<span dir="ltr">/)
    expect(html.phone).toBe('<span dir="ltr">614-555-0188</span>')
    for (const line of Object.values(text)) expect(line).toMatch(/^[\u2066\u2067].*\u2069$/)
    const receipt = parseReceipt(aReceipt(stay))
    expect(plain(text.amount)).toBe(
      plain(
        languageOf(receipt, 'ar')
          .f.money(1234.5)
          .replace(/[\u061c\u200f]/g, ''),
      ),
    )
  })

  test('what is no date, amount or number is printed as it was sent', async () => {
    const own = { date: '{{date extra.note}}', money: '{{money extra.note}}', number: '{{number extra.[stay.room]}}' }
    const { html, text } = await printed(own, 'en-US')
    const shown = '3 nights &amp; 1 &lt;b&gt;breakfast&lt;/b&gt;'
    expect(html).toEqual({ date: shown, money: shown, number: '12 – Elbblick' })
    expect(text).toEqual({ date: stay.note, money: stay.note, number: stay.stay.room })
  })

  test('an attribute, a row and a block take them, and a list of fields', async () => {
    const html = {
      title: '<i title="{{plain (date extra.[stay.arrival])}}"></i>',
      block: '{{#with extra}}{{#if points}}{{number points}}{{/if}}{{/with}}',
    }
    const shown = await printed(html, 'de-DE')
    expect(plain(shown.html.title)).toBe('<i title="1. Dez. 2026"></i>')
    expect(shown.html.block).toBe('−1.250,75')
    const { text } = await printed({ row: '{{row "City tax" (money extra.[stay.cityTax])}}' }, 'de-DE')
    expect(plain(text.row)).toMatch(/^City tax +1\.234,50 €$/)
  })

  test('without a currency an amount is a plain number', async () => {
    const own = { amount: '{{money extra.held}}' }
    const store = { id: '118', name: 'Pebble & Pine', address: {} }
    const sent = { held: '20', currency: undefined, workstation: { id: '3', store } }
    const none = await printed(own, 'en-US', sent)
    expect(none.text.amount).toBe('20.00')
  })

  test('alone, the word is a field: the date of the receipt', async () => {
    const own = { date: '{{#with heading}}{{date}}{{/with}}' }
    const { text } = await printed(own, 'en-US', { receiptDateTime: '2026-11-20' })
    expect(plain(text.date)).toBe('November 20, 2026')
  })

  test('a receipt without the field is an error where templates are strict, and nothing else elsewhere', async () => {
    await expect(printed({ date: '{{date extra.nowhere}}' }, 'en-US')).rejects.toThrow('{{extra.nowhere}} is printed')
    const files = new Map([['sections/slot1.html.hbs', '<p>[{{date extra.nowhere}}]</p>']])
    const engine = await createEngine({ templates: { files }, onMissingField() {} })
    expect(engine.html(aReceipt())).toContain('<p>[]</p>')
  })

  test('a gift receipt has none of them', async () => {
    const files = new Map([['sections/slot1.html.hbs', '{{#if extra.price}}{{money extra.price}}{{/if}}']])
    const engine = await createEngine({ templates: { files } })
    const receipt = aReceipt({ price: '77.77', items: [{ name: 'Kettle', price: 12, total: 12 }] })
    expect(engine.html(receipt)).toContain('$77.77')
    expect(engine.html(receipt, { variant: 'gift' })).not.toContain('77.77')
  })
})

describe('a wrong argument is refused with its place', () => {
  test.each([
    ['{{money "12.00"}}', 'money writes a field that your tills send; write {{money extra.field}}'],
    ['{{date 20261201}}', 'write {{date extra.field}}'],
    ['{{date (number extra.a)}}', 'write {{date extra.field}}'],
    ['{{date extra.a extra.b}}', 'date takes 1 argument'],
    ['{{dates extra.a}}', 'helpers are'],
    ['{{date extra.a style="long"}}', 'named arguments are not supported'],
  ])('%s', async (line, message) => {
    const files = new Map([['sections/slot1.html.hbs', `<p>\n${line}</p>`]])
    const opened = createEngine({ templates: { files } })
    await expect(opened).rejects.toThrow(/sections\/slot1\.html\.hbs:2:\d+: /)
    await expect(opened).rejects.toThrow(message)
  })
})

function mapped(record: Readonly<Record<string, string>>, change: (text: string) => string): Record<string, string> {
  return Object.fromEntries(Object.entries(record).map(([key, text]) => [key, change(text)]))
}
