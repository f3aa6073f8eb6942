import { deflateSync } from 'node:zlib'
import type { ObjectValues } from './object-values.ts'
import { openStream, type PdfObject, plainStream } from './plain-pdf.ts'
import { type Dictionary, type PdfValue, referenceTo } from './values.ts'

/** What a document's metadata states. */
export interface About {
  title: string
  /** BCP 47 tag. */
  lang: string
  /** Whether it may claim PDF/A-3a, too. */
  isArchivable: boolean
}

/** Entries of the catalog, and the objects that they refer to. */
export interface Claim {
  entries: Dictionary
  objects: readonly PdfObject[]
}

/**
 * Claims PDF/UA-1 (ISO 14289-1), and PDF/A-3a (ISO 19005-3) for what can be kept: with the color space of everything that is drawn.
 *
 * @param free gives numbers that no object has
 */
export function writeClaim(free: () => number, about: About): Claim {
  const first = free()
  const metadata = plainStream(first, '/Type /Metadata\n/Subtype /XML\n', xmpOf(about))
  const entries: Dictionary = new Map([['Metadata', referenceTo(first)]])
  if (!about.isArchivable) return { entries, objects: [metadata] }
  const [intent, profile] = [free(), free()]
  // 6.2.3: of the standard's own name, so that no registry is needed.
  const content =
    '<</Type /OutputIntent\n/S /GTS_PDFA1\n/OutputConditionIdentifier (sRGB)\n/Info (sRGB IEC61966-2.1)\n' +
    `/DestOutputProfile ${profile} 0 R>>`
  profileData ??= deflateSync(srgbProfile())
  return {
    entries: entries.set('OutputIntents', [referenceTo(intent)]),
    objects: [
      metadata,
      { number: intent, isStream: false, content },
      plainStream(profile, '/N 3\n/Filter /FlateDecode\n', profileData),
    ],
  }
}

/** Compressed once for all documents. */
let profileData: Buffer | undefined

/** The metadata by which our documents claim PDF/UA-1, and PDF/A-3a. */
export const accessClaim = '<pdfuaid:part>1</pdfuaid:part>'
/** See `accessClaim`. */
export const archiveClaim = '<pdfaid:part>3</pdfaid:part><pdfaid:conformance>A</pdfaid:conformance>'

/**
 * XMP metadata (ISO 16684-1). PDF/A knows the properties of PDF/UA only if they are described (ISO 19005-3, 6.6.2.3). There are no
 * dates: those in the information dictionary are the same in two places less.
 *
 * @returns an XML document in UTF-8
 */
function xmpOf({ title, lang, isArchivable }: About): Buffer {
  return Buffer.from(
    `<?xpacket begin="\uFEFF" id="W5M0MpCehiHzreSzNTczkc9d"?>
<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
<rdf:Description rdf:about="" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:pdfuaid="http://www.aiim.org/pdfua/ns/id/">
<dc:title><rdf:Alt><rdf:li xml:lang="x-default">${xml(title)}</rdf:li></rdf:Alt></dc:title>
<dc:language><rdf:Bag><rdf:li>${xml(lang)}</rdf:li></rdf:Bag></dc:language>
${accessClaim}
</rdf:Description>${isArchivable ? archival : ''}</rdf:RDF></x:xmpmeta>
<?xpacket end="r"?>`,
  )
}

const aiim = 'http://www.aiim.org'
const archival = `
<rdf:Description rdf:about="" xmlns:pdfaid="${aiim}/pdfa/ns/id/">${archiveClaim}</rdf:Description>
<rdf:Description rdf:about="" xmlns:pdfaExtension="${aiim}/pdfa/ns/extension/" xmlns:pdfaSchema="${aiim}/pdfa/ns/schema#" xmlns:pdfaProperty="${aiim}/pdfa/ns/property#">
<pdfaExtension:schemas><rdf:Bag><rdf:li rdf:parseType="Resource">
<pdfaSchema:schema>PDF/UA identification schema</pdfaSchema:schema>
<pdfaSchema:namespaceURI>${aiim}/pdfua/ns/id/</pdfaSchema:namespaceURI>
<pdfaSchema:prefix>pdfuaid</pdfaSchema:prefix>
<pdfaSchema:property><rdf:Seq><rdf:li rdf:parseType="Resource">
<pdfaProperty:name>part</pdfaProperty:name>
<pdfaProperty:valueType>Integer</pdfaProperty:valueType>
<pdfaProperty:category>internal</pdfaProperty:category>
<pdfaProperty:description>Part of ISO 14289</pdfaProperty:description>
</rdf:li></rdf:Seq></pdfaSchema:property>
</rdf:li></rdf:Bag></pdfaExtension:schemas></rdf:Description>
`

/** Control characters that XML doesn't allow are left out. */
function xml(text: string): string {
  return text
    .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, '')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
}

/** Sentences that say which claims a document doesn't make, and why. @param access keeps it from both @param archive from PDF/A-3a */
export function unclaimed(access: readonly string[], archive: readonly string[]): string[] {
  return [
    ...access.map(reason => `The PDF claims neither PDF/UA-1 nor PDF/A-3a: it has ${reason}.`),
    ...archive.map(reason => `The PDF doesn’t claim PDF/A-3a: it has ${reason}.`),
  ]
}

/**
 * What PDF/A-3 forbids of what a document of Chromium has (ISO 19005-3, of which the numbers are), in words that complete "has …": a page of
 * one's own may bring pictures and texts that a receipt hasn't. What Chromium never writes, such as encryption, scripts and optional
 * content, isn't looked for.
 *
 * @param objects all of the document
 * @param values those that aren't streams
 */
export function archiveProblems(objects: readonly PdfObject[], values: ObjectValues): string[] {
  const isKept = ({ number, isStream, content }: PdfObject) =>
    isStream
      ? isPlainPicture(content)
      : (!longName.test(content) && content.length <= maxStringLength) || isShort(values.value(number))
  const broken = objects.filter(object => !isKept(object))
  return [
    ...(broken.some(({ isStream }) => isStream) ? ['a picture that can’t be kept'] : []),
    ...(broken.some(({ isStream }) => !isStream) ? ['a text over 32,767 bytes, or a name over 127'] : []),
  ]
}

/** Colors that the document's own profile means, or a profile in it (6.2.4), and nothing smoothed or compressed as JPEG 2000 (6.2.8). */
function isPlainPicture(content: string): boolean {
  if (!content.slice(0, content.indexOf('>> stream\n')).includes('/Subtype /Image')) return true
  const keys = openStream(content)?.dictionary ?? new Map<string, PdfValue>()
  const space = keys.get('ColorSpace')
  const [family, base] = Array.isArray(space) ? space : [space, undefined]
  return (
    (deviceColors.has(family) || family === '/ICCBased' || (family === '/Indexed' && base === '/DeviceRGB')) &&
    keys.get('Interpolate') !== 'true' &&
    !['Alternates', 'OPI'].some(key => keys.has(key)) &&
    filters.has(keys.get('Filter'))
  )
}

const filters = new Set<PdfValue | undefined>([undefined, '/FlateDecode', '/DCTDecode'])
const deviceColors = new Set<PdfValue | undefined>(['/DeviceRGB', '/DeviceGray'])

const maxNameLength = 127
const maxStringLength = 32_767
/** What may be a name over 127 bytes, or in a string. */
const longName = /\/[^\s/<>[\](){}%]{128}/

/** 6.1.13: strings of at most 32,767 bytes, names of at most 127. */
function isShort(value: PdfValue | undefined): boolean {
  if (value instanceof Map)
    return Array.from(value).every(([key, entry]) => key.length <= maxNameLength && isShort(entry))
  if (Array.isArray(value)) return value.every(isShort)
  if (value === undefined || value.length <= maxNameLength) return value !== undefined
  if (value.startsWith('/')) return value.length <= maxNameLength + 1
  return (value.startsWith('<') ? value.length / 2 - 1 : value.length - 2) <= maxStringLength
}

/**
 * The sRGB color space (IEC 61966-2-1) as a profile for displays (ICC.1:2022, version 4.4): what a document's colors mean where
 * nothing else says it. Its numbers are the standards' own, so it is nobody's but ours.
 *
 * @returns 500 bytes, always the same
 */
export function srgbProfile(): Buffer {
  const blobs = [
    { tags: ['desc'], data: text('sRGB') },
    { tags: ['cprt'], data: text('Public domain') },
    { tags: ['wtpt'], data: xyz(...d50) },
    { tags: ['chad'], data: Buffer.concat([Buffer.from('sf32\0\0\0\0'), ...adaptation.map(fixed)]) },
    { tags: ['rXYZ'], data: xyz(0.43607, 0.22249, 0.01392) },
    { tags: ['gXYZ'], data: xyz(0.38515, 0.71687, 0.09708) },
    { tags: ['bXYZ'], data: xyz(0.14307, 0.06061, 0.7141) },
    { tags: ['rTRC', 'gTRC', 'bTRC'], data: curve() },
  ]
  const count = blobs.reduce((sum, { tags }) => sum + tags.length, 0)
  let offset = 128 + 4 + 12 * count
  const table = [whole(count)]
  for (const { tags, data } of blobs) {
    for (const tag of tags) table.push(Buffer.from(tag), whole(offset), whole(data.length))
    offset += data.length
  }
  return Buffer.concat([header(offset), ...table, ...blobs.map(({ data }) => data)])
}

/** The white that profiles are relative to (7.2.16). */
const d50 = [0.9642, 1, 0.8249] as const

/** Bradford's matrix from sRGB's white, D65, to D50 (annex E). */
const adaptation = [1.0479, 0.0229, -0.0502, 0.0296, 0.99046, -0.01707, -0.00925, 0.01508, 0.75168]

/** 7.2: an RGB display profile, media-relative; its date is that of the standard's edition. */
function header(size: number): Buffer {
  const bytes = Buffer.alloc(128)
  bytes.writeUInt32BE(size, 0)
  bytes.writeUInt32BE(0x04400000, 8)
  bytes.write('mntrRGB XYZ ', 12, 'latin1')
  for (const [at, part] of [2022, 5, 1, 0, 0, 0].entries()) bytes.writeUInt16BE(part, 24 + 2 * at)
  bytes.write('acsp', 36, 'latin1')
  for (const [at, part] of d50.entries()) fixed(part).copy(bytes, 68 + 4 * at)
  return bytes
}

/** 10.15: one text, in English. */
function text(value: string): Buffer {
  const utf16 = Buffer.from(value, 'utf16le').swap16()
  const head = [Buffer.from('mluc\0\0\0\0'), whole(1), whole(12), Buffer.from('enUS'), whole(utf16.length), whole(28)]
  // Each tag begins at a multiple of four.
  return Buffer.concat([...head, utf16, Buffer.alloc(utf16.length % 4)])
}

/** 10.31 */
function xyz(x: number, y: number, z: number): Buffer {
  return Buffer.concat([Buffer.from('XYZ \0\0\0\0'), fixed(x), fixed(y), fixed(z)])
}

/** 10.18, function 3: a line near black, then a power. */
function curve(): Buffer {
  const parameters = [2.4, 1 / 1.055, 0.055 / 1.055, 1 / 12.92, 0.04045]
  return Buffer.concat([Buffer.from('para\0\0\0\0\0\x03\0\0'), ...parameters.map(fixed)])
}

/** 4.5: a signed number with 16 bits behind the point. */
function fixed(number: number): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeInt32BE(Math.round(number * 65_536))
  return bytes
}

function whole(number: number): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32BE(number)
  return bytes
}
