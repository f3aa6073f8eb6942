import { deflateRawSync } from 'node:zlib'
import { zipSync } from 'fflate'
import { expect, test } from 'vitest'
import { unzip } from '../../src/merchants/templates/unzip.ts'
import { filesOf, maxUpload } from '../../src/merchants/templates/upload.ts'

const text = (words: string) => new TextEncoder().encode(words)
const base64 = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64')
const zipped = (files: Parameters<typeof zipSync>[0]) => ({ zip: base64(zipSync(files)) })
const sent = (...paths: string[]) => ({ files: paths.map(path => ({ path, content: base64(text(path)) })) })
const pathsOf = (input: Parameters<typeof filesOf>[0]) => [...filesOf(input).keys()]

test('a zip file is a folder, whether the folder itself or what is in it was packed', () => {
  const files = { 'brand.json': text('{}'), sections: { 'footer.html.hbs': text('<p>Thank you</p>') } }
  const paths = ['brand.json', 'sections/footer.html.hbs']
  expect(pathsOf(zipped(files))).toEqual(paths)
  expect(pathsOf(zipped({ 'my-brand': files, '__MACOSX/._brand.json': text('x'), '.DS_Store': text('x') }))).toEqual(
    paths,
  )
  expect(pathsOf(zipped({ sections: files.sections }))).toEqual(['sections/footer.html.hbs'])
  expect(filesOf(zipped({ x: files })).get('sections/footer.html.hbs')).toEqual(Buffer.from('<p>Thank you</p>'))
  expect(pathsOf(zipped({ 'x/': text(''), 'x/sections/': text(''), x: files }))).toEqual(paths)
  // As PowerShell of old packs it.
  expect(pathsOf(zipped({ 'sections\\footer.html.hbs': text('x') }))).toEqual(['sections/footer.html.hbs'])
})

test.each([
  ['../../etc/cron.d/x', /must not lead out of the folder/],
  ['sections/../../x.hbs', /must not lead out of the folder/],
  ['..\\x.hbs', /must not lead out of the folder/],
  ['/etc/passwd', /must be a path in the folder/],
  ['C:\\x.hbs', /must be a path in the folder/],
  ['a//b.hbs', /must be a name that every system takes/],
  ['a/./b.hbs', /must be a name that every system takes/],
  ['footer.hbs:stream', /must be a name that every system takes/],
  ['footer\u202e.hbs', /must be a name that every system takes/],
  ['footer.hbs ', /must be a name that every system takes/],
  ['a/b/c/d/e/f/g/h/i.hbs', /must be at most 8 folders deep/],
  [`${'x'.repeat(201)}.hbs`, /must have at most 200 characters/],
])('a path like %j is refused, in a zip file and without', (path, says) => {
  expect(() => filesOf(sent(path))).toThrow(says)
  expect(() => filesOf(zipped({ 'brand.json': text('{}'), [path]: text('x') }))).toThrow(says)
})

test('names that some systems take for one are refused', () => {
  expect(() => filesOf(sent('Brand.json', 'brand.json'))).toThrow('must not be there twice')
  expect(() => filesOf(zipped({ 'Sections/a.hbs': text('x'), 'sections/A.hbs': text('x') }))).toThrow(
    'must not be there twice',
  )
  expect(() => filesOf(sent('caf\u00e9.hbs', 'cafe\u0301.hbs'))).toThrow('must not be there twice')
  expect(() => filesOf(sent('sections', 'sections/a.hbs'))).toThrow('must be a file or a folder, not both')
})

test('links are refused', () => {
  const link = zipSync({
    'brand.json': text('{}'),
    'logo.png': [text('/etc/passwd'), { os: 3, attrs: (0o120777 << 16) >>> 0 }],
  })
  expect(() => unzip(link, maxUpload)).toThrow('must hold files, not links')
})

test('what comes out is counted, whatever the file claims', () => {
  const most = { files: 3, bytes: 100_000 }
  expect(() => unzip(zipSync({ a: text('1'), b: text('2'), c: text('3'), d: text('4') }), most)).toThrow(
    'at most 3 files',
  )
  const zeros = new Uint8Array(maxUpload.bytes + 1)
  const bomb = zipSync({ 'brand.json': zeros }, { level: 9 })
  expect(bomb.length).toBeLessThan(10_000)
  expect(() => unzip(bomb, maxUpload)).toThrow('must be at most 4 MB, unpacked')
  const small = { files: 3, bytes: 100_000 }
  expect(() => unzip(lyingZip(new Uint8Array(1_000_000), 10), small)).toThrow()
  expect(() => filesOf({ files: [{ path: 'a.hbs', content: base64(zeros) }] })).toThrow('must be at most 4 MB')
})

test.each([
  ['nothing', new Uint8Array()],
  ['a text', text('Dear service, find attached')],
  ['an end without a beginning', zipSync({ a: text('x') }).subarray(-22)],
  ['a beginning without an end', zipSync({ a: text('x'.repeat(100)) }).subarray(0, 60)],
  [
    'random bytes behind a signature',
    Buffer.concat([Buffer.from('PK\u0003\u0004', 'latin1'), Buffer.alloc(500, 0x5a)]),
  ],
])('%s is no zip file', (_, bytes) => {
  expect(() => unzip(bytes, maxUpload)).toThrow('must be a zip file')
})

test('an empty zip file has no files', () => {
  expect(() => unzip(zipSync({}), maxUpload)).toThrow('must be a zip file')
  expect(() => filesOf(zipped({ '.hidden': text('x') }))).toThrow('must hold files')
})

/** A zip file whose one file claims fewer bytes than come out of it. */
function lyingZip(content: Uint8Array, claimed: number): Uint8Array {
  const packed = deflateRawSync(content)
  const [local, central, end] = [Buffer.alloc(31), Buffer.alloc(47), Buffer.alloc(22)]
  local.writeUInt32LE(0x04034b50, 0)
  local.writeUInt16LE(8, 8)
  local.writeUInt32LE(packed.length, 18)
  local.writeUInt32LE(claimed, 22)
  local.writeUInt16LE(1, 26)
  local.write('a', 30)
  central.writeUInt32LE(0x02014b50, 0)
  central.writeUInt16LE(8, 10)
  central.writeUInt32LE(packed.length, 20)
  central.writeUInt32LE(claimed, 24)
  central.writeUInt16LE(1, 28)
  central.write('a', 46)
  end.writeUInt32LE(0x06054b50, 0)
  end.writeUInt16LE(1, 8)
  end.writeUInt16LE(1, 10)
  end.writeUInt32LE(47, 12)
  end.writeUInt32LE(local.length + packed.length, 16)
  return Buffer.concat([local, packed, central, end])
}
