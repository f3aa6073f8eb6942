import { type PageName, pages } from '../../../src/document/pages.ts'
import { interfaceFields } from '../../trace/fields/interface-fields.ts'
import { type Finding, findingsIn } from '../finding.ts'
import type { LintedFolder } from '../folder.ts'
import { printedFields } from './fields.ts'
import { fileThatDrops, shippedFolder } from './file-that-drops.ts'
import { isOfSlot } from './slots.ts'

/** A receipt field that the package's page shows and the merchant's does not. */
interface Missing {
  page: PageName
  field: string
  /** The view field that shows it on the package's page. */
  shownBy: string
  file: string
}

const pageNames: Record<PageName, string> = { email: 'in the mail', print: 'on paper', text: 'in the plain text' }

/**
 * Whether each page shows every field of the interface, through any view field that holds it. Fields that the package's page
 * leaves out, such as a signature's image in plain text, are not required; slots have their own rule. One finding per file.
 */
export function receiptFieldFindings(folder: LintedFolder): Finding[] {
  const missing = (Object.keys(pages) as PageName[]).flatMap(page => missingOn(page, folder))
  return Array.from(
    Map.groupBy(missing, ({ file }) => file),
    ([file, dropped]) =>
      findingsIn(file, folder.own.get(file)!)(
        { line: 1, column: 1 },
        {
          rule: 'receipt-field',
          severity: 'warning',
          message: messageOf(dropped),
          advice: `print the view fields in parentheses, as the package's ${file} does, or delete this file`,
        },
      ),
  )
}

function missingOn(page: PageName, folder: LintedFolder): Missing[] {
  const printed = printedFields(folder, page)
  const shipped = [...printedFields(shippedFolder(folder), page)].filter(field => !isUnseen(field) && !isOfSlot(field))
  if (shipped.every(field => printed.has(field))) return []
  return [...interfaceFields()].flatMap(([field, places]) => {
    const shownBy = shipped.find(place => places.has(place))
    if (shownBy === undefined || isShown(places, printed)) return []
    const file = fileThatDrops(folder, page, other => isShown(places, printedFields(other, page)))
    return file === undefined ? [] : [{ page, field, shownBy, file }]
  })
}

function isShown(places: ReadonlySet<string>, printed: ReadonlySet<string>): boolean {
  return [...places].some(place => printed.has(place) && !isUnseen(place))
}

/** View fields printed where no reader sees them. */
function isUnseen(place: string): boolean {
  return /^(title|subject|preheader|heading\.logoAlt)$|\.alt$/.test(place)
}

/** 'no longer shown in the mail and on paper: customer.emailAddress (customer.lines)'. */
function messageOf(missing: readonly Missing[]): string {
  const byPage = Array.from(
    Map.groupBy(missing, ({ page }) => page),
    ([page, dropped]) => ({ page, said: fieldsOf(dropped) }),
  )
  return Array.from(
    Map.groupBy(byPage, ({ said }) => said),
    ([said, alike]) => `no longer shown ${listed(alike.map(({ page }) => pageNames[page]))}: ${said}`,
  ).join('. ')
}

/** The receipt fields, grouped by the view field that holds them. */
function fieldsOf(missing: readonly Missing[]): string {
  const groups = Map.groupBy(missing, ({ shownBy }) => shownBy)
  const said = Array.from(groups, ([shownBy, alike]) => `${listed(alike.map(({ field }) => field))} (${shownBy})`)
  const more = said.length > most ? [`and those in ${said.length - most} more view fields`] : []
  return [...said.slice(0, most), ...more].join('; ')
}

/** Most view fields that one message names. */
const most = 6

/** 'a, b and c', each once. */
function listed(names: readonly string[]): string {
  const once = [...new Set(names)]
  const last = once.pop()!
  return once.length > 0 ? `${once.join(', ')} and ${last}` : last
}
