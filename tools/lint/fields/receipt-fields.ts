import { type PageName, pages } from '../../../src/document/pages.ts'
import { interfaceFields } from '../../trace/interface-fields.ts'
import { type Finding, findingsIn } from '../finding.ts'
import type { LintedFolder } from '../folder.ts'
import { printedFields } from './fields.ts'
import { fileThatDrops, shippedFolder } from './file-that-drops.ts'
import { isOfSlot } from './slots.ts'

/** A field of the receipt that a page of the merchant's shows nowhere, though the package's page shows it. */
interface Missing {
  page: PageName
  field: string
  /** The field of the view by which the package's page shows it. */
  shownBy: string
  file: string
}

const pageNames: Record<PageName, string> = { email: 'in the mail', print: 'on paper', text: 'in the plain text' }

/**
 * Whether every field of the interface shows on each page, by any of the fields of the view that say it. What the package's page
 * does not show, such as the picture of a signature in plain text, is not asked for; for slots there is a rule of their own. One
 * finding a file.
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
          advice: `print what stands in brackets, as the package's ${file} does, or take the file out of the folder`,
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

/** Fields of the view that are printed where a reader does not see them. */
function isUnseen(place: string): boolean {
  return /^(title|subject|preheader|heading\.logoAlt)$|\.alt$/.test(place)
}

/** 'customer.emailAddress (customer.lines) would show nowhere in the mail and on paper'. */
function messageOf(missing: readonly Missing[]): string {
  const byPage = Array.from(
    Map.groupBy(missing, ({ page }) => page),
    ([page, dropped]) => ({ page, said: fieldsOf(dropped) }),
  )
  return Array.from(
    Map.groupBy(byPage, ({ said }) => said),
    ([said, alike]) => `${said} would show nowhere ${listed(alike.map(({ page }) => pageNames[page]))}`,
  ).join('. ')
}

/** The fields of the receipt, each few with the field of the view that says them. */
function fieldsOf(missing: readonly Missing[]): string {
  const groups = Map.groupBy(missing, ({ shownBy }) => shownBy)
  const said = Array.from(groups, ([shownBy, alike]) => `${listed(alike.map(({ field }) => field))} (${shownBy})`)
  const more = said.length > most ? [`what ${said.length - most} more fields of the view say`] : []
  return [...said.slice(0, most), ...more].join('; ')
}

/** Fields of the view that one message names. */
const most = 6

/** 'a, b and c', each once. */
function listed(names: readonly string[]): string {
  const once = [...new Set(names)]
  const last = once.pop()!
  return once.length > 0 ? `${once.join(', ')} and ${last}` : last
}
