import { inflateSync } from 'node:zlib'
import { PDFiumLibrary } from '@hyzyla/pdfium'
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs'
import { beforeAll, describe, expect, test } from 'vitest'
import { packPdf } from '../../../src/pdf/file/pack.ts'
import { unpacked } from '../../../src/pdf/file/packed-pdf.ts'
import { preparePage } from '../../../src/pdf/print-page.ts'
import { fixtureNamed } from '../../support/fixtures.ts'
import { openPage } from '../../support/print-page.ts'
import { printed } from '../../support/prints.ts'
import { tries } from '../../support/scope.ts'
import { lines, page } from '../pages.ts'

/** As Chromium wrote them: a receipt of one sheet with a link and a picture, and one of many sheets. */
const chromium: Record<'short' | 'long', Uint8Array<ArrayBuffer>> = { short: new Uint8Array(), long: new Uint8Array() }

const print = openPage()
beforeAll(async () => {
  const more = `<h1>Reçu</h1><a href="https://shop.example.com/r">Online</a>${picture}<p lang="ar">قهوة</p>`
  const short = page(more + lines(20), { lang: 'fr-CA', title: 'Reçu (n° 118)' })
  chromium.short = await print(preparePage(short, 'a4'), 'a4')
  chromium.long = await print(preparePage(page(lines(300)), 'a4'), 'a4')
})
describe.each(['short', 'long'] as const)('a %s receipt, packed,', length => {
  test('is identical to Chromium’s document for pdf.js', async () => {
    const before = await readByPdfJs(chromium[length])
    expect(before.trees.join('')).toContain('"role":"TH"')
    expect(before.info).toMatchObject({ PDFFormatVersion: '1.4' })
    const after = await readByPdfJs(packPdf(chromium[length]))
    expect(after).toEqual({ ...before, info: { ...before.info, PDFFormatVersion: '1.5' } })
  })

  test('reads and looks the same to PDFium', async () => {
    const before = await readByPdfium(chromium[length])
    expect(before.texts.join('').replace(/\s/g, '')).toContain('Item12')
    expect(await readByPdfium(packPdf(chromium[length]))).toEqual(before)
  })

  test('keeps every object number and every stream’s bytes', () => {
    const before = objectsOf(Buffer.from(chromium[length]).toString('latin1'))
    const after = objectsOf(unpacked(packPdf(chromium[length])))
    const added = [...after.keys()].filter(number => !before.has(number))
    expect(before.size).toBeGreaterThan(100)
    for (const [number, content] of before) expect(after.get(number), `object ${number}`).toBe(content)
    expect(added).toHaveLength(1)
    expect(after.get(added[0]!)).toContain('/Type /XRef')
  })

  test('takes at most a third outside streams, reproducibly, without changing its input', () => {
    const copy = chromium[length].slice()
    const first = packPdf(chromium[length])
    expect(Buffer.compare(packPdf(copy), first)).toBe(0)
    expect(Buffer.compare(copy, chromium[length])).toBe(0)
    const structure = chromium[length].length - streamBytes(chromium[length])
    expect(first.length - streamBytes(chromium[length])).toBeLessThan(structure / 3)
  })
})

test('an object stream holds at most 500 objects', () => {
  const counts = Array.from(
    Buffer.from(packPdf(chromium.long))
      .toString('latin1')
      .matchAll(/\/ObjStm\n\/N (\d+)/g),
  )
  expect(counts.length).toBeGreaterThan(3)
  for (const [, count] of counts) expect(Number(count)).toBeLessThanOrEqual(500)
})

test('leaves packed files and other data unchanged', () => {
  const packed = packPdf(chromium.short)
  expect(packPdf(packed)).toBe(packed)
  for (const bytes of [new Uint8Array(), Buffer.from('%PDF-1.4\n'), Buffer.from('<!doctype html>')])
    expect(packPdf(bytes)).toBe(bytes)
})

test('leaves a truncated PDF unchanged, wherever it is cut', () => {
  const { length } = chromium.short
  for (let cut = 1; cut < length; cut += Math.ceil(length / tries(600))) {
    for (const part of [chromium.short.subarray(cut), chromium.short.subarray(0, length - cut)])
      expect(packPdf(part)).toBe(part)
  }
})

describe('a handmade PDF', () => {
  const objects = [
    '<</Type /Catalog\n/Pages 2 0 R>>',
    '<</Kids []\n/Count 0>>',
    '<</Length 3>> stream\n\0\xff\n\nendstream',
  ]

  test('is packed if shaped like Chromium’s, with its /ID and comment', () => {
    const trailer = '/Root 1 0 R\n/ID [<0AFF> <0AFF>]'
    const packed = packPdf(made(objects, { trailer }))
    const text = unpacked(packed)
    expect(
      text.startsWith('%PDF-1.5\n%\xd3\xeb\xe9\xe1\n3 0 obj\n<</Length 3>> stream\n\0\xff\n\nendstream\nendobj\n'),
    ).toBe(true)
    expect(text).toContain(`/Type /XRef\n/Size 6\n${trailer}\n/W [1 4 2]`)
    expect(text).toMatch(/endobj\nstartxref\n\d+\n%%EOF\n$/)
    expect(references(packed)).toEqual([
      [0, 0, 65535],
      [2, 4, 0],
      [2, 4, 1],
      [1, Buffer.from(packed).indexOf('3 0 obj'), 0],
      [1, Buffer.from(packed).indexOf('4 0 obj'), 0],
      [1, Buffer.from(packed).indexOf('5 0 obj'), 0],
    ])
  })

  test('keeps an indirect length and text that looks like the end of an object', () => {
    const odd = ['<</Title (endobj endstream)>>', '<</Length 3 0 R>> stream\nendobj\nendstream', '6']
    expect(objectsOf(unpacked(packPdf(made(odd)))).get(1)).toBe(odd[0])
    expect(objectsOf(unpacked(packPdf(made(odd)))).get(3)).toBe('6')
  })

  test.each<[string, Parts]>([
    ['encrypted', { trailer: '/Root 1 0 R\n/Encrypt 2 0 R' }],
    ['updated', { trailer: '/Root 1 0 R\n/Prev 15' }],
    ['a hybrid', { trailer: '/Root 1 0 R\n/XRefStm 15' }],
    ['of a later version', { header: '%PDF-1.7\n%\xd3\xeb\xe9\xe1\n' }],
    ['one with a later generation', { entry: ' 00001 n \n' }],
    ['one with freed numbers', { entry: ' 00000 f \n' }],
    ['one whose table is off by one', { shift: 1 }],
    ['one whose table is cut into sections', { section: '0 1\n0000000000 65535 f \n1 3\n' }],
    ['one that says another size', { size: 3 }],
    ['one with words after its end', { footer: '%%EOF\n%%later' }],
  ])('stays as it is when it is %s', (_, parts) => {
    const pdf = made(objects, parts)
    expect(packPdf(pdf)).toBe(pdf)
  })

  test('is left unchanged if an object is missing from the table', () => {
    const pdf = made(['<<>>', '<<>>\nendobj\n9 0 obj\n<<>>', '<<>>'])
    expect(packPdf(pdf)).toBe(pdf)
  })
})

test.each([
  ['grocery-vat.de-DE', 45_000],
  ['bulk-300', 250_000],
] as const)('the receipt %s on A4 takes less than %i bytes', async (name, most) => {
  const pdf = await printed(fixtureNamed(name), 'a4', 'modern')
  expect(Buffer.from(pdf).toString('latin1', 0, 8)).toBe('%PDF-1.5')
  expect(pdf.length).toBeLessThan(most)
})

const picture =
  '<img alt="Signature" src="data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==">'

interface Parts {
  header?: string
  trailer?: string
  footer?: string
  section?: string
  entry?: string
  size?: number
  shift?: number
}

/** A PDF whose objects are numbered from 1, as Chromium would write it but for the given parts. */
function made(objects: readonly string[], parts: Parts = {}): Uint8Array<ArrayBuffer> {
  const count = objects.length + 1
  const { header = '%PDF-1.4\n%\xd3\xeb\xe9\xe1\n', trailer = '/Root 1 0 R', footer = '%%EOF\n', shift = 0 } = parts
  const { section = `0 ${count}\n0000000000 65535 f \n`, entry = ' 00000 n \n', size = count } = parts
  let text = header
  let table = `xref\n${section}`
  for (const [at, content] of objects.entries()) {
    table += String(text.length + shift).padStart(10, '0') + entry
    text += `${at + 1} 0 obj\n${content}\nendobj\n`
  }
  const end = `trailer\n<</Size ${size}\n${trailer}>>\nstartxref\n${text.length}\n${footer}`
  return Buffer.from(text + table + end, 'latin1')
}

/** Numbers and contents of the objects of a PDF in which no stream has a line like the first of an object. */
function objectsOf(text: string): Map<number, string> {
  const objects = Array.from(text.matchAll(/^(\d+) 0 obj\n(.*?)\nendobj$/gms))
  return new Map(objects.map(([, number, content]) => [Number(number), content!]))
}

function streamBytes(pdf: Uint8Array): number {
  const objects = [...objectsOf(Buffer.from(pdf).toString('latin1')).values()]
  return objects.filter(content => content.endsWith('endstream')).reduce((sum, content) => sum + content.length, 0)
}

/** The rows of the cross-reference stream at the end. */
function references(pdf: Uint8Array): number[][] {
  const text = Buffer.from(pdf).toString('latin1')
  const start = Number(/startxref\n(\d+)\n%%EOF\n$/.exec(text)![1])
  const data = text.slice(text.indexOf(' stream\n', start) + 8)
  const filtered = inflateSync(Buffer.from(data, 'latin1'))
  const rows: Buffer[] = []
  for (let at = 0; at < filtered.length; at += 8) {
    expect(filtered[at]).toBe(2)
    rows.push(filtered.subarray(at + 1, at + 8).map((byte, column) => byte + (rows.at(-1)?.[column] ?? 0)) as Buffer)
  }
  return rows.map(row => [row[0]!, Buffer.from(row).readUInt32BE(1), Buffer.from(row).readUInt16BE(5)])
}

async function readByPdfJs(pdf: Uint8Array) {
  const task = getDocument({ data: pdf.slice(), verbosity: 0, useSystemFonts: false, stopAtErrors: true })
  const document = await task.promise
  const pages = await Promise.all(Array.from({ length: document.numPages }, (_, at) => document.getPage(at + 1)))
  const { info } = await document.getMetadata()
  const reading = {
    info: info as Record<string, unknown>,
    marks: await document.getMarkInfo(),
    preferences: await document.getViewerPreferences(),
    outline: await document.getOutline(),
    sizes: pages.map(each => each.view),
    texts: await Promise.all(
      pages.map(async each => nameless(await each.getTextContent({ includeMarkedContent: true }))),
    ),
    trees: await Promise.all(pages.map(async each => JSON.stringify(await each.getStructTree()))),
    links: (await Promise.all(pages.map(each => each.getAnnotations()))).flat().map(each => each.unsafeUrl),
  }
  await task.destroy()
  return reading
}

/** The text of a page with its marks and places; the names that pdf.js gives to fonts differ with every reading. */
function nameless({ items }: { items: object[] }): object[] {
  return items.map(item => ({ ...item, fontName: undefined }))
}

let library: PDFiumLibrary | undefined

async function readByPdfium(pdf: Uint8Array) {
  library ??= await PDFiumLibrary.init()
  const document = await library.loadDocument(pdf)
  const pages = [...document.pages()]
  const texts = pages.map(each => each.getText())
  const { data } = await pages[0]!.render({ scale: 1, render: 'bitmap' })
  const picture = Buffer.from(data).toString('base64')
  document.destroy()
  return { texts, picture }
}
