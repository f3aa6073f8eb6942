import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import Handlebars from 'handlebars'
import { afterAll, describe, expect, test, vi } from 'vitest'
import { compileTemplates } from '../../src/document/compile.ts'
import { templateFolder } from '../../src/document/compiled-specs.ts'
import { renderMail } from '../../src/document/render.ts'
import { readTemplateFiles } from '../../src/document/template-files.ts'
import { loadTemplates, type Templates } from '../../src/document/templates.ts'
import { TemplateError } from '../../src/errors.ts'
import { readMessageFiles, withoutPlural } from '../../src/locale/words/message-files.ts'
import { taxTypes } from '../../src/standards/codes/tax-types.ts'
import { cardBrands, tenderTypes } from '../../src/standards/codes/tender-types.ts'
import type { DocumentKind } from '../../src/view/receipt-view.ts'
import type { BarcodePurpose } from '../../src/view/sections/barcode.ts'
import type { Handover } from '../../src/view/sections/goods/fulfilment.ts'
import { aBrand, aReceipt, viewOf } from '../support/receipts.ts'

const files = readTemplateFiles(templateFolder)
/** Little enough to be compiled in a moment. */
const small = new Map([
  ['email.html.hbs', '<html><head></head><body>{{> header}}{{> facts}}{{> slot1}}</body></html>'],
  ['print.html.hbs', '<html><head></head><body>{{> header}}</body></html>'],
  ['receipt.txt.hbs', '{{> header}}{{> facts}}{{> slot1}}'],
  ...['header', 'facts', 'slot1'].flatMap(name => [
    [`sections/${name}.html.hbs`, ''] as const,
    [`sections/${name}.txt.hbs`, ''] as const,
  ]),
])
const temporary = mkdtempSync(join(tmpdir(), 'templates-'))
afterAll(() => rmSync(temporary, { recursive: true }))

describe('rejects a broken template with file, line and column', () => {
  test.each([
    [
      'a block that is not closed',
      'sections/facts.html.hbs',
      'x\n{{#if facts}}\ny',
      { line: 2 },
      'invalid Handlebars: {{#if facts}} is not closed',
    ],
    ['a mustache that is not closed', 'sections/facts.txt.hbs', 'x\ny {{a }\nz', { line: 2 }, 'invalid Handlebars'],
    [
      'an unknown helper',
      'sections/facts.html.hbs',
      'x\n  {{shout title}}',
      { line: 2, column: 3 },
      'no helper "shout"',
    ],
    [
      'an unknown block',
      'print.html.hbs',
      '<p>{{#repeat 3}}{{/repeat}}</p>',
      { line: 1, column: 4 },
      'no block "repeat"',
    ],
    [
      'an unknown helper inside another',
      'receipt.txt.hbs',
      'a\n\n{{wrap (upper a)}}',
      { line: 3, column: 8 },
      'no helper "upper"',
    ],
    [
      'a helper of the HTML in the text',
      'sections/facts.txt.hbs',
      '{{plain title}}',
      { line: 1, column: 1 },
      'no helper "plain"',
    ],
    [
      'text of a receipt passed off as cleaned markup',
      'sections/header.html.hbs',
      '<p>{{sanitized header}}</p>',
      { line: 1, column: 4 },
      "only an offer's sanitized HTML",
    ],
    ...['<p title="{{json structuredData}}">', '<script>{{json structuredData}}</script>'].map(
      (source): [string, string, string, { line: number; column: number }, string] => [
        `JSON in ${source}`,
        'sections/header.html.hbs',
        source,
        { line: 1, column: source.indexOf('{') + 1 },
        'the only JSON is',
      ],
    ),
    [
      'another field as JSON',
      'sections/header.html.hbs',
      '<script type="application/ld+json">{{json title}}</script>',
      { line: 1, column: 36 },
      'the only JSON is',
    ],
    ['three braces', 'sections/header.html.hbs', '<b>\n{{{header}}}', { line: 2, column: 1 }, 'three braces'],
    [
      'an ampersand, which is three braces by another name',
      'sections/header.html.hbs',
      '<b>{{&header}}',
      { line: 1, column: 4 },
      'three braces',
    ],
    [
      'an unknown section',
      'sections/header.html.hbs',
      '\n <b>{{> heather}}</b>',
      { line: 2, column: 5 },
      'no section "heather"',
    ],
    [
      'an unknown section after a comment',
      'sections/header.html.hbs',
      '{{!--\n two lines\n--}}\n{{> heather}}',
      { line: 4, column: 1 },
      'no section "heather"',
    ],
    [
      'a section that contains itself',
      'sections/header.html.hbs',
      'a\n{{> header}}',
      { line: 2, column: 1 },
      'contains itself',
    ],
    [
      'a section that contains itself by way of another',
      'sections/slot1.txt.hbs',
      '{{> header}}',
      { file: 'sections/slot1.txt.hbs' },
      'contains itself',
      ['sections/header.txt.hbs', 'x\n{{> slot1}}'],
    ],
    [
      'a section with arguments',
      'sections/header.html.hbs',
      '{{> note lines=3}}',
      { line: 1, column: 1 },
      'takes no arguments',
    ],
    ['a computed section', 'sections/header.html.hbs', 'a {{> (lookup . "x")}}', { line: 1, column: 3 }, 'plain word'],
    ['a partial block', 'sections/header.html.hbs', '{{#> note}}{{/note}}', { line: 1, column: 1 }, 'partial blocks'],
    [
      'a decorator',
      'sections/header.html.hbs',
      '{{#*inline "x"}}{{/inline}}',
      { line: 1, column: 1 },
      'move the part into a file',
    ],
  ] as [string, string, string, object, string, [string, string]?][])('%s', (_, file, source, place, message, more) => {
    const error = refusal(() => compileTemplates(new Map([...small, [file, source], ...(more ? [more] : [])])))
    expect(error).toBeInstanceOf(TemplateError)
    expect(error.message).toContain(message)
    expect(error.place).toMatchObject({ file, ...place })
    expect(error.message).toContain(`${file}:${error.place!.line}:${error.place!.column}: `)
  })

  test('shows the lines around the place', () => {
    const source = 'first\nsecond {{shout x}}\nthird\nfourth'
    const { message } = refusal(() => compileTemplates(new Map([...small, ['sections/facts.html.hbs', source]])))
    expect(message.split('\n').slice(1)).toEqual(['     1 | first', '>    2 | second {{shout x}}', '     3 | third'])
  })

  test('names a missing page', () => {
    const without = new Map([...small].filter(([path]) => path !== 'print.html.hbs'))
    expect(refusal(() => compileTemplates(without)).message).toContain('print.html.hbs')
  })

  test('names an unknown field when it is printed', async () => {
    const templates = await strictTemplates({ 'sections/footer.html.hbs': 'a\n{{footer.thnaks}}' })
    const error = refusal(() => renderMail(viewOf(aReceipt()), templates, aBrand()))
    expect(error).toBeInstanceOf(TemplateError)
    expect(error.message).toContain('{{footer.thnaks}} is printed')
    expect(error.message).toContain('{{#if footer.thnaks}}')
  })

  test('names a part of the view that isn’t text', async () => {
    const templates = await strictTemplates({ 'sections/footer.html.hbs': '{{footer}}' })
    expect(refusal(() => renderMail(viewOf(aReceipt()), templates, aBrand())).message).toContain('not text')
  })
})

test.each([
  ['strict', { strict: true }],
  ['lenient', { onMissingField: () => {} }],
])('a long plain text is taken while it is written: %s', async (_, options) => {
  const templates = await loadTemplates(undefined, 'modern', options)
  const items = Array.from({ length: 400 }, (_, at) => ({ name: `Seed potatoes, row ${at + 1}`, price: 4.95 }))
  const lengths: number[] = []
  const text: Templates['text'] = (page, lines) => {
    const take = (written: string) => {
      lengths.push(written.length)
      return lines!.take(written)
    }
    return templates.text(page, { ...lines!, take })
  }
  const mail = renderMail(viewOf(aReceipt({ items })), { ...templates, text }, aBrand())
  expect(lengths).toHaveLength(Math.floor(mail.text.length / 8192))
  for (const { name } of items) expect(mail.text).toContain(`\n${name} `)
})

describe('a merchant’s template folder', () => {
  test('replaces the default templates file by file', async () => {
    const folder = overlay({
      'sections/footer.html.hbs': '<p class="link">{{heading.store}}!</p>',
      'sections/footer.txt.hbs': '{{heading.store}}!',
    })
    const templates = await loadTemplates(folder)
    const usual = renderMail(viewOf(aReceipt()), await loadTemplates(), aBrand())
    const { html, text } = renderMail(viewOf(aReceipt()), templates, aBrand())
    expect(html).toMatch(/<p class="link" style="[^"]+">Pebble &amp; Pine!<\/p>/)
    expect(html.split('<td class="foot"')[0]).toBe(usual.html.split('<td class="foot"')[0])
    expect(text.endsWith('\nPebble & Pine!\n')).toBe(true)
  })

  test('may have its own sections and styles', async () => {
    const templates = await loadTemplates(
      overlay({
        'sections/slot1.html.hbs': '{{> greeting}}',
        'sections/greeting.html.hbs': '<p class="greeting">{{heading.store}}</p>',
        'email.css': `${files.get('email.css')}\n.greeting { color: #123456; }`,
      }),
    )
    expect(renderMail(viewOf(aReceipt()), templates, aBrand()).html).toContain(
      '<p style="color:#123456">Pebble &amp; Pine</p>',
    )
  })

  test('that doesn’t exist is reported', async () => {
    await expect(loadTemplates(join(temporary, 'nowhere'))).rejects.toThrow('there is no template folder')
  })

  test('shows fields outside the interface, as text', async () => {
    const templates = await loadTemplates(overlay({ 'sections/slot1.html.hbs': '<b>{{extra.membershipStatus}}</b>' }))
    const view = viewOf(aReceipt({ membershipStatus: '<gold> & {{more}}' }))
    expect(renderMail(view, templates, aBrand()).html).toContain('<b>&lt;gold&gt; &amp; {{more}}</b>')
  })
})

describe('words', () => {
  const templates = [...files].filter(([path]) => path.endsWith('.hbs'))
  const styles = templates.flatMap(([, source]) => source.match(/<style>[\s\S]*?<\/style>/g) ?? []).join('')

  test.each(templates)('%s contains none of its own', (path, source) => {
    const inStyles = styles.includes(`{{> ${path.replace(/^sections\/|\..*$/g, '')}}}`)
    const bare = (inStyles ? '<style>' : '') + printedBy(source)
    if (path.endsWith('.txt.hbs')) expect(bare).not.toMatch(/\p{L}/u)
    else {
      // Of a stylesheet only what it prints: the strings.
      const styled = bare.replace(/(<style>)([^<]*)/g, (_, tag, css) => tag + (css.match(/"[^"]*"/g) ?? []).join(''))
      const outside = styled.replace(/<!--[\s\S]*?-->|<!doctype html>|<[^>]*>|&#?\w+;/g, '')
      expect(outside).not.toMatch(/\p{L}/u)
      for (const [, name, value] of bare.matchAll(
        / (alt|title|aria-label|aria-roledescription|placeholder)="([^"]*)"/g,
      ))
        expect(value, name).not.toMatch(/\p{L}/u)
    }
  })

  const english = readMessageFiles(fileURLToPath(new URL('../../locales/', import.meta.url))).get('en')!
  const keys = [...new Set([...english.keys()].map(withoutPlural))]
  const groups = new Set(keys.map(key => key.split('.')[0]))
  const named = keysIn(sources('src'))

  const used = new Set([...named, ...computed()])

  test('every message that the source names exists', () => {
    const asked = [...used].filter(key => groups.has(key.split('.')[0]) && !/\.(ts|js|hbs|css)$/.test(key))
    expect(asked.length).toBeGreaterThan(100)
    expect(asked.filter(key => !keys.includes(key))).toEqual([])
  })

  test('every message is used somewhere', () => {
    const ofConsole = keys.filter(key => key.startsWith('console.'))
    expect(keys.filter(key => !used.has(key) && !ofConsole.includes(key))).toEqual([])
    // The console's page names its own messages without `console.`, some as `role.${role}`.
    const code = sources('service/console')
    const shown = new Set(keysIn(code))
    const begun = Array.from(code.matchAll(/`([a-z][\w.]*\.)\$\{/gi), ([, start]) => start!)
    const unused = ofConsole
      .map(key => key.slice('console.'.length))
      .filter(key => !shown.has(key) && !begun.some(start => key.startsWith(start)))
    expect(unused).toEqual([])
  })
})

/** Keys that the source puts together. */
function computed(): string[] {
  const kinds: Record<DocumentKind, 1> = { sale: 1, return: 1, exchange: 1, order: 1, 'payment-link': 1, gift: 1 }
  const words = [...tenderTypes.rows, ...cardBrands.rows].flatMap(({ word }) => word ?? [])
  const handovers: Record<Handover | 'either', 1> = { delivery: 1, pickup: 1, either: 1, appointment: 1 }
  const purposes: Record<BarcodePurpose, 1> = { show: 1, order: 1, pickUp: 1, pay: 1 }
  return [
    ...Object.keys(kinds).map(kind => `document.${kind}`),
    ...taxTypes.rows.map(({ code }) => `taxes.${code}`),
    'taxes.Consumption',
    ...words.map(word => `tenders.${word}`),
    // What goes on account is not paid, so no sentence says with what.
    ...words.flatMap(word => (word === 'account' ? [] : [`means.${word}`])),
    ...Object.keys(handovers).map(handover => `fulfilment.${handover}`),
    ...Object.keys(purposes).map(purpose => `barcode.${purpose}`),
  ]
}

function keysIn(code: string): string[] {
  return Array.from(code.matchAll(/['`]([a-z-]+(?:\.[\w-]+)+)['`]/gi), ([, key]) => withoutPlural(key!))
}

function sources(house: string): string {
  const folder = fileURLToPath(new URL(`../../${house}/`, import.meta.url))
  const paths = (readdirSync(folder, { recursive: true }) as string[])
    .filter(path => /\.tsx?$/.test(path))
    // These speak of fields, whose names look like keys.
    .filter(path => !/^(?:trace|lint|studio)\/|^receipt\/check\/other-names/.test(path))
  return paths.map(path => readFileSync(join(folder, path), 'utf8')).join('\n')
}

/** A template's own text, without its mustaches. */
function printedBy(source: string): string {
  const parts: string[] = []
  class Printed extends Handlebars.Visitor {
    override ContentStatement(content: hbs.AST.ContentStatement): void {
      parts.push(content.value)
    }
  }
  new Printed().accept(Handlebars.parse(source))
  return parts.join('')
}

function strictTemplates(files: Record<string, string>) {
  return loadTemplates(overlay(files), 'modern', { strict: true })
}

function refusal(act: () => unknown): TemplateError {
  try {
    act()
  } catch (error) {
    return error as TemplateError
  }
  throw new Error('it was accepted')
}

function overlay(contents: Record<string, string>): string {
  const folder = mkdtempSync(join(temporary, 'overlay-'))
  for (const [path, text] of Object.entries(contents)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), text)
  }
  return folder
}

test('a page is evaluated when it is filled first, and once: V8 keeps what was', async () => {
  const evaluated = vi.spyOn(globalThis, 'Function')
  try {
    const { text } = await loadTemplates(new Map([['receipt.txt.hbs', 'Sold on {{heading.date}}']]))
    expect(evaluated).not.toHaveBeenCalled()
    for (const date of ['May 3', 'May 4']) expect(text({ heading: { date } })).toBe(`Sold on ${date}`)
    expect(evaluated).toHaveBeenCalledTimes(1)
  } finally {
    evaluated.mockRestore()
  }
})
