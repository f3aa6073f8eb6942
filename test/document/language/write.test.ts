import Handlebars from 'handlebars'
import { describe, expect, test } from 'vitest'
import { compileTemplates } from '../../../src/document/compile.ts'
import { htmlTemplate, textTemplate } from '../../../src/document/templates.ts'
import { TemplateError } from '../../../src/errors.ts'
import { precompile } from '../../support/precompile.ts'

const view = {
  dir: 'ltr',
  lang: 'en',
  columns: 64,
  title: `Tea & "Scones" <i>'n'</i> \`=\` \u2028 \\ \${title}`,
  empty: '',
  zero: 0,
  yes: true,
  nothing: null,
  none: [],
  lines: ['one', 'two <2>', 'three'],
  heading: { store: 'Pebble & Pine', link: { text: 'pebble.example.com' } },
  groups: [
    { name: 'Fruit', items: [{ name: 'Plum', price: '1.20' }, { name: 'Pear' }] },
    { name: 'Bread', items: [] },
    { name: 'Milk', items: [{ name: 'Oat', price: '2.00' }] },
  ],
  rates: { A: '7 %', 'B & C': '19 %' },
  images: {},
}

describe('a template prints what Handlebars would print', () => {
  test.each([
    ['text around fields', '<p>{{title}}</p>\n{{heading.store}}!'],
    ['text that would be code', '`$`+`{1+1}` \\ " \' \u2028 out += "x" */ // {{lang}}\r\n\t.'],
    ['a comment', 'a{{! gone }}b{{!-- gone }} too --}}c'],
    ['space taken off', 'a {{~lang~}} b {{~#if yes~}} c {{~/if~}} d'],
    ['lines that hold only a block', 'a\n{{#if yes}}\nb\n{{else}}\nc\n{{/if}}\nd\n'],
    ['a mustache that is escaped itself', '\\{{title}} and \\\\{{lang}}'],
    ['a raw block', '{{{{if yes}}}}{{lang}}{{{{/if}}}}'],
    ['what counts as there', each('{{#if %}}y{{else}}n{{/if}}{{#unless %}}n{{else}}y{{/unless}}')],
    ['what can be entered', each('{{#with %}}y{{else}}n{{/with}}{{#each %}}y{{else}}n{{/each}}')],
    ['else chains', each('{{#if %}}a{{else if lines}}b{{else}}c{{/if}}{{#unless %}}a{{else unless none}}b{{/unless}}')],
    ['texts around a condition', each('a{{#if %}}b{{lang}}c{{/if}}d{{#unless %}}e{{else}}f{{lang}}{{/unless}}g')],
    [
      'texts around conditions within',
      each('a{{#if %}}b{{#if lines}}c{{lang}}d{{/if}}e{{else if zero}}f{{/if}}g{{lang}}'),
    ],
    ['texts around a condition upside down', each('a{{^if %}}b{{/if}}c{{^unless %}}d{{else}}e{{/unless}}f')],
    ['texts around lists', each('a{{#each %}}b{{@index}}c{{else}}d{{/each}}e{{#with %}}f{{else}}g{{/with}}h')],
    ['else chains of all blocks', each('{{#if %}}a{{else with heading}}{{store}}{{else}}c{{/if}}')],
    ['else chains into a list', '{{#if none}}a{{else each lines}}{{@index}}{{this}}{{else}}c{{/if}}'],
    ['a block upside down', '{{^if none}}a{{/if}}{{^with heading}}a{{else}}{{store}}{{/with}}{{^each none}}b{{/each}}'],
    [
      'literals as conditions',
      '{{#if true}}a{{/if}}{{#if 0}}b{{/if}}{{#if "x"}}c{{/if}}{{#if null}}d{{/if}}{{#if undefined}}e{{/if}}',
    ],
    ['a list of text', '{{#each lines}}{{this}}{{.}}{{#unless @last}}, {{/unless}}{{/each}}'],
    ['places in a list', '{{#each lines}}{{@index}}/{{@key}}{{#if @first}}<{{/if}}{{#if @last}}>{{/if}}{{/each}}'],
    ['places in an object', '{{#each rates}}{{@key}}/{{@index}}: {{this}}{{#unless @last}}; {{/unless}}{{/each}}'],
    [
      'lists in lists',
      '{{#each groups}}{{name}}{{#each items}}{{@../index}}.{{@index}} {{name}} {{../name}} {{../../lang}}{{/each}}{{/each}}',
    ],
    [
      'the outer place within a with',
      '{{#each groups}}{{#with name}}{{@index}}{{this}}{{../../lang}}{{/with}}{{/each}}',
    ],
    [
      'the outer place in an else',
      '{{#each groups}}{{#each items}}{{name}}{{else}}{{@index}}{{name}}{{/each}}{{/each}}',
    ],
    ['if opens no depth', '{{#each groups}}{{#if name}}{{#unless none}}{{../lang}}{{name}}{{/unless}}{{/if}}{{/each}}'],
    [
      'paths up and to the root',
      '{{#with heading}}{{#with link}}{{text}}{{../store}}{{../../lang}}{{@root.lang}}{{@root.heading.store}}{{/with}}{{/with}}',
    ],
    [
      'paths with this',
      '{{this.lang}}{{./lang}}{{#with heading}}{{this.store}}{{../this.lang}}{{#with ..}}{{lang}}{{/with}}{{/with}}',
    ],
    ['names in brackets', '{{rates.[B & C]}}{{#with rates.[B & C]}}{{this}}{{/with}}'],
    [
      'a missing field that is asked for',
      '{{#if heading.nowhere}}a{{/if}}{{#with nowhere}}b{{/with}}{{#each heading.nowhere}}c{{else}}d{{/each}}',
    ],
    ['more ../ than there is', '{{#if ../lang}}a{{else}}b{{/if}}'],
    ['places outside a list', '{{#if @last}}a{{else}}b{{/if}}{{#unless @index}}c{{/unless}}'],
    [
      'names of lists and texts',
      '{{#if lines.map}}a{{/if}}{{#if title.link}}b{{/if}}{{#with heading.link}}{{text}}{{/with}}{{lines.length}}{{#if zero.toFixed}}c{{/if}}',
    ],
  ])('%s', (_, template) => {
    const other = Handlebars.create()
    const ownOnly = { allowProtoPropertiesByDefault: false, allowProtoMethodsByDefault: false }
    expect(html(template)).toBe(other.compile(template)(view, ownOnly))
    expect(text(template)).toBe(other.compile(template, { noEscape: true })(view, ownOnly))
  })

  test('helpers take paths, texts and calls', () => {
    const wrap = (template: string) => text(template).replaceAll(/ {2,}/g, ' ')
    expect(wrap('{{row title.length "x"}}')).toBe(`${view.title.length} x`)
    expect(
      wrap(
        '{{row "To \\"pay\\"" heading.nowhere}}|{{#each lines}}{{#if @first}}{{row this ../lang ../heading.store}}{{/if}}{{/each}}',
      ),
    ).toBe('To "pay"|one Pebble & Pine en')
    expect(wrap('{{wrap (row lang "1")}}|{{#if (wrap lang)}}yes{{/if}}')).toBe('en 1|yes')
    const tests =
      '{{#if (is lang "en")}}a{{else}}b{{/if}}{{#unless (is lang "fr")}}c{{/unless}}{{#if (is nowhere "en")}}d{{/if}}'
    expect([html(tests), text(tests)]).toEqual(['ac', 'ac'])
    expect(html('<a title="{{plain title}}" width="{{px 12}}">')).toContain('&quot;Scones&quot; &lt;i&gt;&#x27;n&#x27;')
  })
})

describe('a missing value', () => {
  test.each([
    ['{{heading.nowhere}}', '{{heading.nowhere}} is printed'],
    ['{{nowhere.at.all}}', '{{nowhere.at.all}} is printed'],
    ['{{#each lines}}{{../../lang}}{{/each}}', '{{../../lang}} is printed'],
    ['{{nothing}}', '{{nothing}} is printed'],
    ['{{@index}}', '{{@index}} is printed'],
    ['{{heading}}', '{{heading}} is not text'],
    ['{{yes}}', '{{yes}} is not text'],
    ['{{lines.map}}', '{{lines.map}} is printed'],
  ])('%s is named when it is printed', (template, message) => {
    for (const fill of [html, text]) expect(thrownBy(() => fill(template)).message).toContain(message)
  })

  test('is named if passed to a helper', () => {
    expect(thrownBy(() => html('{{plain nowhere}}')).message).toContain('{{nowhere}} is printed')
    expect(thrownBy(() => text('{{wrap nowhere}}')).message).toContain('{{nowhere}} is printed')
    expect(thrownBy(() => text('{{row lang heading}}')).message).toContain('{{heading}} is not text')
  })
})

describe('rejects, with its place', () => {
  const names = [...Object.getOwnPropertyNames(Object.prototype), 'prototype']

  test.each(names)('the name %s, anywhere', name => {
    for (const path of [name, `heading.${name}`, `${name}.name`, `@root.${name}`, `../${name}`, `heading.[${name}]`]) {
      for (const use of [`{{${path}}}`, `{{plain ${path}}}`, `{{#if ${path}}}{{/if}}`, `{{#each ${path}}}{{/each}}`]) {
        expect(refusalOf(use)).toContain(`slot1.html.hbs:2:`)
        expect(refusalOf(use)).toContain(`"${name}" cannot be a field name`)
      }
    }
  })

  test.each([
    ['{{constructor "alert(1)"}}', 'no helper "constructor"'],
    ['{{[a();alert(1)//] x}}', 'no helper'],
    ['{{#constructor x}}{{/constructor}}', 'no block "constructor"'],
    ['{{#with (constructor "x")}}{{/with}}', 'no helper "constructor"'],
    ['{{if title}}', '"if" is a block'],
    ['{{#plain title}}{{/plain}}', 'no block "plain"'],
    ['{{#if}}{{/if}}', '{{#if}} takes one field'],
    ['{{#with a b}}{{/with}}', '{{#with}} takes one field'],
    ['{{#each lines as |line|}}{{line}}{{/each}}', 'as |name|'],
    ['{{#if a}}{{else each lines as |line|}}{{line}}{{/if}}', 'as |name|'],
    ['{{plain title as=1}}', 'named arguments are not supported'],
    ['{{title as=1}}', 'named arguments are not supported'],
    ['{{#if zero includeZero=true}}{{/if}}', 'named arguments are not supported'],
    ['{{plain}}', 'plain takes 1'],
    ['{{plain title lang}}', 'plain takes 1'],
    ['{{image key}}', 'image does not return text'],
    ['{{is lang "en"}}', 'is does not return text; write {{#if (is …)}}'],
    ['{{#if (is lang)}}{{/if}}', 'is takes 2 arguments'],
    ['{{#lines}}{{this}}{{/lines}}', 'write {{#each lines}} for a list'],
    ['{{^none}}a{{/none}}', 'write {{#unless none}}'],
    ['{{lookup lines 0}}', 'write the entry as a path: list.[0]'],
    ['{{#*inline "x"}}{{/inline}}', 'sections/name.html.hbs'],
    ['{{#each lines}}{{@first}}{{/each}}', 'write {{#if @first}}'],
    ['{{#each lines}}{{#if this}}{{@../last}}{{/if}}{{/each}}', 'is a boolean'],
    ['{{"title"}}', 'plain word'],
    ['{{12}}', 'plain word'],
    ['{{@level}}', 'there is no @level'],
    ['{{@index.x}}', 'there is no @index.x'],
    ['{{#if @constructor}}{{/if}}', '"constructor" cannot be a field name'],
    ['{{> "slot2"}}', 'plain word'],
  ])('%s', (template, message) => {
    expect(refusalOf(template)).toMatch(/^sections\/slot1\.html\.hbs:2:\d+: /)
    expect(refusalOf(template)).toContain(message)
  })

  test('a forbidden name, even if the view has it', () => {
    const held = JSON.parse('{"__proto__":"a","constructor":"b","dir":"ltr"}')
    expect(() => textTemplate(evaluated('{{__proto__}}', 'text'))(held)).toThrow(TemplateError)
  })
})

test('template text enters the code only in quotes', () => {
  const code = precompile('");alert(1)//`\n{{[");alert(2)//]}}{{wrap "\'+alert(3)+`"}}\u2028', 'text')
  expect(code.replace(/"(?:[^"\\\n]|\\.)*"/g, '""')).not.toContain('alert')
})

function each(template: string): string {
  const fields = ['title', 'empty', 'zero', 'yes', 'nothing', 'none', 'lines', 'heading', 'nowhere', 'rates']
  return fields.map(field => template.replaceAll('%', field)).join('|')
}

function html(template: string): string {
  return htmlTemplate(evaluated(template, 'html'))(view)
}

function text(template: string): string {
  return textTemplate(evaluated(template, 'text'))(view)
}

function evaluated(template: string, kind: 'html' | 'text') {
  return new Function(`return ${precompile(template, kind)}`)()
}

function refusalOf(template: string): string {
  const files = new Map([
    ['email.html.hbs', '<html><head></head><body>{{> slot1}}</body></html>'],
    ['print.html.hbs', ''],
    ['receipt.txt.hbs', ''],
    ['sections/slot1.html.hbs', `<p>\n${template}</p>`],
    ['sections/slot2.html.hbs', ''],
  ])
  return thrownBy(() => compileTemplates(files)).message
}

function thrownBy(act: () => unknown): TemplateError {
  try {
    act()
  } catch (error) {
    expect(error).toBeInstanceOf(TemplateError)
    return error as TemplateError
  }
  throw new Error('it was accepted')
}
