import { expect, test } from 'vitest'
import { headingTexts } from '../../src/pdf/tags/read-page.ts'
import { fixtureNamed } from '../support/fixtures.ts'
import { readObjects } from '../support/pdf-ua/objects.ts'
import { printed } from '../support/prints.ts'

test.each([
  ['bookshop.he-IL', ['אישור רכישה', 'פרטי המסמך']],
  ['cafe.ar', ['إيصال', 'مشروبات ساخنة', 'مشروبات باردة', 'حلويات', 'تفاصيل الإيصال']],
  ['kitchen-studio', ['Receipt', 'Receipt details', 'For you', 'While we fit your kitchen', 'How to order']],
])('the bookmarks of %s are its headings, as they are read', async (name, headings) => {
  const { texts } = readObjects(await printed(fixtureNamed(name), 'a4', 'modern'))
  const titles = [...texts.values()].flatMap(text => {
    const [, literal, hex] = /\/Title (?:\(([^()]*)\)|<FEFF([0-9A-F]*)>)/.exec(text) ?? []
    if (!text.includes('/Parent')) return []
    return literal ?? (hex === undefined ? [] : Buffer.from(hex, 'hex').swap16().toString('utf16le'))
  })
  expect(titles.toSorted()).toEqual(headings.toSorted())
})

test('headings are read without markup, marks of direction and references', () => {
  expect(
    headingTexts('<h1 class="t">Tea &amp; \u2067cake\u2069 &#163;&#x41;</h1><p>2</p><h2>A\n<span>b</span></h2>'),
  ).toEqual(['Tea & cake £A', 'A b'])
})
