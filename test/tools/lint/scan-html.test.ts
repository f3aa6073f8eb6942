import { describe, expect, test } from 'vitest'
import { templateFolder } from '../../../src/document/compiled-specs.ts'
import { parseTemplate } from '../../../src/document/language/parse.ts'
import { readTemplateFiles } from '../../../src/document/template-files.ts'
import { looks } from '../../../src/view/variant.ts'
import { type Attribute, classesOf, flat, type Piece } from '../../../tools/lint/markup/html-pieces.ts'
import { scanHtml } from '../../../tools/lint/markup/scan-html.ts'
import { elementsOf } from '../../support/html.ts'

describe('the pieces of a template', () => {
  test('start each branch in the block’s state', () => {
    const template = '<p class="a{{#if x}} b{{else}} c{{/if}} d" id=e>{{#if y}}<b>{{else}}<i title="{{z}}">{{/if}}f'
    const pieces = scan(template)
    const [p, b, i] = pieces.filter(piece => piece.kind === 'tag')
    expect(classesOf(p!)).toEqual(['a', 'b', 'c', 'd'])
    expect(p!.attributes.map(({ name, quote, value }) => [name, quote, textOf(value)])).toEqual([
      ['class', '"', 'a b c d'],
      ['id', '', 'e'],
    ])
    expect([b!.name, i!.name]).toEqual(['b', 'i'])
    expect(i!.attributes[0]!.value).toMatchObject([
      { kind: 'mustache', at: { line: 1, column: template.indexOf('{{z}}') + 1 } },
    ])
    expect(pieces.at(-1)).toMatchObject({ kind: 'text', text: 'f' })
  })

  test('treat stray characters, and tags in scripts and comments, as text', () => {
    const pieces = scan('1 < 2 <!-- <b> --> <script>if (a<b) "</b>"</script> <style>a > b {}</style> <!doctype html>')
    expect(names(pieces)).toEqual(['script', 'style'])
    const texts = pieces.flatMap(piece => (piece.kind === 'text' ? [[piece.inside, piece.text.trim()]] : []))
    expect(texts.filter(([, text]) => text)).toEqual([
      ['element', '1 < 2'],
      ['script', 'if (a<b) "</b>"'],
      ['style', 'a > b {}'],
    ])
  })

  test('include mustaches anywhere', () => {
    const pieces = scan('<a {{x}} href={{y}} b{{z}}="1">{{t}}<!-- {{c}} --><style>{{s}}</style></a{{e}}>')
    expect(pieces.flatMap(piece => (piece.kind === 'stray' ? [piece.at.column] : []))).toEqual([4, 22, 74])
    expect(pieces.flatMap(piece => (piece.kind === 'mustache' ? [piece.inside] : []))).toEqual([
      'element',
      'comment',
      'style',
    ])
    expect(pieces.find(piece => piece.kind === 'tag')!.attributes[0]).toMatchObject({
      ...{ name: 'href', quote: '' },
      value: [{ kind: 'mustache', at: { line: 1, column: 15 } }],
    })
  })
})

describe.each(looks)('the package’s templates: %s', look => {
  const files = [...readTemplateFiles(templateFolder, look)].filter(([path]) => path.endsWith('.html.hbs'))

  test('each piece has its exact position', () => {
    for (const [path, source] of files) {
      const lines = source.split('\n')
      const from = ({ line, column }: Piece['at']) => lines[line - 1]!.slice(column - 1)
      for (const piece of scanHtml(parseTemplate(source, path))) {
        if (piece.kind === 'text') expect(from(piece.at)).toContain(piece.text.split('\n')[0])
        if (piece.kind === 'mustache' || piece.kind === 'fork') expect(from(piece.at)).toMatch(/^\{\{/)
        if (piece.kind !== 'tag') continue
        expect(from(piece.at).toLowerCase()).toMatch(new RegExp(`^<${piece.name}\\b`))
        for (const { name, at } of piece.attributes) expect(from(at).startsWith(name)).toBe(true)
      }
    }
  })

  test('a browser’s parser finds the same elements', () => {
    const page = files.find(([path]) => path === 'email.html.hbs')!
    const expected = elementsOf(page[1].replace(/\{\{.*?\}\}/gs, '')).map(({ tag }) => tag)
    // A browser puts a body into each table.
    expect(names(scan(page[1])).toSorted()).toEqual(expected.filter(tag => tag !== 'tbody').toSorted())
  })
})

function scan(template: string): Piece[] {
  return scanHtml(parseTemplate(template, 'sections/items.html.hbs'))
}

function names(pieces: readonly Piece[]): string[] {
  return pieces.flatMap(piece => (piece.kind === 'tag' ? [piece.name] : []))
}

function textOf(value: Attribute['value']): string {
  return flat(value)
    .map(part => (part.kind === 'text' ? part.text : '*'))
    .join('')
}
