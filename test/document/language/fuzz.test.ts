import Handlebars from 'handlebars'
import { expect, test } from 'vitest'
import { checkedPage } from '../../../src/document/compile.ts'
import type { FilledBy } from '../../../src/document/language/run.ts'
import { writeTemplate } from '../../../src/document/language/write.ts'
import { htmlTemplate, textTemplate } from '../../../src/document/templates.ts'
import { TemplateError } from '../../../src/errors.ts'
import fc from '../../support/fast-check.ts'
import { tries } from '../../support/scope.ts'

const view = {
  dir: 'ltr',
  a: 'plain',
  b: '<b> & "c"',
  empty: '',
  zero: 0,
  yes: true,
  none: [],
  list: [
    { a: 'one', list: ['x', 'y'] },
    { a: 'two\nlines', list: [] },
    { a: 'three', part: { a: 'deep' } },
  ],
  part: { a: 'inner', b: 'other', list: ['p', 'q'], part: { a: 'innermost' } },
  images: {},
}

/** How many templates each of the two tests tries. */
const runs = tries(4_000)

/**
 * The language is a strict subset of Handlebars: what compiles says what Handlebars says. Whether random templates of ours
 * are refused or stop at a field that is not there is not asked here.
 */
test.each(['text', 'html'] as const)('random templates that compile print what Handlebars prints: %s', kind => {
  const seen = { same: 0, refused: 0, stopped: 0 }
  fc.assert(
    fc.property(anyTemplate, anySection, anySection, (...random) => {
      const [page, one, two] = random.map(kind === 'text' ? withoutNumbers : String) as [string, string, string]
      const sections = { one, two: two.replaceAll(/\{\{~?> two~?\}\}/g, '') }
      const ours = filled(kind, page, sections)
      if (ours === 'refused' || ours === 'stopped') return void seen[ours]++
      const { text, entersItself } = theirs(kind, page, sections)
      if (entersItself) return
      seen.same++
      expect(ours.text).toBe(text)
    }),
    { numRuns: runs },
  )
  expect(seen.same).toBeGreaterThan(runs / 10)
})

const space = fc.constantFrom('', ' ', '\n', '  \n', '\n  ', '\t')
const field = fc.constantFrom(
  ...[
    'a',
    'b',
    'this',
    './a',
    '../a',
    'part.a',
    '../part.a',
    '@root.a',
    '@index',
    '@key',
    'zero',
    'empty',
    'list.[0].a',
  ],
  ...['nothing', 'part.[b]', 'this.a', '../../b', '@root.part.part.a'],
)
const opened = fc.constantFrom(
  'list',
  'part',
  'none',
  'this',
  'part.list',
  '../list',
  '@root.list',
  '..',
  'nothing',
  'part.part',
)
const asked = fc.oneof(opened, fc.constantFrom('a', 'yes', 'zero', 'empty', '@first', '@last', '@index'))
const tilde = fc.constantFrom('', '', '', '~')

const { anyTemplate } = fc.letrec<{ anyTemplate: string; statement: string }>(tie => ({
  anyTemplate: fc.array(tie('statement'), { maxLength: 5 }).map(parts => parts.join('')),
  statement: fc.oneof(
    { maxDepth: 4 },
    fc.tuple(space, fc.constantFrom('x', '<p>', 'y "z"', ''), space).map(parts => parts.join('')),
    fc.tuple(tilde, field, tilde).map(([open, path, close]) => `{{${open}${path}${close}}}`),
    fc.tuple(tilde, fc.constantFrom('! note ', '!-- {{a}} --'), tilde).map(([o, text, c]) => `{{${o}${text}${c}}}`),
    fc.constantFrom('\\{{a}}', '\\\\{{a}}', '{{{{if yes}}}} {{a}} {{{{/if}}}}', '\\{{> one}}'),
    fc
      .tuple(space, tilde, fc.constantFrom('one', 'two'), tilde, space)
      .map(([before, open, name, close, after]) => `${before}{{${open}> ${name}${close}}}${after}`),
    fc
      .tuple(
        fc.constantFrom('if', 'unless', 'each', 'with', '^if', '^each'),
        fc.tuple(asked, opened),
        fc.array(tilde, { minLength: 6, maxLength: 6 }),
        fc.tuple(
          tie('anyTemplate'),
          fc.option(fc.tuple(fc.constantFrom('', ' if a', ' each list'), tie('anyTemplate'))),
        ),
        space,
      )
      .map(([word, [condition, entered], [t1, t2, t3, t4, t5, t6], [inside, otherwise], gap]) => {
        const name = word.replace('^', '')
        const path = name === 'each' || name === 'with' ? entered : condition
        const second = otherwise ? `{{${t3}else${otherwise[0]}${t4}}}${otherwise[1]}` : ''
        return `{{${t1}${word.startsWith('^') ? '' : '#'}${word} ${path}${t2}}}${gap}${inside}${second}{{${t5}/${name}${t6}}}${gap}`
      }),
  ),
}))

/**
 * No section contains itself; and none leaves itself by `../`: here that reaches what is around the section, in Handlebars
 * only where the page, too, has a `../`.
 */
const anySection = anyTemplate.map(source =>
  source
    .replaceAll(/\{\{(~?)> (?:one|two)(~?)\}\}/g, '{{$1> two$2}}')
    .replaceAll(/(?:\.\.\/)+(\w+)/g, '$1')
    .replaceAll(' ..', ' part'),
)

/** With `noEscape`, Handlebars adds numbers that stand side by side. */
function withoutNumbers(source: string): string {
  return source.replaceAll(/(\{\{~?)(@index|@key|zero)(~?\}\})/g, '$1a$3')
}

function filled(
  kind: 'text' | 'html',
  page: string,
  sections: Record<string, string>,
): { text: string } | 'refused' | 'stopped' {
  const ending = kind === 'text' ? 'txt' : 'html'
  const files = new Map([
    [kind === 'text' ? 'receipt.txt.hbs' : 'print.html.hbs', page],
    ...Object.entries(sections).map(([name, source]) => [`sections/${name}.${ending}.hbs`, source] as const),
  ])
  let source: string
  try {
    source = writeTemplate(checkedPage(files, kind === 'text' ? 'text' : 'print'), kind)
  } catch (error) {
    if (error instanceof TemplateError) return 'refused'
    throw error
  }
  try {
    const fill = (kind === 'text' ? textTemplate : htmlTemplate)(new Function(`return ${source}`)())
    const text = fill(view)
    expect(takenFrom(fill)).toBe(text)
    return { text }
  } catch (error) {
    if (error instanceof TemplateError) return 'stopped'
    throw error
  }
}

/** What a template prints if all that it has written is taken after each entry of a list. */
function takenFrom(fill: FilledBy): string {
  let taken = ''
  const take = (written: string) => {
    taken += written
    return ''
  }
  const rest = fill(view, { maxLength: 0, take })
  return taken + rest
}

/**
 * In HTML the lines of a section are not indented, which is Handlebars' option `preventIndent`.
 *
 * @returns also whether a block enters what it is in, such as an item of the same list: for Handlebars that opens nothing that
 *   `../` leaves, for ours it does
 */
function theirs(kind: 'text' | 'html', page: string, sections: Record<string, string>) {
  const other = Handlebars.create()
  const options = { noEscape: kind === 'text', preventIndent: kind === 'html' }
  for (const [name, source] of Object.entries(sections)) other.registerPartial(name, other.compile(source, options))
  let entersItself = false
  const { each, with: enter } = { ...other.helpers } as Record<'each' | 'with', Handlebars.HelperDelegate>
  other.registerHelper('each', function (this: unknown, list: object, ...rest) {
    entersItself ||= Object.values(list ?? {}).includes(this)
    return each.call(this, list, ...rest)
  })
  other.registerHelper('with', function (this: unknown, entered: unknown, ...rest) {
    entersItself ||= entered === this
    return enter.call(this, entered, ...rest)
  })
  const ownOnly = { allowProtoPropertiesByDefault: false, allowProtoMethodsByDefault: false }
  return { text: other.compile(page, options)(view, ownOnly), entersItself }
}

test('a block that enters what it is in is left by `../`, unlike in Handlebars', () => {
  const page = '{{#each list}}{{#each ../list}}{{../../zero}}{{/each}}{{/each}}'
  expect(filled('text', page, {})).toEqual({ text: '0'.repeat(9) })
  expect(theirs('text', page, {})).toEqual({ text: '0'.repeat(6), entersItself: true })
})
