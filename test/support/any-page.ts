import fc from './fast-check.ts'

/** Markup as merchants' templates could have it, good and bad: any element in any other, with attributes that change what it means. */
export function anyMarkup(
  tags: readonly string[] = [...blocks, ...lines, ...lists, ...tables, ...strange],
): fc.Arbitrary<string> {
  return fc.letrec<{ part: string; element: string }>(tie => ({
    part: fc.oneof(
      { maxDepth: 5 },
      { arbitrary: words, weight: 3 },
      { arbitrary: fc.constantFrom(...pieces), weight: 1 },
      { arbitrary: tie('element'), weight: 5 },
    ),
    element: fc
      .tuple(
        fc.constantFrom(...tags),
        fc.array(fc.constantFrom(...attributes), { maxLength: 2 }),
        fc.array(tie('part'), { maxLength: 4 }),
      )
      .map(([tag, said, parts]) => `<${[tag, ...said].join(' ')}>${parts.join('')}</${tag.split(' ')[0]}>`),
  })).element
}

/** Markup that our own tagger knows (docs/pdf-ua.md), in any order. */
export function plainMarkup(): fc.Arbitrary<string> {
  const tags = [
    'div',
    'p',
    'h2',
    'h3',
    'h5',
    'ul',
    'li',
    'span',
    'b',
    'em',
    'a href="https://example.com/help"',
    'div',
    'table',
    'tr',
    'td',
    'th scope="col"',
    'pre',
  ]
  const parts = fc.letrec<{ part: string; element: string }>(tie => ({
    part: fc.oneof(
      { maxDepth: 4 },
      words,
      fc.constantFrom('<br>', picture(''), picture('Logo')),
      tie('element'),
      tie('element'),
    ),
    element: fc
      .tuple(fc.constantFrom(...tags), fc.array(tie('part'), { maxLength: 3 }))
      .map(([tag, kids]) => `<${tag}>${kids.join('')}</${tag.split(' ')[0]}>`),
  }))
  return parts.element
}

function picture(alt: string): string {
  return `<img src="data:image/gif;base64,R0lGODlhAQABAIAAAAUEBAAAACwAAAAAAQABAAACAkQBADs=" width="9" height="9" alt="${alt}">`
}

const words = fc.constantFrom(
  ...[
    'Wool socks',
    '10 % off',
    '2.40',
    'Terms &amp; returns',
    ' ',
    '',
    '&nbsp;',
    'ソックス',
    'ברוכים הבאים',
    'شكرا لك',
    'office',
  ],
)
const blocks =
  'div div p section article aside header nav main blockquote pre address figure figcaption fieldset legend details summary h1 h2 h3 h4 h6 center hr dialog'.split(
    ' ',
  )
const lines = [
  ...'span b em strong small sub q cite code mark del abbr bdo ruby rt label button select option textarea input progress meter'.split(
    ' ',
  ),
  ...[
    'a href="https://example.com/help"',
    'a href="#terms"',
    'a href="mailto:help@example.com"',
    'a',
    'a href="#nowhere" title="Up"',
  ],
]
const lists = ['ul', 'ol', 'li', 'li', 'menu', 'dl', 'dt', 'dd', 'ol start="9" type="a"']
const tables = [
  'table',
  'table',
  'caption',
  'thead',
  'tbody',
  'tfoot',
  'tr',
  'tr',
  'td',
  'td',
  'th',
  'th scope="row"',
  'td rowspan="3"',
  'td colspan="2"',
  'th colspan="3" rowspan="2"',
  'td rowspan="0"',
  'td colspan="9"',
]
const strange = [
  'svg',
  'svg role="img" aria-label="Cup" width="9" height="9"',
  'div role="img"',
  'div role="heading" aria-level="9"',
  'div role="list"',
  'div role="listitem"',
  'div role="row"',
  'div role="cell"',
  'div role="table"',
  'div role="columnheader"',
  'div role="note"',
  'div role="figure"',
  'span role="link"',
  'div role="presentation"',
  'ul role="presentation"',
  'table role="presentation"',
  'div role="paragraph"',
  'div role="math"',
  'div role="doc-footnote"',
  'div role="separator"',
  'div role="button"',
  'div role="checkbox"',
  'div role="group"',
]
/** Of one kind in a row, each as likely as an element. */
const pieces = [
  '<br>',
  '<hr>',
  '</p>',
  '<li>',
  '</div>',
  '<td>',
  '<p>',
  picture(''),
  picture('Logo'),
  picture('Logo'),
  '<svg width="9" height="9"><path d="M0 0h9v9z"/></svg>',
  '<input type="checkbox" checked>',
  '<input value="4">',
  '<input type="image" alt="Go">',
  '<wbr>',
  '<h2></h2>',
  '<ul></ul>',
  '<table></table>',
  '<a href="https://example.com/empty"></a>',
]
const attributes = [
  ...[
    '',
    '',
    '',
    '',
    'hidden',
    'class="g"',
    'class="g"',
    'open',
    'dir="rtl"',
    'id="terms"',
    'title="Tip"',
    'lang="fr"',
    'lang="de_DE"',
    'lang=""',
  ],
  ...[
    'aria-hidden="true"',
    'aria-label="Shop"',
    'aria-level="9"',
    'aria-level="3"',
    'aria-owns="terms"',
    'aria-labelledby="terms"',
    'aria-colspan="3"',
    'aria-rowspan="2"',
  ],
  ...[
    ...[
      'contents',
      'inline-block',
      'flex',
      'grid',
      'table',
      'table-row',
      'table-cell',
      'list-item',
      'none',
      'inline',
      'block',
      'table-caption',
      'ruby',
    ].map(value => `display:${value}`),
    ...[
      'float:left',
      'float:right',
      'position:absolute',
      'position:relative;top:9pt',
      'columns:2',
      'visibility:hidden',
      'opacity:.5',
      'transform:rotate(9deg)',
      'break-before:page',
      'border:1px solid',
      'background:#eee',
      'height:30pt',
      'list-style:none',
      'writing-mode:vertical-rl',
      'overflow:hidden;height:5pt',
      'font-size:0',
      'clip-path:inset(50%)',
      'text-transform:uppercase',
    ],
  ].map(style => `style="${style}"`),
]

/** What the class `g` of such markup is. */
export const anyStyle = '.g::before{content:"Note: "}.g::after{content:counter(page)}'
