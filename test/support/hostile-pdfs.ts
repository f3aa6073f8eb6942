import { deflateSync } from 'node:zlib'
import { openPacking } from '../../src/pdf/file/pack.ts'
import { packedHeader, readPacked } from '../../src/pdf/file/packed-pdf.ts'
import { compressedStream, type PdfObject } from '../../src/pdf/file/plain-pdf.ts'

/** A PDF that somebody may give to be merged, and what was done to it. */
export interface HostilePdf {
  what: string
  pdf: Uint8Array
}

/**
 * Mutated and made-up PDFs, always the same ones: bytes, tokens and objects of ours changed, entries added that do something, texts in them
 * that cost a careless reader its time, and files as other programs write them.
 *
 * @param seeds PDFs of ours
 */
export function* hostilePdfs(seeds: readonly Uint8Array[], count: number): Generator<HostilePdf> {
  const random = randomFrom(20_931)
  const opened = seeds.map(pdf => ({ pdf, ...readPacked(pdf)! }))
  for (let at = 0; at < count; at++) {
    const seed = opened[at % opened.length]!
    const make = makers[Math.floor(at / opened.length) % makers.length]!
    yield make(seed, random)
  }
}

type Seed = { pdf: Uint8Array } & NonNullable<ReturnType<typeof readPacked>>
/** Picks from a list, or a number below another. */
type Random = (<Of>(list: readonly Of[]) => Of) & { below(count: number): number }
type Make = (seed: Seed, pick: Random) => HostilePdf

/** Mulberry32: small, and the same everywhere. */
function randomFrom(seed: number): Random {
  let state = seed
  const next = () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const below = (count: number) => Math.floor(next() * count)
  return Object.assign(<Of>(list: readonly Of[]) => list[below(list.length)]!, { below })
}

/** What does something, as an entry of any dictionary. */
export const actions = [
  '/AA <</O <</S /JavaScript\n/JS (app.alert\\(1\\))>>>>',
  '/OpenAction <</S /JavaScript\n/JS (app.alert\\(1\\))>>',
  '/A <</Type /Action\n/S /Launch\n/F (calc.exe)>>',
  '/A <</Type /Action\n/S /URI\n/URI (file:///etc/passwd)>>',
  '/A <</Type /Action\n/S /URI\n/URI (java\\163cript:alert\\(1\\))>>',
  '/A <</Type /Action\n/S /URI\n/URI (https://example.com)\n/Next <</S /JavaScript\n/JS (app.alert\\(1\\))>>>>',
  '/A <</S /GoToR\n/F (other.pdf)\n/D [0 /Fit]>>',
  '/A <</S /SubmitForm\n/F (https://example.com)>>',
  '/PA <</S /JavaScript\n/JS (app.alert\\(1\\))>>',
  '/A#41 <</O <</S /J#61vaScript\n/JS (app.alert\\(1\\))>>>>',
  '/AcroForm <</Fields []\n/XFA (form)>>',
  '/Names <</JavaScript <</Names [(a) <</S /JavaScript\n/JS (app.alert\\(1\\))>>]>>>>',
  '/RichMediaContent <<>>',
  '/EF <</F 1 0 R>>',
  '/Requirements [<</S /EnableJavaScripts>>]',
  '/OCProperties <</OCGs []>>',
  '/Extends 3 0 R',
  '/Ref <</F (other.pdf)>>',
]

/** Texts of about 16 KB, each of which has cost a reader of PDFs its time. */
export const costly: Readonly<Record<string, string>> = {
  digits: '7'.repeat(16_000),
  'digits and a reference': `${'1'.repeat(16_000)} 0 R`,
  'references in a row': '1 0 R '.repeat(2600),
  'references without an R': '1 0 '.repeat(4000),
  'names in a row': '/Dest '.repeat(2600),
  'names and places': '/a [1 0 R '.repeat(1600),
  'a long name': `/${'a'.repeat(16_000)}`,
  'a name of escapes': `/${'#61'.repeat(5000)}`,
  lists: '['.repeat(16_000),
  'lists that end': '['.repeat(8000) + ']'.repeat(8000),
  dictionaries: '<</A '.repeat(3200),
  'dictionaries that end': `${'<</A '.repeat(2600)}1${'>>'.repeat(2600)}`,
  parentheses: '('.repeat(16_000),
  'parentheses that end': '('.repeat(8000) + ')'.repeat(8000),
  backslashes: `(${'\\'.repeat(16_000)}`,
  'strings without end': '(a'.repeat(8000),
  comments: '%\n'.repeat(8000),
  'a comment': `%${' '.repeat(16_000)}`,
  hexadecimal: `<${'0041'.repeat(4000)}`,
  'hexadecimal that ends': `<FEFF${'0041'.repeat(4000)}>`,
  spaces: `${' '.repeat(16_000)}1`,
  'line ends': `${'\n'.repeat(16_000)}1`,
  'ends of objects': '\nendobj\n'.repeat(2000),
  'ends of streams': '\nendstream\nendobj\n'.repeat(900),
  'beginnings of objects': '1 0 obj\n<<'.repeat(1600),
  signs: '+-.'.repeat(5000),
  'pairs of keys': Array.from({ length: 1600 }, (_, at) => `${at} 2 0 R`).join(' '),
  'widths of fonts': '0 65535 600 '.repeat(1300),
}

const makers: readonly Make[] = [
  changedBytes,
  changedTokens,
  changedObjects,
  withAction,
  withAction,
  withCostlyText,
  withCostlyText,
  withBomb,
  withLoop,
  ofOthers,
]

function changedBytes({ pdf }: Seed, pick: Random): HostilePdf {
  const bytes = Buffer.from(pdf)
  const at = pick.below(bytes.length)
  const many = pick([1, 2, 20, 500])
  const what = pick(['changed', 'left out', 'twice', 'zero'] as const)
  if (what === 'changed') for (let turn = 0; turn < many; turn++) bytes[pick.below(bytes.length)] = pick.below(256)
  if (what === 'zero') bytes.subarray(at, at + many).fill(0)
  const result =
    what === 'left out'
      ? Buffer.concat([bytes.subarray(0, at), bytes.subarray(at + many)])
      : what === 'twice'
        ? Buffer.concat([bytes.subarray(0, at + many), bytes.subarray(at)])
        : bytes
  return { what: `${many} bytes ${what} at ${at}`, pdf: new Uint8Array(result) }
}

const tokens = /<<|>>|\[|\]|\((?:[^()\\]|\\.)*\)|<[0-9A-F]+>|\/[^\s/<>[\]()]*|\d+ 0 R|[^\s/<>[\]()]+/gs

function changedTokens(seed: Seed, pick: Random): HostilePdf {
  const pool = seed.objects.filter(({ isStream }) => !isStream).flatMap(({ content }) => content.match(tokens) ?? [])
  const changes = pick([1, 1, 2, 5])
  return packed(seed, pick, `${changes} tokens changed`, object => {
    let content = object.content
    for (let turn = 0; turn < changes; turn++) {
      const all = Array.from(content.matchAll(tokens))
      const { index, 0: token } = pick(all)
      const other = pick(['', pick(pool), `${token} ${token}`, `${pick(pool)} ${token}`])
      content = `${content.slice(0, index)}${other}${content.slice(index + token.length)}`
    }
    return content
  })
}

function changedObjects(seed: Seed, pick: Random): HostilePdf {
  const other = pick(seed.objects.filter(({ isStream }) => !isStream))
  if (pick([true, false])) return packed(seed, pick, 'an object in place of another', () => other.content)
  return packed(seed, pick, 'a reference to another object', ({ content }) => {
    const all = Array.from(content.matchAll(/\d+ 0 R/g))
    if (all.length === 0) return content
    const { index, 0: token } = pick(all)
    return `${content.slice(0, index)}${pick(seed.objects).number} 0 R${content.slice(index + token.length)}`
  })
}

function withAction(seed: Seed, pick: Random): HostilePdf {
  const entry = pick(actions)
  const type = pick(['Catalog', 'Page', 'Pages', 'Annot', 'StructElem', 'Font', 'Title', 'Outlines', '', ''])
  return packed(
    seed,
    pick,
    `${entry.slice(0, 40)} in a ${type || 'dictionary'}`,
    ({ content }) => {
      const key = entry.slice(0, entry.indexOf(' '))
      const without = content.includes(`\n${key} `) ? content.replace(`\n${key} `, '\n/Old ') : content
      const places = Array.from(without.matchAll(/<</g), ({ index }) => index + 2)
      const at = places.length === 0 ? 0 : pick(type ? places.slice(0, 1) : places)
      return `${without.slice(0, at)}${entry}\n${without.slice(at)}`
    },
    ({ content }) => content.startsWith('<<') && (type === '' || content.includes(`/${type}`)),
  )
}

function withCostlyText(seed: Seed, pick: Random): HostilePdf {
  const name = pick(Object.keys(costly))
  const text = costly[name]!
  return packed(seed, pick, name, ({ content }) => {
    const all = Array.from(content.matchAll(tokens)).filter(({ 0: token }) => !/^(<<|>>|\[|\])$/.test(token))
    const { index, 0: token } = pick(all)
    return `${content.slice(0, index)}${text}${content.slice(index + token.length)}`
  })
}

function withBomb(seed: Seed, pick: Random): HostilePdf {
  const [what, unit] = pick([
    ['zeros', '\0'],
    ['numbers', '0 '],
    ['lists', '['],
    ['names', '/A '],
    ['references', '1 0 R '],
    ['empty dictionaries', '<<>> '],
    ['letters', 'a'],
    ['escapes', '\\('],
  ] as const)
  const data = unit.repeat(Math.floor(pick([100_000, 2_000_000]) / unit.length))
  const kind = pick(['stream', 'value', 'string', 'object stream', 'in an object stream'] as const)
  if (kind === 'value' || kind === 'string')
    return packed(seed, pick, `${kind} of ${what}`, ({ content }) =>
      kind === 'string' ? content.replace(/>>$/, `\n/Alt (${data})>>`) : content.replace(/>>$/, `\n/K [${data}]>>`),
    )
  if (kind === 'stream')
    return packed(
      seed,
      pick,
      `a stream of ${what}`,
      ({ number }) => compressedStream(number, '', data).content,
      ({ isStream }) => isStream,
    )
  const inner = kind === 'object stream' ? data : deflateSync(Buffer.from(data)).toString('latin1')
  const bomb = compressedStream(9001, `/Type /ObjStm\n/N 3\n/First ${pick([0, 9, 99_999])}\n`, inner)
  return { what: `${kind} of ${what}`, pdf: pack(seed, [...seed.objects, bomb]) }
}

function withLoop(seed: Seed, pick: Random): HostilePdf {
  const [type, key] = pick([
    ['/Type /Pages', 'Kids'],
    ['/Type /Page', 'Parent'],
    ['/Type /StructElem', 'K'],
    ['/Type /StructElem', 'P'],
    ['/Title', 'Next'],
    ['/Title', 'First'],
    ['/Type /Outlines', 'First'],
    ['/Type /ParentTree', 'Kids'],
    ['/Limits', 'Kids'],
    ['/Type /Font', 'DescendantFonts'],
    ['/Type /Page', 'Annots'],
    ['/Type /Page', 'Contents'],
    ['/Type /Page', 'Resources'],
  ] as const)
  return packed(
    seed,
    pick,
    `${key} that leads back`,
    ({ number, content }) => {
      const to = `${pick([number, pick(seed.objects).number])} 0 R`
      const many = pick([1, 3000])
      const entry = `\n/${key} ${many === 1 ? to : `[${`${to} `.repeat(many)}]`}`
      return content.replace(new RegExp(`\n/${key} (\\[[^\\]]*\\]|\\d+ 0 R)|(?=>>$)`), () => entry)
    },
    ({ content }) => content.includes(type),
  )
}

/** Files that others write, with what leads their readers round in circles. */
function ofOthers(seed: Seed, pick: Random): HostilePdf {
  const stream = (keys: string, data: string) => `<<${keys}>>\nstream\n${data}\nendstream`
  const version = pick(['1.4', '1.5', '1.7', '2.0'])
  const bodies = {
    'a length that is its own': [catalog, pages, stream('/Length 3 0 R', 'BT ET')],
    'a huge length': [catalog, pages, stream('/Length 99999999999999', 'BT ET')],
    'a length below 0': [catalog, pages, stream('/Length -1', 'BT ET')],
    'kids that are their parents': [catalog, '<</Type /Pages /Count 9 /Kids [2 0 R 2 0 R]>>'],
    'a stream of objects in itself': [catalog, pages, stream('/Type /ObjStm /N 1 /First 4 /Extends 3 0 R', '3 0 <<>>')],
    script: ['<</Type /Catalog /Pages 2 0 R /OpenAction <</S /JavaScript /JS (app.alert(1))>>>>', pages],
    digits: [catalog, costly.digits!, costly['references in a row']!],
  }
  const name = pick(Object.keys(bodies) as (keyof typeof bodies)[])
  const end = pick(['/Prev 9', '/Prev 0', '/XRefStm 9', '/Encrypt 1 0 R', ''])
  let text = `%PDF-${version}\n${pick(['', '%\xd3\xeb\xe9\xe1\n'])}`
  const offsets = bodies[name].map((body, at) => {
    const offset = text.length
    text += `${at + 1} 0 obj\n${body}\nendobj\n`
    return `${String(offset).padStart(10, '0')} 00000 n \n`
  })
  const size = offsets.length + 1
  text += `xref\n0 ${size}\n0000000000 65535 f \n${offsets.join('')}trailer\n<</Size ${size}\n/Root 1 0 R\n${end}>>\n`
  const start = pick([text.indexOf('xref'), 0, 9, text.length, 9_999_999_999])
  text += `startxref\n${start}\n%%EOF\n${pick(['', Buffer.from(seed.pdf).toString('latin1')])}`
  return { what: `${name}, ${end}, as others write`, pdf: new Uint8Array(Buffer.from(text, 'latin1')) }
}

const catalog = '<</Type /Catalog /Pages 2 0 R>>'
const pages = '<</Type /Pages /Count 0 /Kids []>>'

/** The document with another text of an object, as this library would write it. */
function packed(
  seed: Seed,
  pick: Random,
  what: string,
  change: (object: PdfObject) => string,
  isMeant: (object: PdfObject) => boolean = ({ isStream }) => !isStream,
): HostilePdf {
  const meant = seed.objects.filter(isMeant)
  const target = pick(meant.length > 0 ? meant : seed.objects.filter(({ isStream }) => !isStream))
  const objects = seed.objects.map(object => (object === target ? { ...object, content: change(object) } : object))
  return { what: `${what} (object ${target.number})`, pdf: pack(seed, objects) }
}

function pack({ trailer }: Seed, objects: readonly PdfObject[]): Uint8Array {
  let last = Math.max(...objects.map(({ number }) => number))
  const packing = openPacking(packedHeader, () => ++last)
  for (const object of objects) packing.add(object)
  return packing.finish(trailer)
}

/** A document of ours with another text in each object that has this one, streams' dictionaries too. */
export function replaced(pdf: Uint8Array, from: string, to: string): Uint8Array {
  const opened = readPacked(pdf)!
  const change = (object: PdfObject) => ({ ...object, content: object.content.replace(from, () => to) })
  return pack({ pdf, ...opened }, opened.objects.map(change))
}
