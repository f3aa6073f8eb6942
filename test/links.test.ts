import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { barcodeTypes } from '../src/barcode/barcode.ts'
import type { ReceiptInput } from '../src/generated/receipt-input.ts'
import { createEngine } from '../src/index.ts'
import { readReceipt } from '../src/receipt/parse.ts'
import { linkProblem, urlProblem } from '../src/standards/url.ts'
import { elementsOf } from './support/html.ts'
import { aReceipt } from './support/receipts.ts'
import { pageOf } from './support/stages.ts'

/** Whatever a text claims to be, it becomes an address in a document only through `urlProblem`. */
const hostile = [
  'https://shop.example@evil.example/',
  'https://shop.example:pay@evil.example/',
  'https://@evil.example/',
  'https://shop.example\\@evil.example/',
  'https://shop.example\\.evil.example/',
  'https:\\\\evil.example/',
  'https:evil.example',
  'https:/evil.example',
  'https:///evil.example',
  '//evil.example/',
  '\\\\evil.example\\share',
  'javascript:alert(1)',
  'JaVaScRiPt:alert(1)//https://shop.example',
  'java\tscript:alert(1)',
  ' javascript:alert(1)',
  'data:text/html,<script>alert(1)</script>',
  'vbscript:x',
  'file:///etc/passwd',
  'ftp://evil.example/',
  'https://shop.example /pay',
  'https://shop.example\n/pay',
  'https://shop.example/\u0000',
  'https://shop.example/\u202egpj',
  'https://shop.example/\u00ad',
  'https://shop.example%40evil.example/',
  'https://shop.example%2f@evil.example/',
  'https://%6a%61/',
  'https://shop.example＠evil.example/',
  'https://[::1',
  'https://',
  'https://%65vil.example/',
]

const engine = await createEngine({
  links: {
    page: 'https://shop.example/r/{transactionNumber}',
    map: 'https://maps.example/?q={storeAddress}',
    returns: 'https://shop.example/{storeName}',
    call: true,
  },
  pictures: { field: 'imageUrl', catalog: 'https://cdn.example/{sku}.jpg' },
  structuredData: true,
})

/** All addresses in mail, page and paper. */
function addressesOf(sent: ReceiptInput): string[] {
  const offers = [{ offerContentType: 'text/html' as const, content: `<a href="${sent.barcodeNumber}">Tea</a>` }]
  const view = engine.view(sent, { offers })
  const pages = [
    engine.email(sent, { offers }).html,
    engine.html(sent, { offers }),
    pageOf(view),
    pageOf(view, 'roll80'),
  ]
  const written = pages
    .flatMap(elementsOf)
    .flatMap(({ attributes }) => ['href', 'src', 'background', 'action'].map(name => attributes[name]))
    .filter(address => address !== undefined)
  const inView = JSON.stringify(view, (_, value) => (value instanceof Uint8Array ? null : value))
  const named = [...inView.matchAll(/"(?:url|picture|pixel)":("(?:[^"\\]|\\.)*")/g)].map(([, json]) =>
    JSON.parse(json!),
  )
  return [...written, ...named].filter(
    address => !/^(?:cid:[\w@-]+|data:image\/(?:png|jpeg|gif|bmp);base64,[\w+/=]+)$/.test(address),
  )
}

describe.each(hostile)('%j', text => {
  test('is no link', () => expect(urlProblem(text)).toBeDefined())

  test.each(barcodeTypes)('as a %s', barcodeType => {
    if ('barcodeNumber' in readReceipt(aReceipt({ barcodeType, barcodeNumber: text })).errors) return
    const sent = aReceipt({
      barcodeType,
      barcodeNumber: text,
      orders: [{ orderNumber: '1', barcodeType, barcodeNumber: text }],
    })
    for (const address of addressesOf(sent)) expect(linkProblem(address), address).toBeUndefined()
    expect(JSON.stringify(engine.view(sent))).not.toContain(`"url":${JSON.stringify(text)}`)
  })

  test('in each text that an address is made of', () => {
    const plain = aReceipt()
    const sent = aReceipt({
      transactionNumber: text,
      workstation: {
        ...plain.workstation,
        store: { ...plain.workstation!.store, name: text, telephone: { localNumber: text } },
      },
      items: [{ name: text, sku: text, quantity: { value: 1 }, price: 1, total: 1, imageUrl: text }],
    })
    for (const address of addressesOf(sent)) expect(linkProblem(address), address).toBeUndefined()
  })
})

describe('each field of the interface that is a URL', () => {
  const fields: [string, (url: string) => object][] = [
    ['paymentLink', url => ({ paymentLink: url })],
    ['trackingPixel', url => ({ trackingPixel: url })],
    ['url', url => ({ terms: [{ supportingDocuments: { warranty: { name: 'Warranty', url } } }] })],
  ]

  test('is here', () => {
    const folder = new URL('../src/receipt/data/', import.meta.url)
    const sources = readdirSync(folder).map(name => readFileSync(new URL(name, folder), 'utf8'))
    expect(sources.flatMap(source => source.match(/field\(url\b/g) ?? [])).toHaveLength(fields.length)
  })

  test.each(fields)('refuses them, or what is left of one is a link: %s', (name, fill) => {
    for (const text of [...hostile, `https://shop.example/${'x'.repeat(2048)}`]) {
      const { errors, receipt } = readReceipt(aReceipt({ ...fill(text) }))
      if (Object.keys(errors).some(path => path.endsWith(name))) continue
      const kept = [...JSON.stringify(receipt).matchAll(new RegExp(`"${name}":"([^"]*)"`, 'g'))].map(([, url]) => url!)
      for (const url of kept) expect(urlProblem(url), text).toBeUndefined()
    }
  })
})
