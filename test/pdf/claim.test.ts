import { expect, test, vi } from 'vitest'
import { anyMarkup, anyStyle, plainMarkup } from '../support/any-page.ts'
import fc from '../support/fast-check.ts'
import { sharedPrinter } from '../support/fixtures.ts'
import { archiveProblems } from '../support/pdf-a.ts'
import { accessProblems } from '../support/pdf-ua/check.ts'
import { fileFaults } from '../support/pdf-ua/faults.ts'
import { isExhaustive } from '../support/scope.ts'
import { page } from './pages.ts'

const printer = sharedPrinter('replace')
/** Bodies that were printed, and those whose page makes no claim. */
const tried = { all: 0, unclaimed: 0 }

/**
 * Prints bodies in one page, and in two if it makes no claim: what it has may hide what is false in others.
 *
 * @returns what is wrong
 */
async function falseClaims(bodies: readonly string[]): Promise<string[]> {
  const told: string[] = []
  const html = page(`<h1>Receipt</h1>${bodies.join('')}`, { css: anyStyle })
  const pdf = await printer.print({ html, paper: 'a4', onUnclaimed: reasons => told.push(...reasons) })
  const faults = await fileFaults(pdf)
  if (faults.length > 0) return faults
  if (told.some(reason => reason.includes('PDF/UA-1'))) {
    if (bodies.length === 1) {
      tried.unclaimed += 1
      return []
    }
    const half = Math.ceil(bodies.length / 2)
    return [...(await falseClaims(bodies.slice(0, half))), ...(await falseClaims(bodies.slice(half)))]
  }
  const archive = told.length > 0 ? [] : archiveProblems(pdf)
  // pdf.js doesn't read the tags of layers.
  const access = (await accessProblems(pdf)).filter(
    problem => !html.includes('opacity') || !/^01-00[56] (?:no )?content/.test(problem),
  )
  return [...access, ...archive]
}

test.each([
  { what: 'any template', markup: anyMarkup(), size: 25, runs: isExhaustive ? 140 : 4 },
  { what: 'a template of plain elements', markup: plainMarkup(), size: 5, runs: isExhaustive ? 100 : 5 },
])(
  '$what is printed to a PDF that can be read, with no false claim',
  async ({ markup, size, runs }) => {
    vi.spyOn(console, 'warn').mockImplementation(() => {})
    const bodies = fc.array(markup, { minLength: size, maxLength: size, size: 'max' })
    await fc.assert(
      fc.asyncProperty(bodies, async contents => {
        tried.all += contents.length
        expect(await falseClaims(contents)).toEqual([])
      }),
      // What a batch has in it says enough; to make it smaller takes a hundred prints.
      {
        numRuns: runs,
        endOnFailure: process.env.CLAIM_SHRINK !== '1',
        ...(process.env.CLAIM_SEED && { seed: Number(process.env.CLAIM_SEED) }),
      },
    )
    vi.restoreAllMocks()
  },
  1_800_000,
)

test('most of those pages keep their claims', () => {
  expect(tried.unclaimed).toBeLessThan(tried.all / 10)
})
