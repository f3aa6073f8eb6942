/** What a document says about itself. */
export interface About {
  title: string
  /** BCP 47 tag. */
  lang: string
}

/** The title in a document's information dictionary (ISO 32000-1, 14.3.3), as Chromium writes strings; undefined if it has none. */
export function titleIn(info: string): string | undefined {
  const [, literal, hex] = /\/Title (?:\(((?:[^()\\]|\\.)*)\)|<FEFF([0-9A-F]*)>)/s.exec(info) ?? []
  const title = hex === undefined ? literal && unescaped(literal) : Buffer.from(hex, 'hex').swap16().toString('utf16le')
  return title?.trim() ? title : undefined
}

/**
 * XMP metadata that claims PDF/UA-1 (ISO 14289-1, 5 and 7.1; XMP, ISO 16684-1).
 *
 * @returns an XML document in UTF-8
 */
export function universalAccess({ title, lang }: About): Buffer {
  return Buffer.from(
    `<?xpacket begin="\uFEFF" id="W5M0MpCehiHzreSzNTczkc9d"?>
<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
<rdf:Description rdf:about="" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:pdfuaid="http://www.aiim.org/pdfua/ns/id/">
<dc:title><rdf:Alt><rdf:li xml:lang="x-default">${xml(title)}</rdf:li></rdf:Alt></dc:title>
<dc:language><rdf:Bag><rdf:li>${xml(lang)}</rdf:li></rdf:Bag></dc:language>
<pdfuaid:part>1</pdfuaid:part>
</rdf:Description></rdf:RDF></x:xmpmeta>
<?xpacket end="r"?>`,
  )
}

function unescaped(literal: string): string {
  return literal.replace(/\\([0-7]{3}|.)/gs, (_, sign: string) =>
    sign.length === 3 ? String.fromCharCode(Number.parseInt(sign, 8)) : sign,
  )
}

/** Control characters that XML doesn't allow are left out. */
function xml(text: string): string {
  return text
    .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, '')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
}
