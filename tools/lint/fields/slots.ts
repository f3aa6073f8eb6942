import { type PageName, pages } from '../../../src/document/pages.ts'
import { type Finding, findingsIn } from '../finding.ts'
import type { LintedFolder } from '../folder.ts'
import { printedFields } from './fields.ts'
import { fileThatDrops, shippedFolder } from './file-that-drops.ts'

/** A place on every page for text of the till or the shop. */
interface Slot {
  /** The view field, and the name of its section. */
  name: string
  /** View fields; one must be printed. */
  prints: RegExp
  /** The receipt field, or its other source. */
  from: string
}

const slots: readonly Slot[] = [
  { name: 'header', prints: /^header\.lines$/, from: 'the field header' },
  ...[1, 2, 3, 4, 5].map(number => ({
    name: `slot${number}`,
    prints: new RegExp(`^slot${number}\\.lines$`),
    from: `the field additionalInfo${number}`,
  })),
  { name: 'barcode', prints: /^barcode\.(image|caption|text)$/, from: 'the field barcodeNumber' },
  { name: 'offers', prints: /^offers\.offers\.(image|text|html|htmlText)/, from: "the shop's offers" },
  { name: 'raw', prints: /^raw\.(text|lines)$/, from: 'the field rawPosReceipt' },
  { name: 'footer', prints: /^footer\.lines$/, from: "brand.json's footer" },
]

const pageNames: Record<PageName, string> = { email: 'the mail', print: 'paper', text: 'the plain text' }

/** Every page must have the till's free text, the barcode for the returns desk, and the footer. */
export function slotFindings(folder: LintedFolder): Finding[] {
  const dropped = new Map<string, { page: PageName; slot: Slot }[]>()
  for (const page of Object.keys(pages) as PageName[]) {
    for (const slot of slots) {
      if (isPrinted(slot, folder, page) || !isPrinted(slot, shippedFolder(folder), page)) continue
      const file = fileThatDrops(folder, page, other => isPrinted(slot, other, page))
      if (file !== undefined) dropped.set(file, [...(dropped.get(file) ?? []), { page, slot }])
    }
  }
  return Array.from(dropped, ([file, missing]) =>
    findingsIn(file, folder.own.get(file)!)(
      { line: 1, column: 1 },
      {
        rule: 'slot-left-out',
        severity: 'warning',
        message: `some receipt fields no longer appear: ${messageOf(missing)}`,
        advice: adviceOn(file, [...new Set(missing.map(({ slot }) => slot))]),
      },
    ),
  )
}

/** Whether a view field belongs to a slot. */
export function isOfSlot(field: string): boolean {
  return slots.some(({ prints }) => prints.test(field))
}

function isPrinted({ prints }: Slot, folder: LintedFolder, page: PageName): boolean {
  return [...printedFields(folder, page)].some(path => prints.test(path))
}

function messageOf(missing: readonly { page: PageName; slot: Slot }[]): string {
  const byPage = Map.groupBy(missing, ({ page }) => page)
  return Array.from(byPage, ([page, left]) => {
    const named = left.map(({ slot: { name, from } }) => (name === from ? name : `${name} (${from})`))
    return `${pageNames[page]} has no ${named.join(', no ')}`
  }).join('; ')
}

function adviceOn(file: string, missing: readonly Slot[]): string {
  const isPage = Object.values(pages).some(page => page.file === file)
  if (isPage) return `write ${missing.map(({ name }) => `{{> ${name}}}`).join(', ')} where it belongs`
  if (!missing.some(({ name }) => file.startsWith(`sections/${name}.`)))
    return "compare it with the package's file at the same path"
  const own = missing.map(({ name }) => written[name] ?? `{{#with ${name}}}{{> note}}{{/with}}`)
  return `print it: ${own.join(', ')}`
}

/** How to print the slots that are not notes. */
const written: Record<string, string> = {
  barcode: '{{#with barcode}}{{> barcode-plate}}{{/with}}',
  offers: '{{#each offers.offers}}…{{/each}}',
  raw: '{{#with raw}}{{text}}{{/with}}',
  footer: '{{#each footer.lines}}{{this}}{{/each}}',
}
