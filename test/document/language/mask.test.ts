import { expect, test } from 'vitest'
import { createMask, isMarked } from '../../../src/document/language/mask.ts'
import { parseTemplate } from '../../../src/document/language/parse.ts'
import { writeTemplate } from '../../../src/document/language/write.ts'
import { inlineStyles } from '../../../src/document/styles/inline.ts'

const template =
  '<p>{{title}}</p>{{#if a}}<i>{{#each b}}{{this}}{{else}}-{{/each}}</i>{{else if c}}2{{else}}3{{/if}}{{^if d}}4{{/if}}'

test('hiding and showing a template restores it', () => {
  const mask = createMask()
  const hidden = mask.hide(parsed(template))
  expect(hidden).not.toContain('{{')
  expect(isMarked(hidden)).toBe(true)
  expect(written(mask.show(hidden))).toBe(written(parsed(template)))
})

test('a repeated mark shows its statement twice', () => {
  const mask = createMask()
  const hidden = mask.hide(parsed('{{title}}'))
  expect(written(mask.show(`${hidden} ${hidden}`))).toBe(written(parsed('{{title}} {{title}}')))
})

test('text that looks like a mark or a mustache stays text', () => {
  for (const text of ['\uE0000\uE001', 'a\uE000b', '\\{{title}}', '{{{{if a}}}}{{0}}{{{{/if}}}}']) {
    const mask = createMask()
    expect(written(mask.show(mask.hide(parsed(`<b>${text}</b>{{title}}`)))).replaceAll(/"\nout \+= "/g, '')).toBe(
      written(parsed(`<b>${text}</b>{{title}}`)).replaceAll(/"\nout \+= "/g, ''),
    )
  }
})

test('statements keep their places in text, values, and beside attributes', () => {
  const mask = createMask()
  const source =
    '<table><tr><td {{#if a}}width="2"{{/if}} class="x {{b}}" style="color: {{c}}; {{d}}">{{e}}="" &amp; {{f}}</td></tr></table>'
  const shown = mask.show(inlineStyles(mask.hide(parsed(source)), '.x { margin: 0 }', 'ltr'))
  expect(fieldsOf(shown)).toEqual(['if a', 'b', 'c', 'd', 'e', 'f'])
  expect(contentOf(shown)).toContain('=\\"\\" &amp; ')
  expect(contentOf(shown)).not.toContain('=\\"\\"=')
})

function parsed(source: string): hbs.AST.Program {
  return parseTemplate(source, 'test')
}

function written(tree: hbs.AST.Program): string {
  return writeTemplate(tree, 'html')
}

function contentOf(tree: hbs.AST.Program): string {
  return JSON.stringify(tree.body.filter(({ type }) => type === 'ContentStatement'))
}

function fieldsOf(tree: hbs.AST.Program): string[] {
  return tree.body.flatMap(node => {
    const { path, params } = node as hbs.AST.BlockStatement
    if (node.type === 'MustacheStatement') return [path.original]
    return node.type === 'BlockStatement' ? [`if ${(params[0] as hbs.AST.PathExpression).original}`] : []
  })
}
