import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from 'puppeteer'
import { isExhaustive } from '../../../test/support/scope.ts'

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

const everyScreen = (['light', 'dark'] as const).flatMap(scheme => [390, 1440].map(width => ({ scheme, width })))

/** A phone and a screen, light and dark: each with each, or each once. */
export const screens = everyScreen.filter((_, at) => isExhaustive || at % 3 === 0)

/** Each direction of writing on these screens, or one on each, beginning with the language that a page is in. */
export const screensByLanguage = ['en-US', 'ar'].flatMap((language, turn) =>
  everyScreen.filter((_, at) => isExhaustive || at === 3 - 3 * turn).map(screen => ({ ...screen, language })),
)

/** The rows of a long list are alike, and take most of the time. */
const laterRows = 'tbody tr:nth-child(n + 9)'

/** What a phone may show otherwise than a screen, on which axe looks for all that it knows. */
const rulesOfPhones = ['color-contrast', 'link-in-text-block', 'scrollable-region-focusable']

/** What axe finds on one of the screens. */
export function violationsAt(width: number, page: Page): Promise<string[]> {
  return violations(page, ...(width < 600 && !isExhaustive ? rulesOfPhones : []))
}

/** What axe finds. @param rules only by these rules */
export async function violations(page: Page, ...rules: string[]): Promise<string[]> {
  // It is still there if the page wasn't made anew.
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(axe)
  return page.evaluate(
    async (values, left) => {
      const { axe: tool } = globalThis as unknown as {
        axe: {
          run(context: object, options: object): Promise<{ violations: { id: string; nodes: { html: string }[] }[] }>
        }
      }
      // The receipt in its frame is checked with the engine's pages.
      const only = values.length > 0 && { runOnly: { type: 'rule', values } }
      // What passes isn't described, which takes half of the time.
      const found = await tool.run({ exclude: left }, { iframes: false, resultTypes: ['violations'], ...only })
      return found.violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 160)).join(' ')}`)
    },
    rules,
    isExhaustive ? [] : [[laterRows]],
  )
}
