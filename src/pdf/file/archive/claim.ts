import { deflateSync } from 'node:zlib'
import { type PdfObject, plainStream } from '../plain-pdf.ts'
import { splitStrings } from '../syntax.ts'
import { srgbProfile } from './srgb-profile.ts'

/** What a document's metadata states. */
export interface About {
  title: string
  /** BCP 47 tag. */
  lang: string
  /** Whether it may claim PDF/A-3a, too. */
  isArchivable: boolean
}

/** Entries of the catalog, each with a line's end, and the objects that they refer to. */
export interface Claim {
  entries: string
  objects: readonly PdfObject[]
}

/**
 * Claims PDF/UA-1 (ISO 14289-1), and PDF/A-3a (ISO 19005-3) for what can be kept: with the color space of everything that is drawn.
 *
 * @param first the first of three free object numbers
 */
export function writeClaim(first: number, about: About): Claim {
  const [intent, profile] = [first + 1, first + 2]
  const metadata = plainStream(first, '/Type /Metadata\n/Subtype /XML\n', xmpOf(about))
  if (!about.isArchivable) return { entries: `/Metadata ${first} 0 R\n`, objects: [metadata] }
  // 6.2.3: of the standard's own name, so that no registry is needed.
  const content =
    '<</Type /OutputIntent\n/S /GTS_PDFA1\n/OutputConditionIdentifier (sRGB)\n/Info (sRGB IEC61966-2.1)\n' +
    `/DestOutputProfile ${profile} 0 R>>`
  profileData ??= deflateSync(srgbProfile())
  return {
    entries: `/Metadata ${first} 0 R\n/OutputIntents [${intent} 0 R]\n`,
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

/**
 * Whether a document of Chromium has nothing that PDF/A-3 forbids (ISO 19005-3, of which the numbers are): a page of one's own may bring
 * pictures and texts that a receipt hasn't. What Chromium never writes, such as encryption, scripts and optional content, isn't looked for.
 *
 * @param objects all of the document
 */
export function isArchivable(objects: readonly PdfObject[]): boolean {
  return objects.every(({ isStream, content }) => (isStream ? isPlainPicture(content) : isWithinLimits(content)))
}

/** Colors that the document's own profile means, or a profile in it (6.2.4), and nothing smoothed or compressed as JPEG 2000 (6.2.8). */
function isPlainPicture(content: string): boolean {
  const keys = content.slice(0, content.indexOf('>> stream\n'))
  if (!keys.includes('/Subtype /Image')) return true
  return (
    /\/ColorSpace (?:\/Device(?:RGB|Gray)|\[\/(?:Indexed \/DeviceRGB|ICCBased \d))/.test(keys) && !strange.test(keys)
  )
}

const strange = /\/Interpolate true|\/JPXDecode|\/LZWDecode|\/Alternates|\/OPI/

/** 6.1.13: strings of at most 32,767 bytes, names of at most 127, here of a place that a link goes to. */
function isWithinLimits(content: string): boolean {
  if (longPlace.test(content)) return false
  if (content.length <= maxStringLength) return true
  return splitStrings(content)?.every((piece, at) => at % 2 === 0 || bytesIn(piece) <= maxStringLength) === true
}

const longPlace = /\n\/Dest \/[^\s>]{128}/
const maxStringLength = 32_767

function bytesIn(string: string): number {
  return string.startsWith('<') ? string.length / 2 - 1 : string.length - 2
}
