import { describe, expect, test } from 'vitest'
import { createEngine } from '../../src/engine.ts'
import { srgbProfile } from '../../src/pdf/file/claim.ts'
import { mergePdfs } from '../../src/pdf/merge/merge.ts'
import { papers } from '../../src/pdf/paper.ts'
import { looks } from '../../src/view/variant.ts'
import { anyReceipt } from '../support/any-receipt.ts'
import fc from '../support/fast-check.ts'
import { sampled, sharedPrinter } from '../support/fixtures.ts'
import { replaced } from '../support/hostile-pdfs.ts'
import { archiveProblems } from '../support/pdf-a.ts'
import { accessProblems } from '../support/pdf-ua/check.ts'
import { readObjects } from '../support/pdf-ua/objects.ts'
import { structureProblems } from '../support/pdf-ua/structure.ts'
import { printed } from '../support/prints.ts'
import { thorough } from '../support/scope.ts'
import { page } from './pages.ts'

/** 8 × 8 pixels in the colors of print, without a profile. */
const cmykJpeg =
  '/9j/7gAOQWRvYmUAZAAAAAAC/9sAQwADAgICAgIDAgICAwMDAwQGBAQEBAQIBgYFBgkICgoJCAkJCgwPDAoLDgsJCQ0RDQ4PEBAREAoMEhMSEBMPEBAQ/9sAQwEDAwMEAwQIBAQIEAsJCxAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQ/8AAFAgACAAIBAERAAIRAQMRAQQRAP/EABUAAQEAAAAAAAAAAAAAAAAAAAYJ/8QAFBABAAAAAAAAAAAAAAAAAAAAAP/EABUBAQEAAAAAAAAAAAAAAAAAAAcJ/8QAFBEBAAAAAAAAAAAAAAAAAAAAAP/aAA4EAQACEQMRBAAAPwBAW09FHX//2Q=='
/** 8 × 8 pixels, half translucent. */
const translucentPng =
  'iVBORw0KGgoAAAANSUhEUgAAAAgAAAAIEAYAAACUn2LIAAAABGdBTUEAALGPC/xhBQAAACBjSFJNAAB6JgAAgIQAAPoAAACA6AAAdTAAAOpgAAA6mAAAF3CculE8AAAABmJLR0T///////8JWPfcAAAAB3RJTUUH6gsaCBkPNtPxnwAAAD1JREFUKM/FkMENACAIxErCKDKezMAMOp7ugjvAw/u3aU4yAYLq9DqMVebR42AdQb9ggu2vBc0PBCAzyoIHULYRF/BRM/4AAAAldEVYdGRhdGU6Y3JlYXRlADIwMjYtMTEtMjZUMDg6MjU6MTUrMDA6MDAxkfCeAAAAJXRFWHRkYXRlOm1vZGlmeQAyMDI2LTExLTI2VDA4OjI1OjE1KzAwOjAwQMxIIgAAAABJRU5ErkJggg=='

describe.each(looks.flatMap(look => papers.map(paper => ({ look, paper }))))(
  'in the look $look on $paper',
  ({ look, paper }) => {
    test.each(sampled(look, { on: paper }))('$name breaks no rule of PDF/A-3a', async fixture => {
      expect(archiveProblems(await printed(fixture, paper, look))).toEqual([])
    })
  },
)

const printer = sharedPrinter('replace')
const print = (html: string) => printer.print({ html, paper: 'a4' })
/** Chromium tags what is in a `<section>`, which our own tagger doesn't know. */
const section = (body: string) => page(`<h1>Receipt</h1><section>${body}</section>`)

test('a file’s ID is that of its content', async () => {
  const idOf = (pdf: Uint8Array) => /\/ID (\[.*\])/.exec(readObjects(pdf).trailer)?.[1]
  const [one, same, other] = await Promise.all([
    print(page('<h1>Receipt 118-20931</h1>')),
    print(page('<h1>Receipt 118-20931</h1>')),
    print(page('<h1>Receipt 118-20932</h1>')),
  ])
  expect(Buffer.from(one).equals(same)).toBe(true)
  expect(idOf(one)).not.toBe(idOf(other))
})

test('white and gray of the color profile are the standard’s', () => {
  const profile = srgbProfile()
  const count = profile.readUInt32BE(128)
  const tags = new Map(
    Array.from({ length: count }, (_, at) => {
      const entry = 132 + 12 * at
      const offset = profile.readUInt32BE(entry + 4)
      return [
        profile.toString('latin1', entry, entry + 4),
        profile.subarray(offset, offset + profile.readUInt32BE(entry + 8)),
      ]
    }),
  )
  const numbers = (name: string, from: number) =>
    Array.from(
      { length: (tags.get(name)!.length - from) / 4 },
      (_, at) => tags.get(name)!.readInt32BE(from + 4 * at) / 65_536,
    )
  const [red, green, blue] = ['rXYZ', 'gXYZ', 'bXYZ'].map(name => numbers(name, 8))
  for (const [at, white] of numbers('wtpt', 8).entries())
    expect(red![at]! + green![at]! + blue![at]!).toBeCloseTo(white, 3)
  const [g, a, b, c, d] = numbers('rTRC', 12) as [number, number, number, number, number]
  const light = (value: number) => (value >= d ? (a * value + b) ** g : c * value)
  expect(light(1)).toBeCloseTo(1, 3)
  expect(light(188 / 255)).toBeCloseTo(0.5029, 3)
  expect(light(d)).toBeCloseTo(c * d, 4)
})

describe('a page of one’s own keeps the claim', () => {
  const pixel = (type: string, data: string) =>
    `<img alt="Logo" width="40" height="40" src="data:image/${type};base64,${data}">`
  const cases: Record<string, string> = {
    'what PDF 2.0 has tags for': '<aside>Returns in <em>14</em> days, <strong>unworn</strong>, H<sub>2</sub>O</aside>',
    'a CMYK JPEG': pixel('jpeg', cmykJpeg),
    'a translucent PNG': pixel('png', translucentPng),
    'an SVG with gradient and opacity':
      '<svg role="img" aria-label="Logo" width="90" height="30"><defs><linearGradient id="g"><stop offset="0" stop-color="red"/><stop offset="1" stop-color="#00f" stop-opacity=".3"/></linearGradient></defs><rect width="90" height="30" fill="url(#g)" opacity=".5"/></svg>',
    'translucent text, shadows and a layer in a layer':
      '<p style="opacity:.5">Tea <b style="opacity:.5;text-shadow:1px 1px 2px red">and</b> cake</p><p style="mix-blend-mode:multiply;box-shadow:0 0 9px #888">Cup</p>',
    'colors beyond sRGB': '<p style="color:color(display-p3 1 0 0)">Tea</p>',
    'a link to a place in it': '<p><a href="#terms">Terms</a></p><p id="terms">Returned in 14 days.</p>',
    'a link to a place elsewhere': '<p><a href="https://example.com/help#returns">Returns</a></p>',
    'a link to no place': '<p><a href="#nowhere">Terms</a> <a href="#">Up</a></p>',
    'a character that no font has': '<p>Tea \u{12031}</p>',
    'emoji and Arabic': '<p>☕ 👩‍👩‍👧‍👦 🇩🇪 قهوة عربية</p>',
    'Hangul that shows nothing': '<p>Tea \u3164 cake</p>',
    'cells that span rows, and rows that lack cells':
      '<table><tr><th scope="col">Tea</th><th scope="col">Cup</th><th scope="col">Sum</th></tr><tr><td rowspan="9">x</td><td></td><td>1</td></tr><tr><td>2</td></tr><tr></tr><tr><td colspan="5">3</td></tr></table>',
  }

  test.each(Object.entries(cases))('%s', async (_, body) => {
    for (const html of [page(`<h1>Receipt</h1>${body}`), section(body)]) {
      const pdf = await print(html)
      expect(archiveProblems(pdf)).toEqual([])
      // pdf.js doesn't read the tags of layers.
      const problems = (await accessProblems(pdf)).filter(
        problem => !body.includes('opacity') || !/^01-00[56]/.test(problem),
      )
      expect(problems).toEqual([])
    }
  })

  test('says what a link in it is, or where it goes', async () => {
    const address = Buffer.from('#Rückgabe', 'utf16le').swap16().toString('hex').toUpperCase()
    const terms = '<a href="#Rückgabe">Terms</a>'
    for (const [html, links, said] of [
      [page, terms, '(Terms)'],
      [section, terms, '(Terms)'],
      [section, `${terms} <a href="#Rückgabe">Returns</a>`, `<FEFF${address}>`],
    ] as const) {
      const { texts } = readObjects(await print(html(`<h1>Receipt</h1><p>${links}</p><p id="Rückgabe">x</p>`)))
      const [link] = [...texts.values()].filter(text => text.startsWith('<</Type /Annot'))
      expect(link).toContain(`/Contents ${said}`)
    }
  })
})

describe('a page of one’s own makes no claim', () => {
  test.each([
    ['without a language', page('<h1>Receipt</h1>').replace(' lang="en"', '')],
    ['in no language', page('<h1>Receipt</h1>', { lang: 'en_US' })],
    ['with a part in no language', section('<p lang="de DE">Guten Tag</p>')],
    ['with a control character, which fonts draw as missing', page('<h1>Receipt</h1><p>Tea \u0001</p>')],
    [
      'with a missing character in its stylesheet',
      page('<h1>Receipt</h1><p class="x">Tea</p>', { css: '.x::before{content:"\\12031"}' }),
    ],
  ])('%s', async (_, html) => {
    const pdf = await print(html)
    expect(await accessProblems(pdf)).toContain('05-001 no claim')
    expect(archiveProblems(pdf)).toContainEqual(expect.stringMatching(/^6\.6/))
  })

  test.each([
    [
      'an address of 40,000 signs',
      page(`<h1>Receipt</h1><p><a href="https://example.com/${'a'.repeat(40_000)}">Help</a></p>`),
    ],
    [
      'a place with a name of 200 signs',
      page(`<h1>Receipt</h1><p><a href="#${'t'.repeat(200)}">Terms</a></p><p id="${'t'.repeat(200)}">x</p>`),
    ],
    ['a title of 40,000 signs', page('<h1>Receipt</h1>', { title: 'Receipt '.repeat(5000) })],
  ])('of PDF/A, with %s', async (_, html) => {
    const pdf = await print(html)
    expect(await accessProblems(pdf)).toEqual([])
    expect(archiveProblems(pdf)).toContain('6.6.4 no claim')
  })
})

describe('what isn’t claimed is said, with its reason', () => {
  test.each([
    ['no title', page('<h1>Receipt</h1>', { title: '' })],
    ['no language that is a BCP 47 tag', page('<h1>Receipt</h1>', { lang: 'en_US' })],
    ['a character that no font has', page('<h1>Receipt</h1><p>Tea \u0001</p>')],
    ['a picture without alternative text', section(`<img src="data:image/png;base64,${translucentPng}">`)],
    ['a link without a tag', section('<p aria-hidden="true"><a href="https://example.com">Help</a></p>')],
  ])('%s', async (reason, html) => {
    const told: string[] = []
    const pdf = await printer.print({ html, paper: 'a4', onUnclaimed: reasons => told.push(...reasons) })
    expect(told).toContain(`The PDF claims neither PDF/UA-1 nor PDF/A-3a: it has ${reason}.`)
    expect(await accessProblems(pdf)).toContain('05-001 no claim')
    const merged: string[] = []
    mergePdfs([pdf], { title: 'Receipts', onUnclaimed: reasons => merged.push(...reasons) })
    expect(merged.join()).toContain('(parts[0])')
  })

  test('of PDF/A alone', async () => {
    const told: string[] = []
    const html = page('<h1>Receipt</h1>', { title: 'Receipt '.repeat(5000) })
    await printer.print({ html, paper: 'a4', onUnclaimed: reasons => told.push(...reasons) })
    expect(told).toEqual(['The PDF doesn’t claim PDF/A-3a: it has a text over 32,767 bytes, or a name over 127.'])
  })

  test('and nothing is said of what is claimed', async () => {
    const told: string[] = []
    await printer.print({ html: page('<h1>Receipt</h1>'), paper: 'a4', onUnclaimed: reasons => told.push(...reasons) })
    expect(told).toEqual([])
  })
})

test('fields of a form and cells with nothing but a border leave tags that can be read', async () => {
  const pdf = await print(
    section(
      '<table><tr><th scope="col">Tea</th></tr><tr><td style="border:1px solid"></td></tr></table><p><input type="checkbox"><input type="date"></p>',
    ),
  )
  expect(await accessProblems(pdf)).toEqual([])
  expect(archiveProblems(pdf)).toEqual([])
  for (const [number, text] of readObjects(pdf).texts) expect(text, `object ${number}`).not.toContain('/K \n')
})

test('a merged PDF claims only what is true of its parts', async () => {
  const pdf = await print(section('<ul><li>Tea</li></ul>'))
  expect(archiveProblems(mergePdfs([pdf]))).toEqual([])
  const told: string[] = []
  const untrue = mergePdfs([pdf, replaced(pdf, '/S /LI\n', '/S /P\n')], {
    title: 'Receipts',
    onUnclaimed: reasons => told.push(...reasons),
  })
  expect(await accessProblems(untrue)).toContain('05-001 no claim')
  expect(told).toContain(
    'The PDF claims neither PDF/UA-1 nor PDF/A-3a: it has a paragraph directly in a list (parts[1]).',
  )
})

test('a merged PDF claims what all its parts claim', async () => {
  const good = await print(page('<h1>Receipt</h1>'))
  const long = await print(page('<h1>Receipt</h1>', { title: 'Receipt '.repeat(5000) }))
  const none = await print(page('<h1>Receipt</h1>').replace(' lang="en"', ''))
  const title = 'Receipts of 2026-10-31'
  expect(archiveProblems(mergePdfs([good, good], { title }))).toEqual([])
  expect(await accessProblems(mergePdfs([good, long], { title }))).toEqual([])
  expect(archiveProblems(mergePdfs([good, long], { title }))).toContain('6.6.4 no claim')
  expect(await accessProblems(mergePdfs([good, none], { title }))).toContain('05-001 no claim')
})

// `claim.test.ts` tries whatever a page may have, and `properties.test.ts` the tables of any receipt's page.
thorough(
  'every table of any receipt has equally many columns in all rows',
  async () => {
    const engine = await createEngine({ pdf: { printer } })
    const any = fc.tuple(anyReceipt(), fc.constantFrom(...looks), fc.constantFrom(...papers))
    await fc.assert(
      fc.asyncProperty(any, async ([receipt, variant, paper]) => {
        const problems = structureProblems(readObjects(await engine.pdf(receipt, { variant, paper })))
        expect(problems.filter(problem => problem.startsWith('15-005'))).toEqual([])
      }),
      { numRuns: 100 },
    )
  },
  120_000,
)
