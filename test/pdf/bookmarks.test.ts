import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs'
import { expect, test } from 'vitest'
import { pageTexts } from '../../src/pdf/tags/page-texts.ts'
import { fixtureNamed, sharedPrinter } from '../support/fixtures.ts'
import { readObjects } from '../support/pdf-ua/objects.ts'
import { printed } from '../support/prints.ts'
import { page } from './pages.ts'

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
  const html = '<h1 class="t">Tea &amp; \u2067cake\u2069 &#163;&#x41;</h1><p>2</p><h2>A\n<span>b</span></h2>'
  expect(pageTexts(html).headings).toEqual(['Tea & cake £A', 'A b'])
})

const picture = 'data:image/gif;base64,R0lGODlhAQABAIAAAAUEBAAAACwAAAAAAQABAAACAkQBADs='

test('a link says its text where the browser tags, too; its address where that says different things, or nothing', async () => {
  const links = [
    ['https://example.com', 'Our <b>shop</b>'],
    ['https://example.com/returns', 'قبل الإرجاع'],
    ['https://example.com/tea', `<img src="${picture}" alt="Tea of the month" width="9" height="9">`],
    ['https://example.com/help', 'Help'],
    ['https://example.com/help', 'Hours'],
  ]
  const html = page(
    `<h1>Receipt</h1><ol>${links.map(([to, text]) => `<li><a href="${to}">${text}</a></li>`).join('')}</ol>`,
  )
  const task = getDocument({ data: await sharedPrinter().print({ html, paper: 'a4' }), verbosity: 0 })
  const annotations = await (await (await task.promise).getPage(1)).getAnnotations()
  expect([...new Set(annotations.map(({ contentsObj }) => contentsObj.str))]).toEqual([
    'Our shop',
    'قبل الإرجاع',
    'Tea of the month',
    'https://example.com/help',
  ])
  await task.destroy()
})
