import { describe, expect, test } from 'vitest'
import { structureProblems } from '../../../src/pdf/file/access/structure-problems.ts'
import { openObjectValues } from '../../../src/pdf/file/object-values.ts'
import type { PdfObject } from '../../../src/pdf/file/plain-pdf.ts'

/** A receipt's structure, as small as it has everything: by number, each object's text. */
const good: Readonly<Record<number, string>> = {
  1: '<</Type /StructTreeRoot\n/K 2 0 R\n/ParentTreeNextKey 2\n/ParentTree 30 0 R>>',
  2: '<</Type /StructElem\n/S /Document\n/Lang (en)\n/P 1 0 R\n/K [3 0 R 4 0 R 5 0 R 6 0 R 9 0 R 13 0 R 20 0 R]>>',
  3: '<</Type /StructElem\n/S /H1\n/P 2 0 R\n/Pg 40 0 R\n/K 0>>',
  4: '<</Type /StructElem\n/S /P\n/Lang (fr-CA)\n/P 2 0 R\n/Pg 40 0 R\n/K 1>>',
  5: '<</Type /StructElem\n/S /Figure\n/Alt (QR code)\n/P 2 0 R\n/Pg 40 0 R\n/K 2>>',
  6: '<</Type /StructElem\n/S /L\n/P 2 0 R\n/K 7 0 R>>',
  7: '<</Type /StructElem\n/S /LI\n/P 6 0 R\n/K 8 0 R>>',
  8: '<</Type /StructElem\n/S /LBody\n/P 7 0 R\n/Pg 40 0 R\n/K 3>>',
  9: '<</Type /StructElem\n/S /P\n/P 2 0 R\n/K 10 0 R>>',
  10: '<</Type /StructElem\n/S /Link\n/P 9 0 R\n/Pg 40 0 R\n/K [4 <</Type /OBJR\n/Obj 41 0 R>>]>>',
  13: '<</Type /StructElem\n/S /Table\n/P 2 0 R\n/K [14 0 R 17 0 R]>>',
  14: '<</Type /StructElem\n/S /TR\n/P 13 0 R\n/K [15 0 R 16 0 R]>>',
  15: '<</Type /StructElem\n/S /TH\n/A [<</O /Table\n/Scope /Column>>]\n/ID (th1)\n/P 14 0 R\n/Pg 40 0 R\n/K 5>>',
  16: '<</Type /StructElem\n/S /TH\n/A [<</O /Table\n/Scope /Column>>]\n/ID (th2)\n/P 14 0 R\n/Pg 40 0 R\n/K 6>>',
  17: '<</Type /StructElem\n/S /TR\n/P 13 0 R\n/K [18 0 R 19 0 R]>>',
  18: '<</Type /StructElem\n/S /TD\n/A [<</O /Table\n/Headers [(th1)]>>]\n/P 17 0 R\n/Pg 40 0 R\n/K 7>>',
  19: '<</Type /StructElem\n/S /TD\n/P 17 0 R\n/Pg 40 0 R\n/K 8>>',
  20: '<</Type /StructElem\n/S /H2\n/P 2 0 R\n/Pg 40 0 R\n/K 9>>',
  30: '<</Type /ParentTree\n/Nums [0 31 0 R 1 10 0 R]>>',
  31: '[3 0 R 4 0 R 5 0 R 8 0 R 10 0 R 15 0 R 16 0 R 18 0 R 19 0 R 20 0 R]',
  40: '<</Type /Page\n/StructParents 0\n/Tabs /S\n/Annots [41 0 R]>>',
  41: '<</Type /Annot\n/Subtype /Link\n/Contents (Help)\n/StructParent 1>>',
}
const drawn = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9]

/** What is found once an object's text is changed. */
function problemsWith(number: number, from: string, to: string, marked: readonly number[] = drawn): string[] {
  return problemsAfter([[number, from, to]], marked)
}

function problemsAfter(
  changes: readonly [number: number, from: string, to: string][],
  marked: readonly number[] = drawn,
  added: Readonly<Record<number, string>> = {},
): string[] {
  const texts: Record<number, string> = { ...good, ...added }
  for (const [number, from, to] of changes) {
    const before = texts[number] ?? ''
    expect(before, `object ${number}`).toContain(from)
    texts[number] = before.replace(from, to)
  }
  const objects: PdfObject[] = Object.entries(texts).map(([key, content]) => ({
    number: Number(key),
    isStream: false,
    content,
  }))
  return structureProblems(openObjectValues(objects), 1, new Map([[40, marked]]))
}

test('a structure in which all is right has no problem', () => {
  expect(problemsWith(4, '', '')).toEqual([])
})

/** Each rule, broken once: the object, what is changed, and what is said of it. */
const broken: [rule: string, number: number, from: string, to: string, problem: string][] = [
  ['7.1: standard roles', 4, '/P\n', '/Aside\n', 'the tag Aside, which isn’t one of PDF 1.7'],
  ['7.1: roles that aren’t mapped', 1, '/K', '/RoleMap <</Aside /P>>\n/K', 'tags with other names than PDF 1.7 has'],
  ['14.7.2: parents', 4, '/P 2 0 R', '/P 6 0 R', 'a tag that is damaged'],
  ['14.7.2: no element twice', 2, '4 0 R', '3 0 R', 'a tag that is damaged'],
  ['14.7.2: kids that are there', 2, '4 0 R', '44 0 R', 'a tag that is damaged'],
  ['7.1: a tree', 1, '/K 2 0 R', '/K []', 'no tags'],
  ['14.8.4.2: text in paragraphs', 4, '/S /P\n', '/S /Div\n', 'text directly in a block'],
  ['table 336: items in a list', 6, '/S /L\n', '/S /Div\n', 'a list item outside of a list'],
  ['table 336: nothing else in a list', 7, '/S /LI\n', '/S /P\n', 'a paragraph directly in a list'],
  ['table 336: text in a list', 6, '/K 7 0 R', '/Pg 40 0 R\n/K [7 0 R 1]', 'text directly in a list'],
  ['table 336: nothing else in an item', 8, '/LBody', '/P', 'a paragraph directly in a list item'],
  ['table 336: bodies in items', 7, '/S /LI\n', '/S /P\n', 'the body of a list item outside of a list item'],
  ['table 337: rows in a table', 13, '/S /Table\n', '/S /Div\n', 'a row outside of a table'],
  ['table 337: nothing else in a table', 17, '/S /TR\n', '/S /P\n', 'a paragraph directly in a table'],
  ['table 337: cells in a row', 17, '/S /TR\n', '/S /P\n', 'a cell outside of a row'],
  ['table 337: nothing else in a row', 19, '/S /TD\n', '/S /P\n', 'a paragraph directly in a row'],
  ['table 337: a body to a head', 14, '/S /TR\n', '/S /THead\n', 'a table without a body'],
  ['table 337: a caption at the start', 17, '/S /TR\n', '/S /Caption\n', 'a caption within a table'],
  ['7.5: equally wide rows', 17, ' 19 0 R', '', 'rows of different widths'],
  [
    '7.5: spans within the table',
    19,
    '/P 17',
    '/A [<</O /Table\n/RowSpan 2>>]\n/P 17',
    'a cell that spans more rows than there are',
  ],
  ['7.5: a cell in a place', 15, '/O /Table', '/O /Table\n/RowSpan 2', 'rows of different widths'],
  ['7.5: spans of at least one', 19, '/P 17', '/A [<</O /Table\n/ColSpan 0>>]\n/P 17', 'a cell that spans no cells'],
  ['7.5: headers with scope', 15, '/Scope /Column', '/Width 1', 'a header cell without scope'],
  ['7.5: a scope that there is', 15, '/Scope /Column', '/Scope /Down', 'a header cell without scope'],
  ['7.5: headers that are there', 18, '(th1)', '(th9)', 'a cell whose header there isn’t'],
  ['14.7.2: names that differ', 16, '(th2)', '(th1)', 'two tags with one name'],
  ['7.3: pictures with text', 5, '/Alt (QR code)', '/Alt ( )', 'a picture without alternative text'],
  ['7.7: formulas with text', 5, '/S /Figure\n/Alt (QR code)', '/S /Formula', 'a formula without alternative text'],
  ['7.9: notes with a name', 4, '/S /P\n', '/S /Note\n', 'a note without a name'],
  ['7.18.4: forms that are described', 4, '/S /P\n', '/S /Form\n', 'a form'],
  ['7.4.2: H1 first', 3, '/H1', '/H2', 'a first heading of level 2'],
  ['7.4.2: no level skipped', 20, '/H2', '/H3', 'a heading of level 3 after one of 1'],
  ['7.4: headings with a level', 20, '/H2', '/H', 'a heading whose level isn’t 1 to 6'],
  ['7.4: no empty heading', 20, '/K 9', '/K []', 'an empty heading'],
  ['7.2: languages', 4, '(fr-CA)', '(fr_CA)', 'a language that is no BCP 47 tag'],
  ['7.18.5: links in a Link', 10, '/S /Link', '/S /Span', 'a link without a tag'],
  ['14.8.4.4: a Link with a link', 10, ' <</Type /OBJR\n/Obj 41 0 R>>', '', 'a link that leads nowhere'],
  ['14.8.4.4: a Link with content', 10, '[4 ', '[', 'a link that says nothing'],
  ['7.18.5: links with Contents', 41, '/Contents (Help)', '/Contents ()', 'a link without a description'],
  ['7.18.1: annotations that are links', 41, '/Subtype /Link', '/Subtype /Text', 'an annotation that is no link'],
  ['7.18.1: annotations that can be read', 40, '[41 0 R]', '[41 0 R 5]', 'an annotation that isn’t understood'],
  ['7.18.3: tabs', 40, '/Tabs /S', '/Tabs /R', 'links that tabs don’t follow'],
  ['14.7.4.4: links in the parent tree', 30, '1 10 0 R', '1 9 0 R', 'a link whose tag isn’t known'],
  ['14.7.4.4: content in the parent tree', 31, '4 0 R 5', '9 0 R 5', 'content whose tag isn’t known'],
  ['14.7.4.4: content of one element', 4, '/K 1', '/K [1 0]', 'content whose tag isn’t known'],
  ['7.1: all that is marked is in the tree', 4, '/K 1', '/K []', 'content without a tag'],
  ['7.1: what is in the tree is marked', 4, '/K 1', '/K [1 10]', 'a tag whose content isn’t there'],
]

describe('a structure in which one rule is broken', () => {
  test.each(broken)('%s', (_, number, from, to, problem) => {
    expect(problemsWith(number, from, to)).toContain(problem)
  })

  test('7.1: what is drawn with a tag that no element has', () => {
    expect(problemsWith(4, '', '', [...drawn, 10])).toEqual(['content without a tag'])
  })

  test('table 337: one head', () => {
    const problems = problemsAfter([
      [14, '/S /TR\n', '/S /THead\n'],
      [17, '/S /TR\n', '/S /THead\n'],
    ])
    expect(problems).toContain('a table with two heads or feet')
  })

  const down: [number, string, string] = [16, '/Scope /Column', '/Scope /Column\n/RowSpan 2']

  test('7.5: two cells in a place', () => {
    const problems = problemsAfter([down, [17, ' 19 0 R', ''], [18, '/O /Table', '/O /Table\n/ColSpan 2']])
    expect(problems).toContain('cells on top of each other')
  })

  test('7.5: a row without gaps', () => {
    expect(problemsAfter([down, [17, '18 0 R 19 0 R', '']])).toContain('a row with a gap')
  })

  test('7.5: spans of at most 10,000', () => {
    const spanning = (span: number) => problemsWith(19, '/P 17', `/A [<</O /Table\n/ColSpan ${span}>>]\n/P 17`)
    expect(spanning(10_000)).not.toContain('a cell that spans no cells')
    expect(spanning(10_001)).toContain('a cell that spans no cells')
  })

  test('14.7.2: elements at most a thousand deep', () => {
    // The paragraph's depth is one more than how many blocks are between it and the document.
    const within = (blocks: number) => {
      const first = 1000
      const chain = Array.from({ length: blocks }, (_, at) => {
        const [parent, kid] = [at === 0 ? 2 : first + at - 1, at === blocks - 1 ? 4 : first + at + 1]
        return [first + at, `<</Type /StructElem\n/S /Div\n/P ${parent} 0 R\n/K ${kid} 0 R>>`] as const
      })
      const moved: [number, string, string][] = [
        [2, '4 0 R', `${first} 0 R`],
        [4, '/P 2 0 R', `/P ${first + blocks - 1} 0 R`],
      ]
      return problemsAfter(moved, drawn, Object.fromEntries(chain))
    }
    expect(within(998)).toEqual([])
    expect(within(999)).toContain('a tag that is damaged')
  })
})
