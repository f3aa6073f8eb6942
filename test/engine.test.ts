import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import type { BrandOptions } from '../src/brand/brand.ts'
import { createEngine, type Engine } from '../src/engine.ts'
import { LocaleError, OfferError, OptionError, PrintError, ReceiptDataError } from '../src/errors.ts'
import type { LocaleDecision } from '../src/locale/resolve/resolve.ts'
import type { ImageOptions, PdfOptions } from '../src/merchant/options.ts'
import { unpacked } from '../src/pdf/file/packed-pdf.ts'
import { parseReceipt } from '../src/receipt/parse.ts'
import type { Offer } from '../src/view/sections/offers.ts'
import { readBarcodes } from '../tools/goldens/made.ts'
import { fixtureNamed, sharedPrinter } from './support/fixtures.ts'
import { elementsOf, textOf } from './support/html.ts'
import { readPdf } from './support/pdf-text.ts'
import { aReceipt, aReceiptFrom } from './support/receipts.ts'
import { isExhaustive, isSampled } from './support/scope.ts'

const picture = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='
const signature = { base64Image: picture, imageMimeType: 'image/png' }
const quebec = { country: { code: 'CA' }, territory: 'QC' }
const locales = {
  stores: { '118': 'downtown' },
  territories: { 'CA-QC': 'quebec' },
  groups: {
    downtown: { locale: 'en-US' },
    quebec: { locale: 'fr-CA', currency: 'CAD', timeZone: 'America/Toronto', requiredLanguages: ['fr'] },
  },
}
let engine: Engine
beforeAll(async () => {
  engine = await createEngine({ locales, pdf: { printer: sharedPrinter(), paper: 'roll80' } })
})

describe('a receipt', () => {
  test('may be JSON text, bytes, a value, or parsed', () => {
    const sent = aReceipt({ items: [{ name: 'Tea', price: '4.00' }] })
    const { text } = engine.email(sent)
    expect(engine.email(JSON.stringify(sent)).text).toBe(text)
    expect(engine.email(Buffer.from(JSON.stringify(sent))).text).toBe(text)
    expect(engine.email(parseReceipt(sent)).text).toBe(text)
  })

  test('that is invalid is refused by every call, with the field', async () => {
    const wrong = aReceipt({ transactionNumber: null })
    for (const call of [engine.locale, engine.view, engine.email, engine.html, engine.text])
      expect(() => call(wrong)).toThrow(ReceiptDataError)
    await expect(engine.pdf(wrong)).rejects.toThrow('transactionNumber: may not be null')
  })

  test('is not changed by rendering it', () => {
    const sent = aReceipt({ items: [{ name: 'Tea', quantity: { units: '2' } }], note: { a: 1 } })
    const before = structuredClone(sent)
    engine.email(sent)
    expect(sent).toEqual(before)
  })
})

describe('the same receipt', () => {
  const sent = aReceipt({ receiptDateTime: '2026-10-31T17:45:12-04:00', barcodeNumber: '118-20931', signature })

  test('is the same mail, byte for byte, from this engine and from another', async () => {
    const first = JSON.stringify(engine.email(sent))
    engine.email(aReceipt({ header: 'another one' }))
    expect(JSON.stringify(engine.email(sent))).toBe(first)
    const other = await createEngine({ locales })
    expect(JSON.stringify(other.email(sent))).toBe(first)
  })

  test('is the same PDF, byte for byte', async () => {
    const first = await engine.pdf(sent, { paper: 'a4' })
    await engine.pdf(aReceipt({ header: 'another one' }), { paper: 'a4' })
    expect(Buffer.compare(await engine.pdf(sent, { paper: 'a4' }), first)).toBe(0)
  })
})

describe('an image', () => {
  test('is of the mail, or of the paper asked for, whatever the engine prints on', async () => {
    expect(await sizeOf(engine.image(aReceipt()))).toMatchObject({ width: 1200 })
    expect(await sizeOf(engine.image(aReceipt(), { width: 375, scale: 3 }))).toMatchObject({ width: 1125 })
    expect(await sizeOf(engine.image(aReceipt(), { paper: 'a4', scale: 1 }))).toEqual({ width: 794, height: 1123 })
    expect(await sizeOf(engine.image(aReceipt(), { paper: 'roll80', scale: 1 }))).toMatchObject({ width: 303 })
  })

  test.each(isExhaustive ? ['pharmacy', 'everything'] : ['pharmacy'])(
    'of the receipt %s shows the same in another engine',
    async name => {
      const { receipt, acceptLanguage } = fixtureNamed(name)
      const asked = { acceptLanguage, colorScheme: 'dark', scale: 1 } as const
      const first = await engine.image(receipt, asked)
      const other = await createEngine({ locales, pdf: { printer: sharedPrinter() } })
      expect(Buffer.compare(await other.image(receipt, asked), first)).toBe(0)
      expect(Buffer.compare(await engine.image(receipt, asked), first)).toBe(0)
    },
  )

  test.each(
    (
      [
        [{}],
        [{ colorScheme: 'dark' }],
        [{ paper: 'a4' }],
        [{ paper: 'roll80' }],
        [{ paper: 'roll58', scale: 1 }],
        [{ paper: { width: 76 } }],
        [{ paper: { width: 148, height: 210 } }],
      ] as const
    ).filter((_, at) => isSampled(at)),
  )('%o has codes that a scanner reads', async asked => {
    const { receipt, acceptLanguage } = fixtureNamed('fashion-sale.en-CA')
    const codes = await readBarcodes(await engine.image(receipt, { acceptLanguage, ...asked }))
    expect(codes).toMatchObject([{ symbology: 'Code128', text: '004-118-20931' }])
  })

  test.each([
    [{ width: 600, paper: 'a4' }, 'width: paper has its own'],
    [{ colorScheme: 'dark', paper: 'roll80' }, 'colorScheme: paper is never dark'],
    [{ width: 100 }, 'width: must be a whole number from 200 to 2000'],
    [{ scale: 5 }, 'scale: must be a number from 0.5 to 4'],
    [{ type: 'jpeg' }, 'type: must be png or webp'],
    [{ colorScheme: 'auto' }, 'colorScheme: must be light or dark'],
    [{ paper: 'a5' }, 'paper: must be one of'],
    [{ paper: { width: 76, height: 0 } }, 'paper.height: must be millimeters'],
    [{ size: 600 }, 'size'],
  ])('%o is refused', async (asked, words) => {
    const refused = engine.image(aReceipt(), asked as ImageOptions)
    await expect(refused).rejects.toThrow(OptionError)
    await expect(refused).rejects.toThrow(words)
  })

  test('leaves out pictures of goods, which would have to be loaded', async () => {
    const sent = aReceipt({ items: [{ name: 'Tea', price: 4, imageUrl: 'https://shop.example.com/tea.png' }] })
    const own = await createEngine({ pictures: { field: 'imageUrl' }, pdf: { printer: sharedPrinter() } })
    expect(own.html(sent)).toContain('https://shop.example.com/tea.png')
    expect(Buffer.compare(await own.image(sent), await engine.image(sent))).toBe(0)
  })

  test('can be given up', async () => {
    const signal = AbortSignal.abort(new Error('too late'))
    await expect(engine.image(aReceipt(), { signal })).rejects.toThrow('too late')
  })
})

describe('the language', () => {
  test('is the one asked for, or else the store’s', () => {
    expect(engine.locale(aReceipt())).toMatchObject({ requested: null, chosen: 'en-US', source: 'store' })
    expect(engine.locale(aReceipt(), { acceptLanguage: 'de_DE' })).toMatchObject({ chosen: 'de-DE', source: 'header' })
    expect(engine.email(aReceipt(), { acceptLanguage: 'de-DE' }).subject).toMatch(/Pebble & Pine/)
    expect(engine.email(aReceipt(), { acceptLanguage: 'de-DE' }).headers['Content-Language']).toBe('de-DE')
  })

  test('asked for by name must have words; a mistake is answered with the nearest', () => {
    expect(engine.locale(aReceipt(), { locale: 'de_AT' })).toMatchObject({ chosen: 'de-AT', source: 'option' })
    const asking = (locale: string) => () => engine.html(aReceipt(), { locale, acceptLanguage: 'de-DE' })
    expect(asking('sw')).toThrow(/^locale: there are no words in "sw"\. /)
    expect(asking('frr-CA')).toThrow('Did you mean "fr-CA"?')
    expect(asking('xx-YY')).toThrow(LocaleError)
  })

  test('asked for by name with a country that there isn’t is a mistake, too; in a header the language counts', () => {
    const asking = (locale: string) => () => engine.locale(aReceipt(), { locale })
    expect(asking('nb-NX')).toThrow(
      'locale: there is no country "NX" for "nb-NX". Write one by its letters of ISO 3166-1, such as "nb-NO", or the language alone.',
    )
    for (const [wrong, home] of Object.entries({ 'en-EN': 'en-US', ja_JA: 'ja-JP', 'zh-Hant-NX': 'zh-Hant-TW' }))
      expect(asking(wrong)).toThrow(`such as "${home}"`)
    const all = ['nb-SJ', 'es-419', 'en-150', 'en-UK', 'en-XA', 'sr-XK', 'nb']
    for (const known of all) expect(asking(known), known).not.toThrow()
    expect(engine.locale(aReceipt(), { acceptLanguage: 'nb-NX' })).toMatchObject({ chosen: 'nb-NO', source: 'header' })
  })

  test('without settings is that of the store’s country', async () => {
    await using plain = await createEngine()
    const at = (code: string, territory?: string) => {
      const receipt = structuredClone(aReceipt())
      receipt.workstation.store.address = { ...(territory && { territory }), country: { code } }
      return plain.locale(receipt)
    }
    const chosen = (code: string, territory?: string) => at(code, territory).chosen
    expect(at('DE')).toMatchObject({ chosen: 'de-DE', source: 'country' })
    expect(['JP', 'AE', 'BR', 'MX', 'GB', 'TW', 'US'].map(code => chosen(code))).toEqual([
      'ja-JP',
      'ar-AE',
      'pt-BR',
      'es-MX',
      'en-GB',
      'zh-Hant-TW',
      'en-US',
    ])
    expect([chosen('CA', 'ON'), chosen('CA', 'QC'), chosen('CH'), chosen('CH', 'GE'), chosen('CH', 'TI')]).toEqual([
      'en-CA',
      'fr-CA',
      'de-CH',
      'fr-CH',
      'it-CH',
    ])
    expect(['IN', 'PH', 'MY'].map(code => chosen(code))).toEqual(['en-IN', 'en-PH', 'en-MY'])
    expect(['BY', 'KG', 'RS', 'ME'].map(code => chosen(code))).toEqual(['ru-BY', 'ru-KG', 'sr-RS', 'sr-Latn-ME'])
    expect(at('KE')).toMatchObject({ chosen: 'en-US', source: 'default' })
    await using settled = await createEngine({ locales: { default: 'fr-CA' } })
    expect(settled.locale(aReceipt()).chosen).toBe('fr-CA')
  })

  test('of a resent receipt is the one of its stored decision, whatever is asked for', async () => {
    const other = await createEngine()
    const sent = aReceiptFrom(quebec, { currency: undefined, receiptDateTime: '2026-10-31T21:45:00Z' })
    const first = engine.email(sent, { acceptLanguage: 'en-CA' })
    const decision: LocaleDecision = JSON.parse(JSON.stringify(engine.locale(sent, { acceptLanguage: 'en-CA' })))
    expect(decision).toMatchObject({ currency: 'CAD', timeZone: 'America/Toronto' })
    for (const resender of [engine, other]) {
      const again = resender.email(sent, { acceptLanguage: 'ja-JP', locale: decision })
      expect(JSON.stringify(again)).toBe(JSON.stringify(first))
    }
  })

  test('the time zone of all stores counts if a group has none', async () => {
    const west = await createEngine({ locales: { ...locales, timeZone: 'America/Vancouver' } })
    const sent = { currency: 'CAD', receiptDateTime: '2026-10-31T21:45:00Z' } as const
    expect(west.text(aReceiptFrom({ country: { code: 'CA' }, territory: 'BC' }, sent))).toMatch(/2:45/)
    expect(west.locale(aReceipt()).timeZone).toBe('America/Vancouver')
    expect(west.locale(aReceiptFrom(quebec, sent)).timeZone).toBe('America/Toronto')
  })

  test('a group’s calendar and digits are those of the readers of its language', async () => {
    const groups = { bangkok: { locale: 'th-TH', calendar: 'buddhist', numberingSystem: 'thai' } } as const
    const shop = await createEngine({ locales: { groups, default: 'bangkok' } })
    const sent = aReceipt({
      currency: 'THB',
      grandAmount: 420,
      receiptDateTime: '2026-10-31T17:45:00',
      transactionNumber: '118',
    })
    const [thai, english] = ['th', 'en'].map(acceptLanguage => shop.email(sent, { acceptLanguage }).text)
    expect(thai).toContain('๓๑ ตุลาคม ๒๕๖๙')
    expect(thai).toContain('๔๒๐.๐๐')
    // A person compares it with what the till shows.
    expect(thai).toContain('118')
    expect(english).toContain('October 31, 2026')
    expect(english).toContain('420.00')
  })

  test('a group’s currency and time zone count if the receipt has none', async () => {
    const elsewhere = await createEngine({ locales: { ...locales, stores: {} } })
    const sent = aReceiptFrom(quebec, { currency: undefined, grandAmount: 40, receiptDateTime: '2026-10-31T21:45:00Z' })
    const { text } = elsewhere.email(sent)
    expect(text).toMatch(/40,00\s\$/)
    expect(text).toMatch(/17\sh\s45/)
  })

  test('of a store in Quebec is French, with English added for those who ask for it', async () => {
    const elsewhere = await createEngine({ locales: { ...locales, stores: {} } })
    const sent = aReceiptFrom(quebec, { currency: 'CAD' })
    expect(elsewhere.locale(sent, { acceptLanguage: 'en-CA' }).languages).toEqual(['fr-CA', 'en-CA'])
    expect(elsewhere.email(sent, { acceptLanguage: 'en-CA' }).text).toContain('Reçu / Receipt')
    expect(elsewhere.email(sent).text).not.toContain('Receipt')
  })

  test("words of a folder of one's own win", async () => {
    const folder = mkdtempSync(join(tmpdir(), 'words-'))
    writeFileSync(join(folder, 'en.json'), JSON.stringify({ document: { sale: 'Docket' } }))
    const own = await createEngine({ locales: { messages: folder } })
    rmSync(folder, { recursive: true })
    expect(own.email(aReceipt()).subject).toBe('Docket from Pebble & Pine: $12.00')
  })

  test('a subject of one’s own can have the receipt’s number', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'words-'))
    const document = { subjectWithAmount: '{{kind}} {{number}} from {{store}}: {{amount}}' }
    writeFileSync(join(folder, 'en.json'), JSON.stringify({ document }))
    const own = await createEngine({ locales: { messages: folder } })
    rmSync(folder, { recursive: true })
    const sent = aReceipt()
    expect(own.email(sent).subject).toBe(`Receipt ${sent.transactionNumber} from Pebble & Pine: $12.00`)
  })
})

describe('offers', () => {
  const shown = (offer: Offer) => engine.email(aReceipt(), { offers: [offer] })
  const words: Offer = { offerContentType: 'text/plain', content: 'Ten percent off <wool>\nuntil Sunday' }

  test('in plain text are text, line by line, and so is one without a type', () => {
    for (const offer of [words, { content: words.content }]) {
      const { html, text } = shown(offer)
      expect(html).toContain('Ten percent off &lt;wool&gt;<br>until Sunday')
      expect(text).toContain('Ten percent off <wool>\nuntil Sunday')
    }
  })

  test('in HTML keep simple structure and safe links, and lose scripts and styles', () => {
    const { html, text } = shown({
      offerContentType: 'text/html',
      content:
        '<h2 style="x" class="big">Sale</h2><p onclick="a()">Wool <b>half</b> price<script>alert(1)</script> ' +
        '<a href="https://shop.example.com/wool?a=1&b=2" target="_blank">Look</a> <a href="javascript:a()">no</a></p>' +
        '<iframe src="https://example.com"></iframe><img src="https://example.com/x.png"><form><input></form>',
    })
    expect(html).toContain(
      '<h3>Sale</h3><p>Wool <b>half</b> price <a href="https://shop.example.com/wool?a&#61;1&amp;b&#61;2">Look</a> <a>no</a></p>'.replaceAll(
        '&#61;',
        '=',
      ),
    )
    expect(text).toContain('Sale\nWool half price')
    expect(text).toContain('https://shop.example.com/wool?a=1&b=2')
    expect(html + text).not.toContain('alert(1)')
  })

  test.each([
    [
      'image/png',
      'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAADElEQVR4nGOQj/EFAAFmAMlFMxKQAAAAAElFTkSuQmCC',
      'png',
    ],
    ['image/gif', 'R0lGODlhAQABAIAAAAUEBAAAACwAAAAAAQABAAACAkQBADs=', 'gif'],
    ['image/bmp', 'Qk06AAAAAAAAADYAAAAoAAAAAQAAAAEAAAABABgAAAAAAAQAAAAAAAAAAAAAAAAAAAAAAAAA////AA==', 'bmp'],
  ] as const)('as %s travel as an attachment', (offerContentType, content, ending) => {
    const { html, text, attachments } = shown({ offerContentType, content, imageWidth: 300 })
    const [image] = attachments
    expect(image!.filename).toMatch(new RegExp(`^offer-[0-9a-f]{16}\\.${ending}$`))
    expect(image!.content.toString('base64')).toBe(content)
    const shownAs = elementsOf(html).find(({ tag }) => tag === 'img')
    expect(shownAs!.attributes).toMatchObject({
      src: `cid:${image!.cid}`,
      width: '300',
      alt: 'Offer from Pebble & Pine',
    })
    expect(text).toContain('[Offer from Pebble & Pine]')
  })

  test('are never wider than the mail', () => {
    const { html } = shown({ offerContentType: 'image/png', content: picture, imageWidth: 4000 })
    expect(Number(elementsOf(html).find(({ tag }) => tag === 'img')!.attributes.width)).toBeLessThanOrEqual(536)
  })

  test.each([
    [
      'a picture of another type than it says',
      { offerContentType: 'image/gif', content: picture },
      'offers[0].content: is image/png, but offerContentType says image/gif',
    ],
    [
      'a script that says it is a picture',
      { offerContentType: 'image/png', content: btoa('<script>alert(1)</script>') },
      'offers[0].content',
    ],
    ['what is no base64', { offerContentType: 'image/png', content: 'no picture!' }, 'offers[0].content'],
    [
      'a type that the interface does not have',
      { offerContentType: 'image/svg+xml', content: '<svg/>' },
      'must be one of image/png',
    ],
    ['one without content', { offerContentType: 'text/plain' }, 'offers[0].content: may not be null'],
  ])('%s is refused with its place', (_, offer, message) => {
    expect(() => shown(offer as Offer)).toThrow(OfferError)
    expect(() => shown(offer as Offer)).toThrow(message)
  })

  test('the second of two is named the second', () => {
    const offers = [words, { offerContentType: 'image/png', content: '' }] as const
    expect(() => engine.view(aReceipt(), { offers })).toThrow('offers[1]')
  })
})

describe('a test merchant', () => {
  test('marks its receipts in mail, text, PDF and gift receipts, beside the mark of a copy', async () => {
    const tester = await createEngine({ test: true, pdf: { printer: sharedPrinter(), paper: 'roll80' } })
    const mark = 'Test – not a sale'
    const mail = tester.email(aReceipt())
    expect(textOf(mail.html)).toMatch(new RegExp(`Receipt\\s+${mark}`))
    expect(mail.text).toMatch(new RegExp(`^${mark}$`, 'm'))
    expect(tester.email(aReceipt(), { copy: true }).text).toMatch(new RegExp(`^${mark} · Copy$`, 'm'))
    expect(tester.text(aReceipt(), { variant: 'gift' })).toContain(mark)
    const { pages } = await readPdf(await tester.pdf(aReceipt()))
    expect(pages[0]).toMatch(new RegExp(`Receipt\\s*${mark}`))
    expect(engine.email(aReceipt()).text).not.toContain(mark)
  })
})

describe('a copy', () => {
  test('says so next to its title, in every form', async () => {
    const original = engine.email(aReceipt())
    const copy = engine.email(aReceipt(), { copy: true })
    expect(textOf(copy.html)).toMatch(/Receipt\s+Copy/)
    expect(copy.text).toMatch(/^Copy$/m)
    expect(original.text).not.toContain('Copy')
    const { pages } = await readPdf(await engine.pdf(aReceipt(), { copy: true }))
    expect(pages[0]).toMatch(/Receipt\s*Copy/)
  })

  test('is otherwise the same', () => {
    const original = engine.email(aReceipt()).text
    expect(engine.email(aReceipt(), { copy: true }).text.replace('Copy\n', '')).toBe(original)
  })
})

describe('a standalone page', () => {
  test('embeds its pictures, has styles for its print, and is otherwise the mail', () => {
    const mailed = { receiptType: 'DigitalOnly', customer: { emailAddress: 'ada@example.com' } }
    const sent = aReceipt({ barcodeNumber: '118-20931', signature, ...mailed })
    const html = engine.html(sent).replace(/<style>@page.*?<\/style>(?=<\/head>)/, '')
    const sources = elementsOf(html).flatMap(({ attributes }) => attributes.src ?? [])
    expect(sources).toHaveLength(2)
    for (const source of sources) expect(source).toMatch(/^data:image\/png;base64,/)
    expect(html.replace(/src="data:[^"]+"/g, '')).toBe(engine.email(sent).html.replace(/src="cid:[^"]+"/g, ''))
  })

  test.each(['PaperOnly', 'NoReceipt'])('of a %s doesn’t say why an email was sent', receiptType => {
    expect(engine.html(aReceipt({ receiptType }))).not.toContain('Sent because you asked')
    expect(engine.email(aReceipt({ receiptType })).html).toContain('Sent because you asked')
  })
})

describe('the brand', () => {
  const branded = async (brand: BrandOptions, sent = aReceipt({ paymentLink: 'https://pay.example.com/1' })) =>
    (await createEngine({ brand })).email(sent)

  test('gives mail its color, light and dark, with readable text on it', async () => {
    const { html } = await branded({ color: '#FFCC00', colorDark: '#ffe680' })
    expect(html).toContain('background:#ffcc00')
    expect(html).toContain('#ffe680')
    const button = elementsOf(html).find(({ tag, attributes }) => tag === 'a' && attributes.href?.includes('pay'))
    expect(button!.attributes.style).toContain('color:#1d1b16')
    expect((await branded({ color: '#101040' })).html).toContain('color:#ffffff')
  })

  test('without a dark color gets a lighter shade', async () => {
    const [, dark] = /\.link[^{]*\{color:(#[0-9a-f]{6})/.exec((await branded({ color: '#1f5c4d' })).html) ?? []
    const [red = 0, green = 0, blue = 0] = [1, 3, 5].map(at => Number.parseInt(dark!.slice(at, at + 2), 16))
    expect(green).toBeGreaterThan(170)
    expect(green).toBeGreaterThan(red)
    expect(green).toBeGreaterThan(blue)
  })

  test('shows its logo in place of the first letter, as an attachment with a name', async () => {
    const { html, attachments } = await branded({ logo: Buffer.from(picture, 'base64'), logoWidth: 120 })
    expect(attachments[0]!.cid).toMatch(/^logo-/)
    const [logo] = elementsOf(html).filter(({ tag }) => tag === 'img')
    expect(logo!.attributes).toMatchObject({
      src: `cid:${attachments[0]!.cid}`,
      width: '120',
      alt: 'Pebble & Pine logo',
    })
    const first = ({ html }: { html: string }) =>
      elementsOf(html).find(({ attributes }) => attributes['aria-hidden'])?.text
    expect(first({ html })).toBeUndefined()
    expect(first(await branded({}))).toBe('P')
  })

  test('ends mail and page with its footer and link', async () => {
    const own = await createEngine({
      brand: {
        footer: 'Pebble & Pine LLC\nTax no. 55-0100',
        link: { text: 'Ask us', url: 'https://example.com/help' },
      },
    })
    const { html, text } = own.email(aReceipt())
    expect(textOf(html)).toMatch(/Pebble & Pine LLC\s+Tax no\. 55-0100\s+Ask us/)
    expect(text).toContain('Pebble & Pine LLC\nTax no. 55-0100\nAsk us https://example.com/help')
    expect(elementsOf(html).some(({ attributes }) => attributes.href === 'https://example.com/help')).toBe(true)
  })

  test.each([
    [{ color: 'green' }, 'brand.color: must be #rrggbb'],
    [{ colorDark: '#fff' }, 'brand.colorDark: must be #rrggbb'],
    [{ color: '#000000;}body{display:none' }, 'brand.color: must be #rrggbb'],
    [{ font: 'Georgia;color:red' }, 'brand.font'],
    [{ font: '"Times"' }, 'brand.font'],
    [{ logo: '/no/such/logo.png' }, 'brand.logo: the file cannot be read'],
    [{ logo: Buffer.from('<svg/>') }, 'brand.logo: '],
    [{ link: { text: 'x', url: 'javascript:alert(1)' } }, 'brand.link.url'],
    [{ link: { text: 'x', url: 'https://a:b@example.com/' } }, 'brand.link.url'],
    [{ link: { text: 'x', url: 'mailto:a@example.com\nBcc: b@example.com' } }, 'brand.link.url'],
  ] as [BrandOptions, string][])('%o is refused', async (brand, message) => {
    await expect(createEngine({ brand })).rejects.toThrow(OptionError)
    await expect(createEngine({ brand })).rejects.toThrow(message)
  })
})

describe('options that can’t work are refused when the engine is created', () => {
  test('an unknown paper', async () => {
    await expect(createEngine({ pdf: { paper: 'a5' as never } })).rejects.toThrow(
      'paper: must be one of a4, letter, roll80, roll58',
    )
    await expect(engine.pdf(aReceipt(), { paper: 'a5' as never })).rejects.toThrow(OptionError)
  })

  test('a paper of measures that there can’t be', async () => {
    await expect(createEngine({ pdf: { paper: { width: 76, margin: 40 } } })).rejects.toThrow(
      'paper.margin: a width of 76',
    )
    await expect(engine.pdf(aReceipt(), { paper: { width: -1 } })).rejects.toThrow('paper.width: must be millimeters')
  })

  test('a language without wording', async () => {
    await expect(createEngine({ locales: { default: 'tlh' } })).rejects.toThrow(LocaleError)
  })
})

describe('printing', () => {
  test('takes the call’s paper, or else the engine’s', async () => {
    const roll = await readPdf(await engine.pdf(aReceipt()))
    const sheet = await readPdf(await engine.pdf(aReceipt(), { paper: 'letter' }))
    expect([roll.pages.length, sheet.pages.length]).toEqual([1, 1])
    expect(roll.width).toBeCloseTo((80 / 25.4) * 72, 0)
    expect(sheet.width).toBe(612)
  })

  test('takes a paper of any measures, for one call or all', async () => {
    const own = await createEngine({ pdf: { printer: sharedPrinter(), paper: { width: 148, height: 210 } } })
    const mediumOf = async (asked?: PdfOptions) =>
      /\/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]/
        .exec(unpacked(await own.pdf(aReceipt(), asked)))!
        .slice(1)
        .map(Number)
    expect(await mediumOf()).toEqual([148, 210].map(near))
    const [width, height] = await mediumOf({ paper: { width: 76 } })
    expect(width).toEqual(near(76))
    expect(height).toBeLessThan(points(150))
  })

  test('names a code that is too long for the paper, and what it needs', async () => {
    const receipt = aReceipt({ barcodeType: 'Code128', barcodeNumber: 'aB~x'.repeat(12) })
    const refused = engine.pdf(receipt, { paper: { width: 100, height: 140 } })
    await expect(refused).rejects.toThrow(OptionError)
    await expect(refused).rejects.toThrow(
      "paper: the receipt's Code128 of 48 characters is 148.1 mm high, and there are 124 mm between the margins; the paper must be 165 mm high",
    )
    expect((await engine.pdf(receipt, { paper: { width: 100, height: 165 } })).length).toBeGreaterThan(1000)
  })

  test('gives up when aborted', async () => {
    await expect(engine.pdf(aReceipt(), { signal: AbortSignal.abort(new Error('too late')) })).rejects.toThrow(
      'too late',
    )
  })

  test('names the character that no font has', async () => {
    await expect(engine.pdf(aReceipt({ header: 'Papyrus \u{13080}' }))).rejects.toThrow(PrintError)
  })

  test('says after the engine was closed that it is, and starts no other browser', async () => {
    const own = await createEngine({ pdf: { processes: 1 } })
    if (isExhaustive) await own.pdf(aReceipt())
    await own.close()
    await own.close()
    for (const printed of [own.pdf(aReceipt()), own.image(aReceipt()), own.merge([aReceipt()])])
      await expect(printed).rejects.toThrow('The engine is closed')
    expect(own.email(aReceipt()).subject).not.toBe('')
    await own[Symbol.asyncDispose]()
  })
})

/** As a PNG's header says (PNG 3, 11.2.1). */
async function sizeOf(image: Promise<Uint8Array>): Promise<{ width: number; height: number }> {
  const png = Buffer.from(await image)
  return { width: png.readUInt32BE(16), height: png.readUInt32BE(20) }
}

function points(millimeters: number): number {
  return (millimeters / 25.4) * 72
}

/** Chromium rounds a page up to whole points. */
function near(millimeters: number): unknown {
  return expect.closeTo(points(millimeters), -0.5)
}
