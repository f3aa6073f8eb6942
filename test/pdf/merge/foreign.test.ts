import { constants, deflateRawSync, inflateSync } from 'node:zlib'
import { beforeAll, describe, expect, test } from 'vitest'
import { OptionError } from '../../../src/errors.ts'
import { openPacking } from '../../../src/pdf/file/pack.ts'
import { packedHeader, readPacked } from '../../../src/pdf/file/packed-pdf.ts'
import { mergePdfs } from '../../../src/pdf/merge/merge.ts'
import fc from '../../support/fast-check.ts'
import { fixtureNamed, sharedPrinter } from '../../support/fixtures.ts'
import { readTrees, referenceProblems } from '../../support/pdf-tree.ts'
import { plainPdf } from '../../support/plain-pdf.ts'
import { printed } from '../../support/prints.ts'
import { isExhaustive, tries } from '../../support/scope.ts'
import { page } from '../pages.ts'

let receipt: Uint8Array
beforeAll(async () => {
  receipt = await printed(fixtureNamed('fashion-sale.en-CA'), 'a4', 'modern')
})

const foreign = 'parts[1]: is not a PDF as `engine.pdf` gives it: another program wrote or changed it, or it was cut'

/** The bytes with a text in them replaced by one as long. */
function changed(pdf: Uint8Array, from: string, to: string): Uint8Array {
  const bytes = Buffer.from(pdf)
  const at = bytes.indexOf(from, undefined, 'latin1')
  expect(at).toBeGreaterThan(0)
  expect(to).toHaveLength(from.length)
  bytes.write(to, at, 'latin1')
  return new Uint8Array(bytes)
}

/** The receipt with some of its objects' text replaced, packed again. */
function altered(from: string | RegExp, to: string): Uint8Array {
  const { objects, trailer } = readPacked(receipt)!
  let last = Math.max(...objects.map(({ number }) => number))
  const packing = openPacking(packedHeader, () => ++last)
  let hits = 0
  for (const object of objects) {
    const content = object.content.replace(from, () => to)
    hits += content === object.content ? 0 : 1
    packing.add({ ...object, content })
  }
  expect(hits).toBeGreaterThan(0)
  return packing.finish(trailer)
}

describe('a PDF that isn’t ours is refused with its place', () => {
  test.each<[string, () => Uint8Array]>([
    ['nothing', () => new Uint8Array()],
    ['a page of HTML', () => Buffer.from('<!doctype html>')],
    ['a version alone', () => Buffer.from('%PDF-1.5\n')],
    [
      'of another program',
      () => Buffer.from('%PDF-1.7\n1 0 obj\n<</Type /Catalog>>\nendobj\ntrailer\n<</Root 1 0 R>>\n%%EOF\n'),
    ],
    ['updated', () => Buffer.concat([receipt, Buffer.from('9 0 obj\n<<>>\nendobj\nstartxref\n0\n%%EOF\n')])],
    ['signed with an empty line', () => Buffer.concat([receipt, Buffer.from('\n')])],
    ['encrypted', () => changed(receipt, '/Info', '/Encr')],
    ['with bytes before it', () => Buffer.concat([Buffer.from('\n'), receipt])],
  ])('%s', (_, make) => {
    const attempt = () => mergePdfs([receipt, make(), receipt])
    expect(attempt).toThrow(OptionError)
    expect(attempt).toThrow(foreign)
  })

  test.each<[string, string | RegExp, string]>([
    ['a form', '\n/Lang ', '\n/AcroForm <<>>\n/Lang '],
    ['attached files', '\n/Lang ', '\n/AF []\n/Lang '],
    ['a page that is in itself', /\/Kids \[\d+ 0 R\]/, '/Kids [7 0 R]'],
    ['a font that there isn’t', /\/DescendantFonts \[\d+ 0 R\]/, '/DescendantFonts [999 0 R]'],
    [
      'a stream that has another length',
      /\/Length1 \d+\n\/Filter \/FlateDecode\n\/Length \d+/,
      '/Filter /FlateDecode\n/Length 12',
    ],
    ['a stream that refers to itself', '<</Length1 ', '<</Self 9 0 R\n/Length1 '],
    ['a string without end', '\n/ID (th000001)', '\n/ID (th000001'],
    ['a name in hexadecimal', '\n/ID (th000001)', '\n/ID <7468>'],
    ['an owner that is no reference', /\/Nums \[0 \d+ 0 R/, '/Nums [0 null'],
    ['a key that is yet to come', '/ParentTreeNextKey 1', '/ParentTreeNextKey 0'],
    ['no element around all others', '/S /Document', '/S /Sect'],
  ])('one with %s', (_, from, to) => {
    expect(() => mergePdfs([receipt, altered(from, to)])).toThrow(foreign)
  })

  test('one without tags, with what to do', async () => {
    // To an empty page, Chromium gives no tags.
    const empty = await sharedPrinter().print({ html: page('<section></section>'), paper: 'a4' })
    expect(() => mergePdfs([empty])).toThrow('parts[0]: has no tags; print it with tags, or give the receipt')
    expect(() => mergePdfs([receipt, plainPdf([{ lines: 3, filled: 1 }])])).toThrow('parts[1]: ')
  })

  test('an empty list', () => {
    expect(() => mergePdfs([])).toThrow('parts: the list is empty')
  })
})

test('a PDF that is cut is refused, wherever that is', () => {
  for (let cut = 1; cut < receipt.length; cut += Math.ceil(receipt.length / tries(600)))
    for (const part of [receipt.subarray(cut), receipt.subarray(0, receipt.length - cut)])
      expect(() => mergePdfs([part])).toThrow(foreign.replace('[1]', '[0]'))
})

test('a PDF with changed bytes is refused, or is one that readers understand', async () => {
  const change = fc.record({ at: fc.nat(receipt.length - 1), byte: fc.integer({ min: 1, max: 255 }) })
  let refused = 0
  await fc.assert(
    fc.asyncProperty(fc.array(change, { minLength: 1, maxLength: 3 }), async changes => {
      const bytes = receipt.slice()
      for (const { at, byte } of changes) bytes[at]! ^= byte
      try {
        const whole = mergePdfs([bytes, receipt])
        expect(referenceProblems(whole)).toEqual([])
        expect((await readTrees(whole)).outline).toHaveLength(2)
      } catch (error) {
        if (!(error instanceof OptionError)) throw error
        expect(error.message).toContain(foreign.replace('[1]', '[0]'))
        refused++
      }
    }),
    { numRuns: tries(1000) },
  )
  expect(refused).toBeGreaterThan(tries(1000) * 0.9)
})

test('compressed data that would fill the memory is refused', () => {
  const bomb = deflatedZeros(257).toString('latin1')
  const font = /<<\/Length1 \d+\n\/Filter \/FlateDecode\n\/Length \d+>> stream\n[\s\S]*?\nendstream/
  const stream = `<</Length1 1\n/Filter /FlateDecode\n/Length ${bomb.length}>> stream\n${bomb}\nendstream`
  expect(() => mergePdfs([receipt, altered(font, stream)])).toThrow(foreign)
})

/** So many megabytes of zeros, compressed: one of them, and it again, with the checksum of all (RFC 1950, 2.2). */
function deflatedZeros(megabytes: number): Buffer {
  const one = deflateRawSync(Buffer.alloc(2 ** 20), { finishFlush: constants.Z_FULL_FLUSH })
  const sum = Buffer.alloc(4)
  sum.writeUInt16BE((megabytes * 2 ** 20) % 65_521)
  sum.writeUInt16BE(1, 2)
  return Buffer.concat([Buffer.from('789c', 'hex'), ...Array(megabytes).fill(one), Buffer.from('0300', 'hex'), sum])
}

test('such data are whole', () => {
  expect(inflateSync(deflatedZeros(2)).equals(Buffer.alloc(2 ** 21))).toBe(true)
})

test.each([
  ['escapes', `(${'\\('.repeat(5e6)})`],
  ['letters', `(${'a'.repeat(1e7)})`],
  ['digits', `<FEFF${'0041'.repeat(2e6)}>`],
])('a text of millions of %s is no trouble', (_, text) => {
  const spoken = altered('\n/ID (th000001)', `\n/Alt ${text}\n/ID (th000001)`)
  expect(mergePdfs([spoken]).length).toBeGreaterThan(1000)
  if (isExhaustive) expect(() => mergePdfs([receipt, altered(/\/Title \S+/, `/Title ${text}`)])).toThrow(foreign)
})
