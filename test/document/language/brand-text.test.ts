import { describe, expect, test } from 'vitest'
import { htmlTemplate } from '../../../src/document/templates.ts'
import { precompile } from '../../support/precompile.ts'

const template =
  '<p style="color:{{brand.color}};padding:{{brand.space.line}}">{{#each lines}}<b style="{{@root.brand.color}}">{{this}}</b>{{/each}}</p>'

function filler(report?: (field: string) => void) {
  return htmlTemplate(new Function(`return ${precompile(template, 'html')}`)(), report)
}

describe('text that depends on the brand', () => {
  const brand = { color: '#123', space: { line: '4px' } }

  test('is that of the page’s brand, whichever came before', () => {
    const fill = filler()
    const filled = (color: string) => `<p style="color:${color};padding:4px"><b style="${color}">one</b></p>`
    for (const color of ['#123', '#456', '#123'])
      expect(fill({ lines: ['one'], brand: { ...brand, color } })).toBe(filled(color))
    const changing = { ...brand }
    expect(fill({ lines: ['one'], brand: changing })).toBe(filled('#123'))
    changing.color = '#789'
    expect(fill({ lines: ['one'], brand: changing })).toBe(filled('#789'))
  })

  test('is escaped', () => {
    expect(filler()({ lines: [], brand: { ...brand, color: '"<&' } })).toBe(
      '<p style="color:&quot;&lt;&amp;;padding:4px"></p>',
    )
  })

  test('is written again and again if a field is missing, so that each page reports it', () => {
    const missing: string[] = []
    const fill = filler(field => missing.push(field))
    const page = { lines: ['one'], brand: { color: '#123', space: {} } }
    expect([fill(page), fill(page)]).toEqual(
      Array(2).fill('<p style="color:#123;padding:"><b style="#123">one</b></p>'),
    )
    expect(missing).toEqual(['brand.space.line', 'brand.space.line'])
    expect(fill({ lines: [], brand })).toBe('<p style="color:#123;padding:4px"></p>')
  })
})
