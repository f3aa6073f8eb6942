/** What a careful designer of mails does about a feature that some clients lack. */
export interface Advice {
  advice: string
  /** Where the feature is missing, the mail looks plainer and reads as well. */
  fine?: true
}

/** What to do about a feature. */
export function adviceOn(slug: string): Advice {
  const known = advices.find(([slugs]) => slugs.test(slug))?.[1]
  return known ?? (slug.startsWith('html-') ? otherMarkup : otherStyle)
}

const otherStyle: Advice = {
  advice: 'leave it out, or look at a mail in these clients and see that it reads as well without',
}
const otherMarkup: Advice = {
  advice: 'write it with tables, cells, links and pictures, or see that the text reads as well without its markup',
}

function fine(advice: string): Advice {
  return { advice, fine: true }
}

const decoration = fine('nothing is lost but decoration: keep it where the mail reads as well without')
const table = 'set things side by side as cells of a table, <table role="presentation">, which every client knows'
const physicalSides =
  'write margin-inline-start, padding-inline-start or their -end; these become left and right when templates are compiled'

/** The first that fits is taken. */
const advices: readonly (readonly [RegExp, Advice])[] = [
  [/^css-border-radius$/, fine('corners are square there; keep it where nothing but the look depends on round ones')],
  [/^css-(max|min)-width$/, fine('give the table or picture a width attribute as well; these clients go by that')],
  [
    /^css-background(-image|-position|-size|-repeat|-origin|-clip|-blend-mode)?$/,
    { advice: 'set background-color as well, and no words on a picture that the colour alone does not carry' },
  ],
  [
    /^css-(linear|radial|conic)-gradient$/,
    { advice: 'set background-color before it, in a colour on which the text can be read' },
  ],
  [/^css-(display-flex|display-grid|flex-|grid-|align-items|justify-content|gap)/, { advice: table }],
  [
    /^css-(position|left-right-top-bottom|inset|z-index|transform|float|clear)$/,
    { advice: `things stay where they stand in the text there; ${table}` },
  ],
  [/^css-variables$/, { advice: 'write the value itself, or a field of the brand: {{brand.color}}' }],
  [
    /^css-(unit-calc|function-)/,
    { advice: 'write a plain value before it; a client takes the last one that it knows' },
  ],
  [/^css-unit-(rem|vh|vw|vmin|vmax|ch)$/, { advice: 'write px; the whole mail is laid out in it' }],
  [
    /^css-(modern-color|rgba?)$/,
    { advice: 'write the colour as #rrggbb; Gmail takes a whole style away for rgb() without commas' },
  ],
  [
    /^css-(color-scheme|at-media-prefers-color-scheme)$|^html-meta-color-scheme$/,
    fine('the light mail is shown there, or one that the client darkens: see that it reads well without this'),
  ],
  [
    /^css-at-media$/,
    fine(
      'the mail is shown as on a wide screen there: make the layout bend without it, as width: 100% with max-width does',
    ),
  ],
  [
    /^html-style$/,
    fine(
      'only styles on elements are seen there: put into brand.css, outside of @media, what the mail cannot be read without',
    ),
  ],
  [
    /^css-selector-/,
    fine('the rule is not seen there: give the element a class of its own, and put what matters on it'),
  ],
  [/^css-(pseudo-element-(before|after|marker))$/, { advice: 'write the words or the picture into the template' }],
  [
    /^css-pseudo-class-(hover|active|focus|visited|link|focus-visible|focus-within|target)$/,
    fine('a link looks the same under the pointer there'),
  ],
  [/^css-pseudo-/, { advice: 'give the element a class of its own in the template' }],
  [/^css-nesting$/, { advice: 'write each rule on its own' }],
  [
    /^css-(at-font-face|at-import|sytem-ui)$/,
    fine('name fonts that everybody has behind it: Arial, Helvetica, sans-serif'),
  ],
  [/^css-important$/, fine('write it in lower case with a space before, and only in rules that stay a stylesheet')],
  [
    /^css-display(-none)?$/,
    {
      advice:
        'a block stays a block and a line a line there: see that it reads well so; mso-hide:all hides from Outlook on Windows',
    },
  ],
  [/^css-visibility$/, { advice: 'leave the element out with {{#if}}' }],
  [/^css-line-height$/, fine('add mso-line-height-rule: exactly where lines must be of that height')],
  [/^css-(margin|padding|border)$/, { advice: 'put it on a cell, <td>; these clients honour it there' }],
  [
    /^css-height$/,
    fine('things may become as high as their content there; give a picture or cell a height attribute as well'),
  ],
  [/^css-width$/, { advice: 'give the table, cell or picture a width attribute as well' }],
  [/^css-(overflow|white-space)$/, fine('text may break into more lines there: leave it room')],
  [
    /^css-(overflow-wrap|word-break|word-wrap|hyphen|text-wrap|text-overflow)/,
    fine('a long word may stand out of its column there'),
  ],
  [/^css-(border|margin|padding)-(inline|block)/, { advice: physicalSides }],
  [
    /^css-(box-shadow|text-shadow|opacity|outline|letter-spacing|cursor|animation|at-keyframes|transition|filter)/,
    decoration,
  ],
  [
    /^css-(backdrop-filter|mix-blend-mode|text-decoration|text-underline|text-transform|font-|object-|accent-color)/,
    decoration,
  ],
  [/^html-svg$/, { advice: 'show a PNG: {{#with (image key)}}<img …>{{/with}}; SVG is for paper' }],
  [/^html-(picture|srcset|image-maps|background)$/, { advice: 'write one <img> with width, height and alt' }],
  [/^html-(video|audio|object)$/, { advice: 'show a picture that links to it' }],
  [/^html-(form|input-|button-|select|textarea|required)/, { advice: 'link to a page with the form' }],
  [
    /^html-(bdi|semantics|abbr|acronym|wbr|ruby|rt|rp|mailto-links|target|lists)$/,
    fine('keep it for the clients that know it; it does no harm in others'),
  ],
  [/^html-hidden$/, { advice: 'leave the element out with {{#if}}' }],
  [/^html-link$/, { advice: 'write the styles into brand.css' }],
]
