import { beforeAll, describe, expect, test } from 'vitest'
import type { EmailMessage } from '../src/email/compose.ts'
import type { ReceiptInput } from '../src/generated/receipt-input.ts'
import { unpacked } from '../src/pdf/file/packed-pdf.ts'
import { papers } from '../src/pdf/paper.ts'
import { type ReceiptSource, readReceipt } from '../src/receipt/parse.ts'
import { engineFor, fixtureNamed } from './support/fixtures.ts'
import { elementsOf, skeletonOf, textOf, textsOf } from './support/html.ts'
import { readPdf } from './support/pdf-text.ts'
import { printed } from './support/prints.ts'
import { isExhaustive } from './support/scope.ts'
import { pageOf } from './support/stages.ts'
import { textPlaces } from './support/text-places.ts'

const fixture = fixtureNamed('hostile')
const { acceptLanguage, offers } = fixture
const receipt = fixture.receipt as Record<string, unknown> & ReceiptInput
const engine = await engineFor(fixture)
const pages = [
  { page: 'the mail', of: (sent: ReceiptSource) => engine.email(sent, { acceptLanguage }).html },
  { page: 'the page of the mail', of: (sent: ReceiptSource) => engine.html(sent, { acceptLanguage }) },
  { page: 'the page for A4', of: (sent: ReceiptSource) => pageOf(engine.view(sent, { acceptLanguage })) },
  { page: 'the page for a roll', of: (sent: ReceiptSource) => pageOf(engine.view(sent, { acceptLanguage }), 'roll80') },
]

describe.each(pages)('$page', ({ of }) => {
  const html = of(receipt)
  const elements = elementsOf(html)

  test('has the elements and attributes of a harmless receipt', () => {
    expect(skeletonOf(html)).toEqual(skeletonOf(of(harmless(receipt) as ReceiptInput)))
  })

  test('prints every text as sent, where a harmless one would be', () => {
    const said = textsOf(html).map(unescaped).map(disarmed)
    expect(said.length).toBeGreaterThan(300)
    expect(said).toEqual(
      textsOf(of(harmless(receipt) as ReceiptInput))
        .map(unescaped)
        .map(disarmed),
    )
  })

  test('runs, loads and sends nothing', () => {
    const tags = new Set(elements.map(({ tag }) => tag))
    for (const tag of active) expect(tags).not.toContain(tag)
    for (const { attributes } of elements) {
      expect(Object.keys(attributes).filter(name => /^(on|srcdoc$|formaction$|action$|ping$)/.test(name))).toEqual([])
      for (const name of ['href', 'src', 'background']) {
        const address = attributes[name]
        if (address !== undefined)
          expect(address).toMatch(/^(https?:\/\/|cid:[\w@-]+$|data:image\/(png|jpeg|gif|bmp);base64,)/)
      }
      expect(attributes.style ?? '').not.toMatch(/url\(|expression|@import|javascript/i)
    }
  })

  test('treats template code, message code and the inliner’s marks as text', () => {
    const text = textOf(html)
    for (const code of literally) expect(text).toContain(code)
  })
})

/** Elements that do something, or could not come from a template of receipts. */
const active = [
  'script',
  'iframe',
  'object',
  'embed',
  'form',
  'input',
  'textarea',
  'button',
  'base',
  'link',
  'video',
  'audio',
]

const literally = [
  '{{{operator}}}',
  '{{#each this}}{{@key}}{{/each}}',
  '{{constructor.constructor}}',
  '<%= 7 * 7 %>',
  '$' + '{7*7}',
  '$t(receipt.title)',
  '$t(totals.total, {"count": 2}) {{t "x"}}',
  'JUICE_CODE_BLOCK_1_ JUICE_CODE_BLOCK_0_',
  '{{> (lookup . "header")}}',
  '{{!-- gone --}}',
  '{{{{{{{name}}}}}}} \\{{name}} \\\\{{{name}}} {{name',
  'javascript:alert(4)',
]

describe('the rest of the mail', () => {
  let mail: EmailMessage
  beforeAll(() => {
    mail = engine.email(receipt, { acceptLanguage, offers })
  })

  test('subject, preheader and headers are one line each', () => {
    for (const line of [mail.subject, mail.preheader, ...Object.entries(mail.headers).flat()]) {
      expect(line).toMatch(/^[^\p{Cc}\p{Zl}\p{Zp}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]+$/u)
    }
    for (const { cid, filename } of mail.attachments) expect(cid + filename).toMatch(/^[\w.@-]+$/)
  })

  test('the text has no control characters and no direction marks but pairs of isolates', () => {
    expect(mail.text).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u061c\u200e\u200f\u202a-\u202e]/)
    for (const line of mail.text.split('\n')) expect(isBalanced(line), line).toBe(true)
  })

  test('the text part treats template code as text', () => {
    const unwrapped = mail.text.replace(/\s+/g, '')
    for (const code of literally) expect(unwrapped).toContain(code.replace(/\s+/g, ''))
  })

  test('an offer in HTML keeps its words and a harmless link, and nothing active', () => {
    const [offer] = engine.view(receipt, { offers: [offers[1]!] }).offers!.offers
    expect(offer!.html).toBe('<p>Half price <a>now</a></p>')
    expect(offer!.htmlText?.lines).toEqual(['Half price now'])
  })

  test('an offer in plain text is text', () => {
    const page = textOf(mail.html)
    expect(page).toContain('<script>alert(15)</script> {{offer}} </style>')
  })

  test('the shop’s texts can’t end the page’s title or style', () => {
    const elements = elementsOf(mail.html)
    expect(elements.filter(({ tag }) => tag === 'title')).toHaveLength(1)
    expect(elements.filter(({ tag }) => tag === 'style')).toHaveLength(1)
    expect(elements.find(({ tag }) => tag === 'title')!.text).toContain('<script>')
  })
})

test('fields that look like card data, keys of objects and prototypes are not reached', () => {
  const page = engine.text(receipt, { acceptLanguage })
  expect(page).not.toContain('[object Object]')
  expect(page).not.toContain('native code')
  expect(page).not.toContain('6006490000001207')
})

test.each((['a4', 'roll80'] as const).slice(0, isExhaustive ? 2 : 1))(
  'a PDF on %s has links and no other action',
  async paper => {
    const bytes = await printed(fixture, paper, 'classic')
    const raw = unpacked(bytes)
    expect(raw).not.toMatch(/\/(JavaScript|JS|Launch|OpenAction|AA|EmbeddedFile|SubmitForm|GoToR|RichMedia|AcroForm)\b/)
    const { links, pages } = await readPdf(bytes)
    expect(links.length).toBeGreaterThan(3)
    for (const link of links) expect(link).toMatch(/^(https?:\/\/|mailto:|tel:)/)
    expect(
      raw
        .match(/\/S \/\w+/g)
        ?.filter(kind => /URI|Named|GoTo/.test(kind))
        .every(kind => kind === '/S /URI'),
    ).toBe(true)
    expect(pages.join('')).toContain('<script>alert(1)</script>')
  },
)

// A sheet is laid out like the other, a roll too.
test.each(papers.filter((_, at) => isExhaustive || at % 3 === 0))(
  'endless words don’t shrink a receipt on %s',
  async paper => {
    const sizes = async (name: string) => {
      const { receipt } = fixtureNamed(name)
      return (await readPdf(await engine.pdf(receipt, { paper }))).sizes
    }
    expect(await sizes('hostile')).toEqual(expect.arrayContaining((await sizes('minimal')).slice(0, 2)))
  },
)

/** The same receipt, as long and in as many lines, with letters in place of all characters that mean something to a machine. */
function harmless(value: unknown, key = ''): unknown {
  if (typeof value === 'string') return keptAsSent.test(key) ? value : disarmed(value)
  if (Array.isArray(value)) return value.map(each => harmless(each, key))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, child]) => [name, harmless(child, name)]))
}

/** Dates, pictures, links and values of a list, which have no free form. */
const keptAsSent =
  /dateTime$|dueDate$|base64Image|MimeType|^url$|paymentLink|trackingPixel|receiptType|barcode|^currency|^code$|emailAddress|expirationDate|first6Digits/i

function disarmed(text: string): string {
  return text.replace(/[<>&"'`{}$()=%^#]/g, 'x')
}

/** Text in a stylesheet as it is shown: such signs are escaped there by their numbers (CSS Syntax 3, 4.3.7). */
function unescaped(text: string): string {
  return text.replace(/\\([0-9a-f]{1,6}) /g, (_, number: string) => String.fromCodePoint(Number.parseInt(number, 16)))
}

function isBalanced(line: string): boolean {
  let depth = 0
  for (const character of line) {
    if (character === '\u2066' || character === '\u2067' || character === '\u2068') depth++
    if (character === '\u2069') depth--
    if (depth < 0) return false
  }
  return depth === 0
}

const noncharacter = /\p{Noncharacter_Code_Point}/u

test('no noncharacter of a till reaches a subject, mail, page or slip, wherever it is sent', () => {
  const sent = textPlaces.map(({ name, receiptWith }) => ({
    name,
    receipt: receiptWith('Tea \uffff\ufdd0\u{1fffe} for two'),
  }))
  const read = sent.flatMap(({ name, receipt }) => {
    const { receipt: accepted } = readReceipt(receipt)
    return accepted ? [{ name, accepted }] : []
  })
  expect(read.length).toBeGreaterThan(250)
  const isKept = (accepted: unknown) => noncharacter.test(JSON.stringify(accepted))
  expect(read.filter(({ accepted }) => isKept(accepted)).map(({ name }) => name)).toEqual([])
  // What isn't in the receipt that was read is in nothing made of it.
  const made = read.filter((_, at) => isExhaustive || at % 8 === 0)
  const reached = made.filter(({ accepted }) => {
    const { subject, html, text } = engine.email(accepted)
    const paper = [pageOf(engine.view(accepted)), JSON.stringify(engine.slip(accepted))]
    return noncharacter.test([subject, html, text, engine.html(accepted), ...paper].join())
  })
  expect(reached.map(({ name }) => name)).toEqual([])
})
