import Handlebars from 'handlebars'
import { describe, expect, test } from 'vitest'
import { checkedPage, compileTemplates } from '../../../src/document/compile.ts'
import { writeTemplate } from '../../../src/document/language/write.ts'
import { textTemplate } from '../../../src/document/templates.ts'

const view = { dir: 'ltr', store: 'Pebble & Pine', lines: ['Plum 1.20', 'Pear 0.90'], note: 'two\nlines', images: {} }

describe('a page with sections prints what Handlebars prints', () => {
  test.each<[string, string, Record<string, string>]>([
    ['sections on lines of their own', 'a\n{{> one}}\nb\n', { one: 'one\n' }],
    ['sections within a line', 'a {{> one}} b\n', { one: 'one' }],
    ['a section that is empty', 'a\n{{> one}}\nb\n', { one: '' }],
    ['a section of which nothing shows', 'a\n{{> one}}\nb\n', { one: '{{#if nothing}}\nx\n{{/if}}\n' }],
    ['white space taken off beside a section', 'a {{~> one~}} b', { one: ' one ' }],
    ['white space taken off within a section', 'a {{> one}} b', { one: ' {{~store~}} ' }],
    ['comments that take white space off', 'A {{~! c ~}} B {{~!-- c --~}} C', {}],
    ['a comment on a line of its own', 'a\n  {{! c }}\nb\n', {}],
    ['a section that is escaped', 'a \\{{> one}} b', { one: 'x' }],
    ['a section in a raw block', '{{{{if store}}}}{{> one}}{{{{/if}}}}', { one: 'x' }],
    ['a section that is indented', 'a\n  {{> one}}\nb\n', { one: 'one\n\n{{store}}\n' }],
    ['values of several lines in it', '  {{> one}}\n', { one: '{{note}}\n{{#each lines}}\n{{this}}\n{{/each}}\n' }],
    ['indentation within indentation', '  {{> one}}\n', { one: 'a\n\t{{> two}}\nb\n', two: 'x\ny' }],
    ['the context of a block', '{{#each lines}}\n{{> one}}\n{{/each}}\n', { one: '{{this}};\n' }],
    ['one section twice', '{{> one}}{{#if store}}{{> one}}{{/if}}', { one: '[{{store}}]' }],
  ])('%s', (_, page, sections) => {
    const other = Handlebars.create()
    for (const [name, source] of Object.entries(sections)) other.registerPartial(name, source)
    expect(filled(page, sections)).toBe(other.compile(page, { noEscape: true })(view))
  })
})

test.each([
  ['strict', undefined],
  ['lenient', () => {}],
])('text is taken after each entry of a list, but not where it will be indented: %s', (_, report) => {
  const files = new Map([
    ['receipt.txt.hbs', '{{#each lines}}\n{{this}}\n{{/each}}\n  {{> one}}\n'],
    ['sections/one.txt.hbs', '{{#each lines}}\n{{this}}\n{{/each}}\n'],
  ])
  const source = writeTemplate(checkedPage(files, 'text'), 'text')
  const taken: string[] = []
  const take = (written: string) => {
    taken.push(written)
    return ''
  }
  const rest = textTemplate(new Function(`return ${source}`)(), report)(view, { maxLength: 0, take })
  expect(taken).toEqual(['Plum 1.20\n', 'Pear 0.90\n'])
  expect(rest).toBe('  Plum 1.20\n  Pear 0.90\n')
})

test('HTML ignores the indentation of sections', () => {
  const page = '<html><head></head><body>\n  {{> one}}\n</body></html>'
  const { emailLtr } = compileTemplates(
    new Map([
      ['email.html.hbs', page],
      ['print.html.hbs', ''],
      ['receipt.txt.hbs', ''],
      ['sections/one.html.hbs', '<pre>{{note}}</pre>\n'],
    ]),
  )
  expect(emailLtr).not.toContain('indented(out')
})

function filled(page: string, sections: Record<string, string>): string {
  const files = new Map([
    ['receipt.txt.hbs', page],
    ...Object.entries(sections).map(([name, source]) => [`sections/${name}.txt.hbs`, source] as const),
  ])
  const source = writeTemplate(checkedPage(files, 'text'), 'text')
  return textTemplate(new Function(`return ${source}`)())(view)
}
