import { objectsOfType, type PdfObjects, readObjects } from './pdf-ua/objects.ts'

/**
 * Checks a PDF against the rules of ISO 19005-3 (PDF/A-3) that a receipt could break, by their numbers there, by other code than wrote
 * it. Those of level A are PDF/UA's (`accessProblems`).
 *
 * @returns the number and name of each problem
 */
export function archiveProblems(pdf: Uint8Array): string[] {
  const objects = readObjects(pdf)
  return [
    ...fileProblems(objects, pdf),
    ...colorProblems(objects),
    ...metadataProblems(objects),
    ...textProblems(objects),
  ]
}

/** The associated files of a document: name, relationship and content (6.8). */
export function attachedFiles({ texts, data, follow, trailer }: PdfObjects) {
  const catalog = follow(trailer, 'Root')
  const [, list = ''] = /\/AF \[([^\]]*)\]/.exec(catalog) ?? []
  return Array.from(list.matchAll(/(\d+) 0 R/g), ([, number]) => {
    const file = texts.get(Number(number))!
    const stream = Number(/\/EF <<\/F (\d+) 0 R/.exec(file)?.[1])
    return {
      name: /\/UF \(([^)]*)\)/.exec(file)?.[1],
      relationship: /\/AFRelationship \/(\w+)/.exec(file)?.[1],
      keys: texts.get(stream)!,
      isNamed: new RegExp(`\\(receipt(-\\d{6})?\\.[a-z.]+\\) ${number} 0 R`).test(follow(catalog, 'EmbeddedFiles')),
      content: Buffer.from(data(stream), 'latin1').toString('utf8'),
    }
  })
}

/** 6.1: file structure and limits; 6.3 and 6.5: annotations and actions; 6.8: embedded files. */
function fileProblems(objects: PdfObjects, pdf: Uint8Array): string[] {
  const { texts, trailer } = objects
  const problems: string[] = []
  const say = (isBroken: boolean, problem: string) => isBroken && problems.push(problem)
  say(!/^%PDF-1\.[5-7]\n%[\x80-\xff]{4}/.test(Buffer.from(pdf.subarray(0, 20)).toString('latin1')), '6.1.2 header')
  const [, id, changed] = /\/ID \[<([0-9A-F]{32})> <([0-9A-F]{32})>\]/.exec(trailer) ?? []
  say(id === undefined || id !== changed, '6.1.3 no file ID')
  say(/\/Encrypt\b/.test(trailer), '6.1.3 encrypted')
  for (const [number, text] of texts) {
    const strings = text.match(/\((?:[^()\\]|\\.)*\)|<[0-9A-F]+>/gs) ?? []
    say(
      strings.some(string => (string.startsWith('<') ? string.length / 2 - 1 : string.length - 2) > 32_767),
      `6.1.13 a long string in ${number}`,
    )
    const names = text.replace(/\((?:[^()\\]|\\.)*\)/gs, '()')
    say(/\/[^\s/<>[\]()]{128}/.test(names), `6.1.13 a long name in ${number}`)
    say(/\/(LZWDecode|Crypt|JPXDecode)\b/.test(names), `6.1.7 a filter in ${number}`)
    say(/\/Interpolate true|\/Alternates|\/OPI/.test(names), `6.2.8 a picture in ${number}`)
    say(/\/(AA|OpenAction|JavaScript|Launch|NeedAppearances|OCProperties|Requirements)\b/.test(names), `6.5 ${number}`)
    if (text.startsWith('<</Type /Annot')) say((Number(/\/F (\d+)/.exec(text)?.[1]) & 295) !== 4, '6.3.2 not printed')
    const [, lang] = /\n\/Lang \(([^)]*)\)/.exec(text) ?? []
    say(lang !== undefined && !/^([A-Za-z]{1,8}(-[A-Za-z0-9]{1,8})*)?$/.test(lang), `6.7.4 the language ${lang}`)
  }
  const files = attachedFiles(objects)
  say(
    /\/EmbeddedFile\b/.test([...texts.values()].join('\n')) && files.length === 0,
    '6.8 a file that is not associated',
  )
  for (const { name, relationship, keys, isNamed } of files) {
    say(!name || !relationship || !isNamed, '6.8 a file without name or relationship')
    say(!/\/Subtype \/[\w-]+#2F[\w-]+\n/.test(keys) || !/\/ModDate \(D:/.test(keys), '6.8 a file without type or date')
  }
  return problems
}

/** 6.2: what colors mean. */
function colorProblems(objects: PdfObjects): string[] {
  const { texts, data, follow, trailer } = objects
  const intent = follow(
    follow(trailer, 'Root').replace(/\/OutputIntents \[(\d+ 0 R)\]/, '/OutputIntents $1'),
    'OutputIntents',
  )
  const number = Number(/\/DestOutputProfile (\d+) 0 R/.exec(intent)?.[1])
  const profile = texts.has(number) ? data(number) : ''
  const problems: string[] = []
  if (!/\/S \/GTS_PDFA1/.test(intent) || !/\/OutputConditionIdentifier \(.+\)/.test(intent))
    problems.push('6.2.3 no intent')
  if (!/\/N 3/.test(texts.get(number) ?? '')) problems.push('6.2.3 a profile with another number of colors')
  if (profile.slice(36, 40) !== 'acsp' || profile.slice(12, 20) !== 'mntrRGB ') problems.push('6.2.3 no RGB profile')
  if (profile && profile.length !== Buffer.from(profile, 'latin1').readUInt32BE(0))
    problems.push('6.2.3 a profile of another size')
  for (const [at, text] of texts)
    if (/\/(DeviceCMYK|DeviceN|Separation|Lab)\b/.test(text)) problems.push(`6.2.4 other colors in ${at}`)
  return problems
}

/** 6.6: uncompressed, with the claim and a description of each property that XMP doesn't know. */
function metadataProblems({ texts, data, follow, trailer }: PdfObjects): string[] {
  const catalog = follow(trailer, 'Root')
  const number = Number(/\/Metadata (\d+) 0 R/.exec(catalog)?.[1])
  if (!texts.has(number)) return ['6.6.2.1 no metadata']
  const xmp = Buffer.from(data(number), 'latin1').toString('utf8')
  const problems: string[] = []
  if (/\/Filter/.test(texts.get(number)!)) problems.push('6.6.2.1 compressed metadata')
  if (!/<pdfaid:part>3<.*<pdfaid:conformance>A</s.test(xmp)) problems.push('6.6.4 no claim')
  if (!/<pdfaSchema:prefix>pdfuaid</.test(xmp)) problems.push('6.6.2.3 pdfuaid is not described')
  return problems
}

/** 6.2.11: every glyph is one of its font, and has a letter. */
function textProblems(objects: PdfObjects): string[] {
  const problems: string[] = []
  for (const [, page] of objectsOfType(objects, 'Page')) {
    const content = objects.data(Number(/\/Contents (\d+) 0 R/.exec(page)?.[1]))
    const fonts = new Map(Array.from(page.matchAll(/\/(F\d+) (\d+) 0 R/g), ([, name, font]) => [name!, Number(font)]))
    let letters: Set<string> | undefined
    for (const [, name, glyphs = ''] of content.matchAll(/\/(F\d+) [\d.]+ Tf|(?<!Text )<([0-9A-F]+)>/g)) {
      if (name !== undefined) letters = lettersOf(objects, objects.texts.get(fonts.get(name)!)!)
      for (const glyph of (letters && glyphs.match(/.{4}/g)) ?? []) {
        if (glyph === '0000') problems.push('6.2.11.8 a glyph that the font has not')
        else if (!letters!.has(glyph)) problems.push(`6.2.11.7 the glyph ${glyph} has no letter`)
      }
    }
  }
  return [...new Set(problems)]
}

/** Codes with letters; undefined for fonts with codes of one byte. */
function lettersOf(objects: PdfObjects, font: string): Set<string> | undefined {
  if (!font.includes('/Subtype /Type0')) return undefined
  const mapping = objects.data(Number(/\/ToUnicode (\d+) 0 R/.exec(font)?.[1]))
  const codes = new Set<string>()
  for (const [, first = '', last = first] of mapping.matchAll(
    /^<([0-9A-F]{4})>(?: <([0-9A-F]{4})>)? <(?!0000>|FEFF>|FFFE>)[0-9A-F]+>$/gm,
  ))
    for (let code = Number.parseInt(first, 16); code <= Number.parseInt(last, 16); code++)
      codes.add(code.toString(16).toUpperCase().padStart(4, '0'))
  return codes
}
