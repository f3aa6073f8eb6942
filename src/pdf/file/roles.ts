/** ISO 32000-1, 14.8.4: the roles that a document of PDF 1.7 knows. */
export const standardRoles: ReadonlySet<string> = new Set(
  (
    'Document Part Art Sect Div BlockQuote Caption TOC TOCI Index NonStruct Private P H H1 H2 H3 H4 H5 H6 L LI Lbl LBody Table TR TH TD THead ' +
    'TBody TFoot Span Quote Note Reference BibEntry Code Link Annot Ruby RB RT RP Warichu WT WP Figure Formula Form'
  ).split(' '),
)

/** Table 333: these hold elements, no text. */
export const groups: ReadonlySet<string> = new Set(
  'Document Part Art Sect Div BlockQuote Caption TOC Index NonStruct'.split(' '),
)

/** Headings, of any level and of none. */
export const headings: ReadonlySet<string> = new Set(['H', 'H1', 'H2', 'H3', 'H4', 'H5', 'H6'])

/** Tables 333 and 336 to 339: what may be in what. */
export const contents: Readonly<Record<string, readonly string[]>> = {
  L: ['LI', 'L', 'Caption'],
  LI: ['Lbl', 'LBody'],
  Table: ['TR', 'THead', 'TBody', 'TFoot', 'Caption'],
  THead: ['TR'],
  TBody: ['TR'],
  TFoot: ['TR'],
  TR: ['TH', 'TD'],
  TOC: ['TOC', 'TOCI', 'Caption'],
  Ruby: ['RB', 'RT', 'RP'],
  Warichu: ['WT', 'WP'],
}

/** The same, from the other side: what may hold what. */
export const parents: Readonly<Record<string, readonly string[]>> = {
  LI: ['L'],
  LBody: ['LI'],
  TR: ['Table', 'THead', 'TBody', 'TFoot'],
  THead: ['Table'],
  TBody: ['Table'],
  TFoot: ['Table'],
  TH: ['TR'],
  TD: ['TR'],
  TOCI: ['TOC'],
  RB: ['Ruby'],
  RT: ['Ruby'],
  RP: ['Ruby'],
  WT: ['Warichu'],
  WP: ['Warichu'],
}

/** What a role is called. */
export function nameOf(role: string): string {
  return names[role] ?? `a ${role}`
}

/** What a part has to be in, as it is called. */
export function wholeOf(role: string): string {
  return nameOf(parents[role]?.[0] ?? '')
}

const names: Readonly<Record<string, string>> = {
  ...{ Document: 'the document', Part: 'a part', Art: 'an article', Sect: 'a section', Div: 'a block' },
  ...{ BlockQuote: 'a quotation', Caption: 'a caption', NonStruct: 'a group', TOC: 'a table of contents' },
  ...{ L: 'a list', LI: 'a list item', Lbl: 'a mark', LBody: 'the body of a list item', Link: 'a link' },
  ...{ Table: 'a table', THead: 'a table’s head', TBody: 'a table’s body', TFoot: 'a table’s foot' },
  ...{ TR: 'a row', TH: 'a header cell', TD: 'a cell', P: 'a paragraph', Figure: 'a picture', Ruby: 'a ruby' },
}
