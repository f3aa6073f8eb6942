import { orderSections, shippedSections } from '../../../src/document/section-order.ts'
import { type PageName, pages } from '../../../src/document/template-files.ts'
import { createBoundedCache } from '../../../src/locale/bounded-cache.ts'
import { interfaceFields } from '../../trace/fields/interface-fields.ts'
import { type Fault, type Finding, fileStart, findingIn, type LintedFolder } from '../finding.ts'
import { pageNames, printedFields } from './walk.ts'

/** A place on every page for text of the till or the shop. */
interface Slot {
  /** The view field, and the name of its section. */
  name: string
  /** View fields; one must be printed. */
  prints: RegExp
  /** The receipt field, or its other source. */
  from: string
  /** How to print it, unless it is a note. */
  written?: string
}

const slots: readonly Slot[] = [
  { name: 'header', prints: /^header\.lines$/, from: 'the field header' },
  ...[1, 2, 3, 4, 5].map(number => ({
    name: `slot${number}`,
    prints: new RegExp(`^slot${number}\\.lines$`),
    from: `the field additionalInfo${number}`,
  })),
  {
    name: 'barcode',
    prints: /^barcode\.(image|caption|text)$/,
    from: 'the field barcodeNumber',
    written: '{{#with barcode}}{{> barcode-plate}}{{/with}}',
  },
  {
    name: 'offers',
    prints: /^offers\.offers\.(image|text|html|htmlText)/,
    from: "the shop's offers",
    written: '{{#each offers.offers}}…{{/each}}',
  },
  {
    name: 'raw',
    prints: /^raw\.(text|lines)$/,
    from: 'the field rawPosReceipt',
    written: '{{#with raw}}{{text}}{{/with}}',
  },
  {
    name: 'footer',
    prints: /^footer\.lines$/,
    from: "brand.json's footer",
    written: '{{#each footer.lines}}{{this}}{{/each}}',
  },
]

/** Every page must have the till's free text, the barcode for the returns desk, and the footer. */
export function slotFindings(folder: LintedFolder): Finding[] {
  return leftOut(
    folder,
    page =>
      slots
        .filter(slot => isPrinted(slot, shippedFolder(folder), page))
        .map(slot => ({ slot, isOn: other => isPrinted(slot, other, page) })),
    (missing, file) => ({
      rule: 'slot-left-out',
      message: `some receipt fields no longer appear: ${slotsByPage(missing)}`,
      advice: adviceOn(file, folder, [...new Set(missing.map(({ slot }) => slot))]),
    }),
  )
}

/**
 * Whether each page shows every field of the interface, through any view field that holds it. Fields that the package's page
 * leaves out, such as a signature's image in plain text, are not required; slots have their own rule.
 */
export function receiptFieldFindings(folder: LintedFolder): Finding[] {
  return leftOut(
    folder,
    page => receiptFields(page, folder),
    (missing, file) => ({
      rule: 'receipt-field',
      message: fieldsByPage(missing),
      advice: `print the view fields in parentheses, as the package's ${file} does, or delete this file`,
    }),
  )
}

/** Something that a page of the package shows. */
interface Shown {
  /** Whether a folder's page shows it. */
  isOn(folder: LintedFolder): boolean
}

/** One finding for each of the merchant's files that keeps a page from showing what the package's page shows. */
function leftOut<What extends Shown>(
  folder: LintedFolder,
  shownOn: (page: PageName) => What[],
  faultOf: (missing: readonly (What & { page: PageName })[], file: string) => Fault,
): Finding[] {
  const missing = (Object.keys(pages) as PageName[]).flatMap(page =>
    shownOn(page)
      .filter(({ isOn }) => !isOn(folder))
      .map(what => ({ ...what, page, file: fileThatDrops(folder, page, what.isOn) })),
  )
  return [...Map.groupBy(missing, ({ file }) => file)].flatMap(([file, dropped]) =>
    file === undefined ? [] : findingIn(file, folder.own.get(file) ?? '', fileStart, faultOf(dropped, file)),
  )
}

/** The merchant's file without which the page would have it, else the page itself; undefined if the page uses none of its files. */
function fileThatDrops(folder: LintedFolder, page: PageName, has: Shown['isOn']): string | undefined {
  const { file, endings } = pages[page]
  const mine = [...folder.own.keys()].filter(path => path === file || endings.some(ending => path.endsWith(ending)))
  return mine.find(path => has(folderWithout(folder, path))) ?? mine.find(path => path === file) ?? mine[0]
}

/** The folder without that file. Made once, because results are cached by folder. */
function folderWithout(folder: LintedFolder, path: string): LintedFolder {
  const without = made.get(folder) ?? new Map<string, LintedFolder>()
  made.set(folder, without)
  const files = new Map(folder.files)
  const shipped = shippedFolder(folder).files.get(path)
  if (shipped === undefined) files.delete(path)
  else files.set(path, shipped)
  const other = without.get(path) ?? { ...folder, files }
  without.set(path, other)
  return other
}

const made = new WeakMap<LintedFolder, Map<string, LintedFolder>>()

/** The package's templates in a folder's look, without the sections that its `brand.json` leaves out. */
function shippedFolder({ look, shipped, sections = [] }: LintedFolder): LintedFolder {
  return shippedFolders.get(JSON.stringify([look, ...sections]), () => {
    const files = sections.length === 0 ? shipped : orderSections(shipped, sections, shippedSections(shipped))
    return { look, own: files, files, shipped }
  })
}

/** A brand's designer may try many orders of the sections. */
const shippedFolders = createBoundedCache<LintedFolder>(8)

function isPrinted({ prints }: Slot, folder: LintedFolder, page: PageName): boolean {
  return [...printedFields(folder, page)].some(path => prints.test(path))
}

function slotsByPage(missing: readonly { page: PageName; slot: Slot }[]): string {
  const byPage = Map.groupBy(missing, ({ page }) => page)
  return Array.from(byPage, ([page, left]) => {
    const named = left.map(({ slot: { name, from } }) => `${name} (${from})`)
    return `${pageNames[page]} has no ${named.join(', no ')}`
  }).join('; ')
}

function adviceOn(file: string, folder: LintedFolder, missing: readonly Slot[]): string {
  const isPage = Object.values(pages).some(page => page.file === file)
  const usual = shippedFolder(folder).files.get(file) ?? ''
  // The mail's foot has a slot, too.
  if (isPage || missing.every(({ name }) => usual.includes(`{{> ${name}}}`)))
    return `write ${missing.map(({ name }) => `{{> ${name}}}`).join(', ')} where it belongs`
  if (!missing.some(({ name }) => file.startsWith(`sections/${name}.`)))
    return "compare it with the package's file at the same path"
  return `print it: ${missing.map(({ name, written }) => written ?? `{{#with ${name}}}{{> note}}{{/with}}`).join(', ')}`
}

/** A receipt field, and the view field that shows it on the package's page. */
interface ShownField extends Shown {
  field: string
  shownBy: string
}

function receiptFields(page: PageName, folder: LintedFolder): ShownField[] {
  const printed = printedFields(folder, page)
  const isOfSlot = (field: string) => slots.some(({ prints }) => prints.test(field))
  const fields = [...printedFields(shippedFolder(folder), page)].filter(field => !isUnseen(field) && !isOfSlot(field))
  if (fields.every(field => printed.has(field))) return []
  return [...interfaceFields()].flatMap(([field, places]) => {
    const shownBy = fields.find(place => places.has(place))
    return shownBy === undefined ? [] : [{ field, shownBy, isOn: other => isShown(places, printedFields(other, page)) }]
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
function fieldsByPage(missing: readonly (ShownField & { page: PageName })[]): string {
  const byPage = Array.from(
    Map.groupBy(missing, ({ page }) => page),
    ([page, dropped]) => ({ on: page === 'print' ? 'on paper' : `in ${pageNames[page]}`, fields: fieldsOf(dropped) }),
  )
  return Array.from(
    Map.groupBy(byPage, ({ fields }) => fields),
    ([fields, alike]) => `no longer shown ${listed(alike.map(({ on }) => on))}: ${fields}`,
  ).join('. ')
}

/** The receipt fields, grouped by the view field that holds them. */
function fieldsOf(missing: readonly ShownField[]): string {
  const groups = Map.groupBy(missing, ({ shownBy }) => shownBy)
  const fields = Array.from(groups, ([shownBy, alike]) => `${listed(alike.map(({ field }) => field))} (${shownBy})`)
  const more = fields.length > maxNamed ? [`and those in ${fields.length - maxNamed} more view fields`] : []
  return [...fields.slice(0, maxNamed), ...more].join('; ')
}

/** How many view fields one message names. */
const maxNamed = 6

/** 'a, b and c', each once. */
function listed(names: readonly string[]): string {
  const once = [...new Set(names)]
  const last = once.pop() ?? ''
  return once.length > 0 ? `${once.join(', ')} and ${last}` : last
}
