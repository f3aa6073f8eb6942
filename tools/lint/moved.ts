import { type Finding, fileStart, findingIn, type LintedFolder, placeAfter } from './finding.ts'

/** What a file of a folder has from before something moved. */
interface Move {
  /** The files it can be in. */
  file: RegExp
  /** What such a file has; the finding stands there. */
  had: RegExp
  /** What it has once it is adapted. */
  has?: RegExp
  message: string
  advice: string
}

/** Names what stood elsewhere when a folder was written: fields, sections and classes that moved between blocks. */
export function movedFindings({ own }: LintedFolder): Finding[] {
  return [...own].flatMap(([path, source]) =>
    moves.flatMap(({ file, had, has, message, advice }) => {
      const at = file.test(path) && !has?.test(source) ? source.search(had) : -1
      if (at < 0) return []
      return [findingIn(path, source, placeAfter(fileStart, source.slice(0, at)), { rule: 'moved', message, advice })]
    }),
  )
}

const anyHtml = /\.html\.hbs$/

/** In the order of the changelog; each as long as folders from before it may be in use. */
const moves: readonly Move[] = [
  {
    file: /\.css$/,
    had: /\.foot-lines\b/,
    message: 'the foot takes the whole width, and nothing in it has the class foot-lines',
    advice: 'style .foot-place, .foot-last or .foot, or remove the rule',
  },
  {
    file: /\.css$/,
    had: /\.subject\b/,
    has: /\.(?:label|value|field)\b/,
    message: 'the details are a table: what they are about has the class label, and subject is for titles within them',
    advice: 'style .label and .value, in rows of the class field',
  },
  {
    file: /^(?:email-kept|print)\.css$/,
    had: /^/,
    has: /\.d\b/,
    message: 'a stylesheet of yours stands in for one that has the rule .d, which makes the dot between two facts',
    advice: "copy the rule .d from the package's file",
  },
  {
    file: anyHtml,
    had: /\}\}(?:&nbsp;|\s)*·\s*\{\{/,
    message: 'a dot between two fields may end a line',
    advice: 'write {{> dot}}, which vanishes there',
  },
  {
    file: /^sections\/item-/,
    had: /\{\{#each (?:\.\.\/|this\.)?facts\}\}/,
    has: /\bsummary\b/,
    message: 'model, serial number and SKU moved from facts to summary',
    advice: 'print {{summary}}, too',
  },
  {
    file: /^sections\/item-details\.|^(?:email|print)\.html\.hbs$|^receipt\.txt\.hbs$/,
    had: /\bdetails\.goods\b/,
    has: /\bsummary\b|\{\{> detail\}\}/,
    message: 'numbers of goods moved to their own lines; details.goods has the sales that returned goods are from',
    advice: "delete the file, or print each with {{> detail}}, as the package's does",
  },
  {
    file: /^sections\/barcode\./,
    had: /\bbarcode\b/,
    has: /\bisPass\b/,
    message: 'the code of goods to fetch moved to them, and is here a second time',
    advice: 'write {{#unless isPass}}…{{/unless}} around the code',
  },
  {
    file: /^sections\/fulfilment(?:-rows)?\./,
    had: /\{\{heading\}\}|\{\{strong heading\}\}/,
    has: /\bpass\b/,
    message: 'goods to fetch begin with their code, pass; without it here, the code stays below the tear line',
    advice: 'write {{#with pass}}{{> barcode-plate}}{{> barcode-note}}{{/with}} below the heading',
  },
  {
    file: /\.hbs$/,
    had: /\bdepositAccounts\}\}[^{]*\{\{(?:wrap )?this\b/,
    message: 'a deposit that is said elsewhere is a row of the details, with a label and its account as the amount',
    advice: "write {{label}} and {{amount}}, as the package's section does",
  },
  {
    file: /^sections\/raw\./,
    had: /\braw\b/,
    has: /\brawGoods\b/,
    message: "the till's own text moved up where nothing else says what was bought, and is here a second time",
    advice: 'write {{#unless @root.rawGoods}}…{{/unless}} around it',
  },
  {
    file: /^(?:email|print)\.html\.hbs$|^receipt\.txt\.hbs$/,
    had: /\{\{> raw\}\}/,
    has: /\{\{> raw-goods\}\}/,
    message: "where nothing else says what was bought, the till's own text stands in its place, before the sums",
    advice: 'write {{> raw-goods}} before {{> items}}',
  },
]
