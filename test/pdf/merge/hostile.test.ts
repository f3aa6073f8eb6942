import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs'
import { beforeAll, expect, test } from 'vitest'
import { OptionError } from '../../../src/errors.ts'
import { mergePdfs } from '../../../src/pdf/merge/merge.ts'
import { isBeyond } from '../../support/cpu.ts'
import { engineFor, fixtureNamed } from '../../support/fixtures.ts'
import { actions, costly, type HostilePdf, hostilePdfs, replaced } from '../../support/hostile-pdfs.ts'
import { readObjects } from '../../support/pdf-ua/objects.ts'
import { printed } from '../../support/prints.ts'
import { isSampled, tries } from '../../support/scope.ts'

/** Milliseconds of CPU that a part may cost for each of its kilobytes. */
const budget = 20

let seeds: Uint8Array[]
beforeAll(async () => {
  const small = fixtureNamed('minimal')
  const attached = await (await engineFor(small)).pdf(small.receipt, { paper: 'roll80', attachData: true })
  const [link, arabic] = await Promise.all([
    printed(fixtureNamed('payment-link'), 'roll80', 'modern'),
    printed(fixtureNamed('cafe.ar'), 'a4', 'modern'),
  ])
  seeds = [attached, link, arabic, mergePdfs([attached, link])]
})

test('mutated and made-up PDFs are refused or merged, in time, and none passes an action on', async () => {
  let merged = 0
  const refusals = new Set<string>()
  for (const hostile of hostilePdfs(seeds, tries(1200))) {
    const result = within(hostile)
    if (typeof result === 'string') refusals.add(result.replace(/^.*the receipt\. /s, '').replace(/\/\S+/g, '/…'))
    else {
      merged++
      expect(doings(result), hostile.what).toEqual([])
      if (merged % 4 === 0) expect(await doingsForReaders(result), hostile.what).toEqual([])
    }
  }
  // Neither everything is refused, nor for one reason.
  expect(merged).toBeGreaterThan(tries(1200) / 20)
  expect(refusals.size).toBeGreaterThan(20)
}, 300_000)

test.each(Object.keys(costly).map((name, at) => [name, at] as const))(
  'twice as much of %s takes at most thrice the time',
  (name, at) => {
    for (const [nth, place] of ['/MediaBox ', '/Title ', '/Names ', '/W ', '/K '].entries()) {
      if (!isSampled(at, nth)) continue
      const [one, two] = [4, 8].map(times => replaced(seeds[0]!, place, `${place}${costly[name]!.repeat(times)} `))
      const cost = (pdf: Uint8Array, times: number) =>
        Math.min(...Array.from({ length: times }, () => cpu(() => attempt(pdf)).spent))
      const isDear = (times: number) => cost(two!, times) >= 3 * cost(one!, times) + 30
      // Once may be what else runs here; of three times, the least is the text's.
      expect(isDear(1) && isDear(3), place).toBe(false)
    }
  },
)

test.each(actions.map((entry, at) => [entry, at] as const))('%s is refused wherever it stands', (entry, at) => {
  const places = ['/Type /Catalog', '/Type /Page\n', '/Type /Annot', '/Type /StructElem', '/Type /Font\n', '/Title ']
  for (const place of places.filter((_, nth) => isSampled(at, nth)))
    expect(attempt(replaced(seeds[1]!, place, `${entry}\n${place}`)), place).toMatch(/^parts\[0\]: .* It (has|lacks) /)
})

test.each([
  ['a program', 'receipt.json', 'receipt.exe'],
  ['of another type', '/application#2Fjson', '/application#2Fzip'],
  ['of somebody else', '(Receipt data)', '(Update for your reader)'],
  ['in a folder', 'receipt.json', '../receipt.json'],
])('a file that is %s is refused', (_, from, to) => {
  expect(attempt(replaced(seeds[0]!, from, to))).toMatch(/^parts\[0\]: .* It has /)
})

/** The document or the error. @throws any other error than the library's */
function attempt(pdf: Uint8Array): Uint8Array | string {
  try {
    return mergePdfs([pdf], { title: 'Receipts of 2026-10-31' })
  } catch (error) {
    if (error instanceof OptionError && error.message.startsWith('parts[0]: ')) return error.message
    throw error
  }
}

function cpu<Of>(work: () => Of): { result: Of; spent: number } {
  const before = process.cpuUsage()
  const result = work()
  const { user, system } = process.cpuUsage(before)
  return { result, spent: (user + system) / 1000 }
}

/** Merges it; a second and third time only if what else runs here made it late. */
function within({ what, pdf }: HostilePdf): Uint8Array | string {
  const allowed = budget * Math.max(1, pdf.length / 1024)
  let { result, spent } = cpu(() => attempt(pdf))
  for (let turn = 0; turn < 2 && spent > allowed; turn++) spent = Math.min(spent, cpu(() => attempt(pdf)).spent)
  expect(isBeyond(spent, allowed), `${what}: ${spent} ms`).toBe(false)
  return result
}

/** What would do something, or is a file of others, by name. */
function doings(pdf: Uint8Array): string[] {
  const { texts } = readObjects(pdf)
  return [...texts.values()].flatMap(text => {
    const names = text.replace(/\((?:[^()\\]|\\.)*\)|<[0-9A-Fa-f]+>/gs, '()').match(/\/[^\s/<>[\]()]+/g) ?? []
    const links = Array.from(text.matchAll(/\/URI \(([^)]*)/g), ([, address]) => address!)
    return [...names.filter(name => forbidden.test(name)), ...links.filter(link => !/^(https?|mailto|tel):/.test(link))]
  })
}

const forbidden =
  /^\/(AA|PA|OpenAction|J(a|#61)vaScript|JS|Launch|GoToR|GoToE|SubmitForm|ImportData|ResetForm|Named|RichMedia.*|AcroForm|XFA|Widget|Movie|Sound|Screen|Rendition|OCProperties|Requirements|Encrypt|Ref)$/

/** The same as pdf.js finds it. */
async function doingsForReaders(pdf: Uint8Array): Promise<unknown[]> {
  const task = getDocument({ data: pdf.slice(), verbosity: 0, useSystemFonts: false })
  const document = await task.promise
  const found: unknown[] = [
    await document.getJSActions(),
    await document.getOpenAction(),
    await document.getFieldObjects(),
  ]
  for (const name of Object.keys((await document.getAttachments()) ?? {}))
    if (!/^receipt-\d{6}\.json$/.test(name)) found.push(name)
  for (let number = 1; number <= document.numPages; number++) {
    const page = await document.getPage(number)
    found.push(await page.getJSActions())
    for (const { subtype, unsafeUrl, dest, action, attachment, actions } of await page.getAnnotations())
      if (subtype !== 'Link' || action || attachment || actions || (!unsafeUrl && !dest)) found.push(subtype)
  }
  await task.destroy()
  return found.filter(each => each !== null && each !== undefined)
}
