import { describe, expect, test } from 'vitest'
import { spellBackward } from '../../../src/pdf/file/backward/spell-backward.ts'
import { openObjectValues } from '../../../src/pdf/file/object-values.ts'
import { readObjects, readPlain } from '../../../src/pdf/file/plain-pdf.ts'
import { openPrinter } from '../../../src/pdf/print.ts'
import { preparePage } from '../../../src/pdf/print-page.ts'
import { markPages } from '../../../src/pdf/tags/mark-pages.ts'
import { readPage } from '../../../src/pdf/tags/read-page.ts'
import { linkPlaces } from '../../../src/pdf/tags/structure.ts'
import { sharedPrinter } from '../../support/fixtures.ts'
import { accessProblems } from '../../support/pdf-ua/check.ts'
import { openPage, sandbox } from '../../support/print-page.ts'
import { thorough } from '../../support/scope.ts'
import { page as pageOf } from '../pages.ts'

const printer = sharedPrinter('replace')
const print = openPage()

const dot = 'data:image/gif;base64,R0lGODlhAQABAIAAAAUEBAAAACwAAAAAAQABAAACAkQBADs='
const code =
  '<svg role="img" aria-label="0217" width="80" height="20" viewBox="0 0 40 10"><path d="M0 0h40v10h-40z"/></svg>'
const long = Array.from({ length: 90 }, (_, at) => `Line ${at + 1}`)

/** A page, and what is drawn in the order of its leaves: texts as they are compared, pictures empty. */
interface Understood {
  what: string
  body: string
  css?: string
  sheets?: number
}

describe('follows', () => {
  test.each<Understood>([
    { what: 'lists and words in bold', body: '<ul><li>Tea <b>and</b> cups</li><li>Saucers</li></ul>' },
    {
      what: 'a link in two lines',
      body: `<p>${'Word '.repeat(25)}<a href="https://example.com/a">${'Help '.repeat(9)}</a></p>`,
    },
    {
      what: 'links closer than their letters are high',
      body: '<p><a href="https://example.com/a">A</a><br><a href="https://example.com/b">B</a></p>',
      css: 'p{line-height:6pt}',
    },
    {
      what: 'a picture in a link',
      body: `<p><a href="https://example.com"><img src="${dot}" alt="Shop" width="9" height="9"></a></p>`,
    },
    { what: 'pictures and drawings', body: `<p>Shop <img src="${dot}" alt="Logo"></p>${code}<p>0217</p>${code}` },
    { what: 'a decoration', body: `<p><img src="${dot}" alt="">Shop</p>` },
    { what: 'a monogram', body: '<p><span aria-hidden="true">B</span>Bookshop</p>' },
    {
      what: 'a monogram that a look hides',
      body: '<p><span aria-hidden="true">B</span>Bookshop</p>',
      css: 'span{display:none}',
    },
    {
      what: 'a monogram drawn after a float, before a block of the same letter',
      body: '<div><p><span aria-hidden="true">P</span>Paws</p></div><div class="f">Sold to</div><div>Pickup</div>',
      css: 'span{display:inline-block}h1,.f{float:left;width:100%}.f{width:40%}',
    },
    {
      what: 'a monogram drawn after a float, before a name of the same letter',
      body: '<div><p><span aria-hidden="true">P</span>Paws</p></div><div class="f">Sold to</div><div>Delivery</div>',
      css: 'span{display:inline-block}h1,.f{float:left;width:100%}.f{width:40%}',
    },
    { what: 'capitals', body: '<h2>Straße</h2>', css: 'h2{text-transform:uppercase}' },
    { what: 'joined letters', body: '<p>Office waffle fjord</p>', css: 'p{font-variant-ligatures:common-ligatures}' },
    { what: 'other scripts', body: '<p>日用品 Ελιά Чай ½ № Ǆ</p>' },
    { what: 'letters from right to left', body: '<p>قهوة عربية (دلّة) 2 × Aqua Bleu 330ml و 4</p>' },
    { what: 'a name from right to left in a line of another', body: '<p>Sold to <b>נועה לוי</b>, at till 3</p>' },
    { what: 'blanks between elements', body: '<p><b>SKU</b> <span>B-4410</span><br>Shelf 4</p>' },
    { what: 'spaces of all kinds', body: '<p>1&#160;× 2 €</p><p>a&nbsp;\u200bb &amp; c</p>' },
    {
      what: 'columns drawn the other way round',
      body: `<div class="row"><div>Total 5.00</div><div>${code}<div>0217</div></div></div><p>Thanks</p>`,
      css: '.row{display:flex;flex-direction:row-reverse}',
    },
    {
      what: 'columns that go on on the next sheet',
      body: `<div class="row"><div>${long.join('<br>')}</div><div>${long.join('<br>')}</div></div><p>Thanks</p>`,
      css: '.row{display:flex}',
      sheets: 2,
    },
    {
      what: 'a table whose head is repeated',
      body: `<table><thead><tr><th scope="col">Item</th></tr></thead><tbody>${long.map(line => `<tr><td>${line}</td></tr>`).join('')}</tbody></table>`,
      sheets: 2,
    },
    { what: 'a page made smaller to fit', body: '<p>Shop</p><p>Total</p>', css: 'p{width:240mm}' },
  ])('$what', async ({ body, css = '', sheets = 1 }) => {
    const html = pageOf(`<h1>Receipt</h1>${body}`, { css })
    const marked = await follow(html)
    expect(marked?.pages.length).toBe(sheets)
    expect(await accessProblems(await printer.print({ html, paper: 'a4' }))).toEqual([])
  })
})

describe('leaves to the browser', () => {
  test.each<{ what: string; body: string; css?: string }>([
    { what: 'text that a stylesheet hides', body: '<p>Shop</p><p class="x">Till</p>', css: '.x{display:none}' },
    { what: 'text that a stylesheet adds', body: '<p>Shop</p>', css: 'p::before{content:"The "}' },
    {
      what: 'paragraphs in another order',
      body: '<div class="x"><p>A</p><p class="y">B</p></div>',
      css: '.x{display:flex}.y{order:-1}',
    },
    { what: 'an element it doesn’t know', body: '<section>Shop</section>' },
    { what: 'a part in another language', body: '<p lang="fr">Merci</p>' },
    { what: 'a role', body: '<p role="note">Shop</p>' },
    { what: 'a label', body: '<p aria-label="Sum">5.00</p>' },
    { what: 'a header cell without scope', body: '<table><tr><th>Tea</th><td>5.00</td></tr></table>' },
    {
      what: 'cells of several rows',
      body: '<table><tr><td rowspan="2">Tea</td><td>5.00</td></tr><tr><td>6.00</td></tr></table>',
    },
    { what: 'tags that aren’t closed', body: '<p>One<p>Two' },
  ])('$what', async ({ body, css = '' }) => {
    const html = pageOf(`<h1>Receipt</h1>${body}`, { css })
    expect(await follow(html)).toBeUndefined()
    expect(await accessProblems(await printer.print({ html, paper: 'a4' }))).toEqual([])
  })
})

thorough('a printer that is closed at once finishes its first job', async () => {
  const other = openPrinter({ sandbox })
  const job = other.print({ html: pageOf('<h1>Receipt</h1>'), paper: 'a4' })
  await other.close()
  expect((await job).length).toBeGreaterThan(1000)
})

/** What `addTags` would write; undefined if it leaves that to the browser. */
async function follow(html: string) {
  const prepared = preparePage(html, 'a4')
  const elements = readPage(prepared)
  if (!elements) return undefined
  const plain = readPlain(await print(prepared, 'a4', elements))!
  const objects = spellBackward(readObjects(plain)!)
  const values = openObjectValues(objects)
  const marked = markPages(objects, values, elements)
  return marked && linkPlaces(marked, values) ? marked : undefined
}
