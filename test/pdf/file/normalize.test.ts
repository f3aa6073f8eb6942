import { describe, expect, test } from 'vitest'
import { sharedPrinter } from '../../support/fixtures.ts'
import { archiveProblems } from '../../support/pdf-a.ts'
import { accessProblems } from '../../support/pdf-ua/check.ts'
import { spoken } from '../../support/pdf-ua/spoken.ts'
import { page } from '../pages.ts'

const printer = sharedPrinter()

/** What a page says that a document mustn't, and what its tags say instead. */
const normalized: { what: string; body: string; said: string }[] = [
  { what: 'text in blocks is paragraphs', body: '<div>Tea</div><div>2.40</div>', said: '<P>Tea</P><P>2.40</P>' },
  {
    what: 'a line with a stressed word is one paragraph',
    body: '<div>Bring <em>this</em> slip</div>',
    said: '<P>Bringthisslip</P>',
  },
  { what: 'an aside', body: '<aside>New: oat milk</aside>', said: '<Div><P>New:oatmilk</P></Div>' },
  { what: 'a heading that skips a level', body: '<h3>Terms</h3>', said: '<H2>Terms</H2>' },
  { what: 'an empty heading', body: '<h2></h2><h3>Terms</h3>', said: '<H2>Terms</H2>' },
  {
    what: 'a heading with nothing but a dot',
    body: '<h2><li></li></h2><h3>Terms</h3>',
    said: '<H2>Terms</H2>',
  },
  {
    what: 'a heading that holds only a decoration',
    body: `<h2><img alt="" width="9" height="9" src="data:image/gif;base64,R0lGODlhAQABAIAAAAUEBAAAACwAAAAAAQABAAACAkQBADs="></h2><h3>Terms</h3>`,
    said: '<H2>Terms</H2>',
  },
  {
    what: 'a heading deeper than 6',
    body: '<div role="heading" aria-level="9">Terms</div><h2>Returns</h2>',
    said: '<H2>Terms</H2><H2>Returns</H2>',
  },
  {
    what: 'items without a list',
    body: '<li>10 % off tea</li><li>2 for 1</li>',
    said: '<L><LI>10%offtea</LI><LI>2for1</LI></L>',
  },
  {
    what: 'an item in a quote',
    body: '<blockquote><li>10 % off tea</li></blockquote>',
    said: '<BlockQuote><L><LI>10%offtea</LI></L></BlockQuote>',
  },
  {
    what: 'a list without items',
    body: '<ul><p>10 % off tea</p></ul>',
    said: '<L><LI><P>10%offtea</P></LI></L>',
  },
  {
    what: 'groups in a list',
    body: '<ul><div><li>Tea</li></div></ul>',
    said: '<L><LI>Tea</LI></L>',
  },
  {
    what: 'a row without a table',
    body: '<div role="row"><div role="cell">Tea</div>2.40</div>',
    said: '<Table><TR><TD>Tea</TD><TD>2.40</TD></TR></Table>',
  },
  {
    what: 'a frame around a picture',
    body: '<figure><svg role="img" aria-label="Cup" width="9" height="9"><path d="M0 0h9v9z"/></svg><figcaption>Our cup</figcaption></figure>',
    said: '<Div><Figure>Cup</Figure><Caption><P>Ourcup</P></Caption></Div>',
  },
  { what: 'a language as systems write it', body: '<p lang="de_DE">Guten Tag</p>', said: '<P>GutenTag</P>' },
  {
    what: 'a link around a decoration',
    body: '<div><a href="https://example.com/a"><img alt="" width="9" height="9" src="data:image/gif;base64,R0lGODlhAQABAIAAAAUEBAAAACwAAAAAAQABAAACAkQBADs="></a></div>',
    said: '<P><Link><Figure>https://example.com/a</Figure></Link></P>',
  },
  {
    what: 'a link around a drawing, with a label',
    body: '<p><a aria-label="Help" href="https://example.com/a"><svg aria-hidden="true" width="9" height="9"><path d="M0 0h9v9z"/></svg></a></p>',
    said: '<P><Link><Figure>Help</Figure></Link></P>',
  },
  {
    what: 'a link that is hidden',
    body: '<p><a aria-hidden="true" href="https://example.com/a">Help</a></p>',
    said: '<P><Link>Help</Link></P>',
  },
  { what: 'a link to nowhere', body: '<p><a href="#returns">Returns</a></p>', said: '<P>Returns</P>' },
  { what: 'a reading', body: '<ruby>漢<rt>kan</rt></ruby>', said: '<P><Ruby><RB>漢</RB><RT>kan</RT></Ruby></P>' },
]

describe.each([
  { by: 'as it is', around: '' },
  { by: 'with something that only the browser tags', around: '<section>Shop</section>' },
])('$by', ({ around }) => {
  test.each(normalized)('$what keeps the claim', async ({ body, said }) => {
    const told: string[] = []
    const html = page(`<h1>Receipt</h1>${around}${body}`)
    const pdf = await printer.print({ html, paper: 'a4', onUnclaimed: reasons => told.push(...reasons) })
    expect(told).toEqual([])
    expect(await accessProblems(pdf)).toEqual([])
    expect(archiveProblems(pdf)).toEqual([])
    const lines = await spoken(pdf, ['Root', 'Document', 'LBody', 'Span'])
    expect(
      lines
        .join('')
        .replace(/(<\w+>) /g, '$1')
        .replace('<H1>Receipt</H1>', '')
        .replace('<P>Shop</P>', ''),
    ).toBe(said)
  })
})
