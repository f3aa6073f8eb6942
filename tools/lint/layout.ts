import { brandFileName, readTemplateFolder, type TemplateFolder } from '../../src/brand/template-folder.ts'
import { CounterfoilError } from '../../src/errors.ts'
import type { Merchant } from '../../src/merchant/merchant.ts'
import { openMerchant } from '../../src/merchant/open.ts'
import { openBrowserFactory } from '../../src/pdf/browser/browser-factory.ts'
import { findFonts } from '../../src/pdf/fonts/fonts.ts'
import type { Variant } from '../../src/view/variant.ts'
import { markedMail } from '../trace/trace.ts'
import { type Finding, fileStart, findingIn, type SourcePosition } from './finding.ts'
import { type Fixture, readFixtures, viewOfFixture } from './fixtures.ts'
import { readSheet } from './styles/sheet.ts'

/**
 * Lays out the package's receipts on a narrow phone, and reports what in the folder breaks a text into single letters. Needs
 * the browser that prints.
 *
 * @param path the template folder; it must be usable, or nothing is reported
 * @throws BrowserError if no browser starts
 */
export async function layoutFindings(path: string, variant?: Variant): Promise<Finding[]> {
  const folder = readTemplateFolder(path)
  const merchant = await opened(folder)
  if (!merchant) return []
  await using phone = await openPhone()
  const broken = new Map<string, Fixture>()
  for (const fixture of readFixtures())
    for (const place of await brokenIn(merchant, fixture, phone, variant)) {
      const field = place.replace(/\[\d+\]/g, '')
      if (!broken.has(field)) broken.set(field, fixture)
    }
  const causes = new Map<string, Cause>()
  for (const [fixture, places] of Map.groupBy(broken, ([, fixture]) => fixture)) {
    const found = await causeOf(folder, fixture, phone, variant)
    if (!found) continue
    const key = `${found.file}:${found.at.line}:${found.at.column}`
    const cause = causes.get(key) ?? { ...found, fixture, fields: [] }
    causes.set(key, cause)
    cause.fields.push(...places.map(([field]) => field))
  }
  return [...causes.values()].map(cause => finding(folder, cause))
}

/** What breaks texts, with the first receipt in which it does. */
interface Cause {
  file: string
  at: SourcePosition
  fixture: Fixture
  fields: string[]
}

/** The folder as a merchant; undefined if it has errors, which other rules report. */
async function opened(templates: TemplateFolder): Promise<Merchant | undefined> {
  try {
    return await openMerchant({ templates })
  } catch (error) {
    if (error instanceof CounterfoilError) return undefined
    throw error
  }
}

/** The view paths of a receipt's texts that break. */
function brokenIn(merchant: Merchant, fixture: Fixture, phone: Phone, variant: Variant | undefined): Promise<string[]> {
  return phone.brokenTexts(markedMail(merchant, viewOfFixture(merchant, fixture), variant).html)
}

/** The folder's file, or rule of a stylesheet, without which nothing breaks. */
async function causeOf(
  folder: TemplateFolder,
  fixture: Fixture,
  phone: Phone,
  variant: Variant | undefined,
): Promise<Pick<Cause, 'file' | 'at'> | undefined> {
  const heals = async (file: string, text: string | undefined) => {
    const files = new Map(folder.files)
    if (text === undefined) files.delete(file)
    else files.set(file, text)
    const healed = await opened({ ...folder, files })
    return healed !== undefined && (await brokenIn(healed, fixture, phone, variant)).length === 0
  }
  for (const [file, source] of folder.files) {
    if (file === brandFileName || file.startsWith('locales/') || !(await heals(file, undefined))) continue
    if (!file.endsWith('.css')) return { file, at: fileStart }
    for (const { declarations } of readSheet(file, source).rules)
      for (const { at } of declarations) if (await heals(file, withoutDeclaration(source, at))) return { file, at }
    return { file, at: fileStart }
  }
  return undefined
}

/** The stylesheet without the declaration that starts there. */
function withoutDeclaration(source: string, { line, column }: SourcePosition): string {
  const lines = source.split('\n')
  const start = lines.slice(0, line - 1).join('\n').length + (line > 1 ? 1 : 0) + column - 1
  return source.slice(0, start) + source.slice(start).replace(/^[^;}]*/, '')
}

function finding({ files }: TemplateFolder, { file, at, fixture, fields }: Cause): Finding {
  return findingIn(file, files.get(file) ?? '', at, {
    rule: 'broken-words',
    message: `on a phone ${phoneWidth} px wide, receipt ${fixture.name} breaks ${fields.join(', ')} into single letters`,
  })
}

/** The narrowest phone there is, in CSS px. */
const phoneWidth = 320

/** Starts the browser that prints, as a phone. @throws BrowserError if none starts */
async function openPhone() {
  const browsers = openBrowserFactory({ executablePath: undefined, sandbox: process.getuid?.() !== 0 })
  const page = await browsers.launch(findFonts([]).foldersFor(new Set(), 'en'))
  // The browser alone keeps no program running, not even one that waits for its answer.
  const awake = setInterval(() => {}, 60_000)
  const device = { width: phoneWidth, height: 640, deviceScaleFactor: 1, mobile: true }
  await page.send('Emulation.setDeviceMetricsOverride', device)
  return {
    /** The view paths of the texts that a mail breaks into single letters, each once. */
    async brokenTexts(html: string): Promise<string[]> {
      await page.send('Page.setDocumentContent', { frameId: page.frameId, html })
      const answer = await page.send<{ result: { value?: string[] } }>('Runtime.evaluate', {
        expression: measuring,
        returnByValue: true,
      })
      return answer.result.value ?? []
    },
    async [Symbol.asyncDispose]() {
      clearInterval(awake)
      await page.kill()
      await browsers.remove()
    },
  }
}

type Phone = Awaited<ReturnType<typeof openPhone>>

/**
 * Runs in the page: the marks of the trace (`data-view`) around texts with more than three lines of at most two characters.
 * A character's line is its distance from the top.
 */
const measuring = `[...new Set([...document.querySelectorAll('[data-view]')].flatMap(text => {
  const node = text.firstChild
  if (node?.nodeType !== 3 || node.data.length < 4 || text.getBoundingClientRect().width > 48) return []
  const lines = new Map()
  const range = document.createRange()
  for (let at = 0; at < node.data.length; at++) {
    range.setStart(node, at)
    range.setEnd(node, at + 1)
    const { top, width } = range.getBoundingClientRect()
    if (width > 0) lines.set(top, (lines.get(top) ?? 0) + 1)
  }
  return [...lines.values()].filter(count => count <= 2).length > 3 ? [text.dataset.view] : []
}))]`
