import { objectsOfType, type PdfObjects } from './objects.ts'

/** Matterhorn 1.1, checkpoints 07, 11, 20, 21, 25, 26, 28 to 31: catalog, annotations, actions, security, fonts. */
export function fileProblems(objects: PdfObjects): string[] {
  const { texts, trailer, follow } = objects
  const catalog = follow(trailer, 'Root')
  const problems: string[] = []
  const all = [...texts.values()].join('\n')
  if (!/\/Marked true/.test(catalog)) problems.push('06-002 not marked as tagged')
  if (/\/Encrypt\b/.test(trailer)) problems.push('26-001 encrypted')
  if (!/\/Lang \([a-z]{2,3}[\w-]*\)/.test(catalog)) problems.push('11-006 no language')
  if (/\/(AcroForm|OCProperties|XFA|JavaScript|OpenAction|AA|RichMedia|Ref) /.test(all))
    problems.push('20, 21, 25, 29, 30: optional content, files, forms or actions')
  for (const [, file] of objectsOfType(objects, 'Filespec'))
    if (!/\/F \(.+\)\n\/UF \(.+\)/.test(file)) problems.push('21-001 a file without a name')
  if (/\/RoleMap|\/Suspects true/.test(all)) problems.push('02-003 roles are mapped')
  return [
    ...problems,
    ...annotationProblems(objects),
    ...objectsOfType(objects, 'Font').flatMap(font => fontProblems(objects, font)),
  ]
}

function annotationProblems(objects: PdfObjects): string[] {
  const { texts } = objects
  const problems: string[] = []
  for (const [number, text] of texts) {
    if (!text.startsWith('<</Type /Annot')) continue
    if (!text.includes('/Subtype /Link')) problems.push('28-002 an annotation that is no link')
    if (!/\/Contents [(<](?![)>])/.test(text)) problems.push('28-012 a link without description')
    const owners = objectsOfType(objects, 'StructElem').filter(([, element]) => element.includes(`/Obj ${number} 0 R`))
    if (owners.length !== 1 || !owners[0]![1].includes('/S /Link\n')) problems.push('28-011 a link that is in no Link')
    if (!/\/StructParent \d+/.test(text)) problems.push('28-010 a link without parent')
  }
  for (const [, page] of objectsOfType(objects, 'Page'))
    if (page.includes('/Annots') && !page.includes('/Tabs /S')) problems.push('28-008 tabs follow no structure')
  return problems
}

/** Composite fonts with embedded programs, identical glyph numbers, and letters for all of them (31-001 to 31-030). */
function fontProblems(objects: PdfObjects, [number, text]: [number, string]): string[] {
  const problems: string[] = []
  const descriptor = objects.follow(text, 'FontDescriptor')
  if (/\/Subtype \/CIDFontType2/.test(text)) {
    if (!text.includes('/CIDToGIDMap /Identity')) problems.push('31-004 no CIDToGIDMap')
    if (!/\/Registry \(Adobe\)\n\/Ordering \(Identity\)\n\/Supplement 0/.test(text))
      problems.push('31-001 another character collection')
    if (!/\/FontFile2 \d+ 0 R/.test(descriptor)) problems.push('31-009 not embedded')
  } else if (/\/Subtype \/Type0/.test(text)) {
    if (!text.includes('/Encoding /Identity-H')) problems.push('31-006 another encoding')
    const letters = objects.data(Number(/\/ToUnicode (\d+) 0 R/.exec(text)?.[1]))
    if (!/beginbf(char|range)/.test(letters)) problems.push('31-027 glyphs without letters')
    if (/<[0-9A-F]{4}> <(0000|FEFF|FFFE)>/.test(letters)) problems.push('31-028 glyphs for no letter')
  } else if (/\/Subtype \/Type3/.test(text)) {
    // Its glyphs are drawings in the document: there is no program to embed (ISO 32000-1, 9.6.5).
    if (!text.includes('/CharProcs')) problems.push('31-009 not embedded')
    const letters = objects.data(Number(/\/ToUnicode (\d+) 0 R/.exec(text)?.[1]))
    if (!/beginbf(char|range)/.test(letters)) problems.push('31-027 glyphs without letters')
    if (/<[0-9A-F]{2}> <(0000|FEFF|FFFE)>/.test(letters)) problems.push('31-028 glyphs for no letter')
  } else problems.push(`31-009 font ${number} is of another type`)
  return problems
}
