import { tryPrinting } from '../merchants/printing.ts'
import type { Config } from '../settings/config.ts'
import { type Found, fail, ok, warn } from './finding.ts'

/**
 * Prints a page.
 *
 * @param isNeeded whether this process prints, as far as is known
 */
export async function checkBrowser(config: Config, isNeeded: boolean): Promise<Found> {
  try {
    await tryPrinting(config)
    return ok('It prints PDFs.')
  } catch (error) {
    const [says = ''] = (error as Error).message.split('\n')
    const mend = /sandbox/i.test(says)
      ? 'In a container, set BROWSER_SANDBOX=off.'
      : 'See what its own words say; `npm install @sparticuz/chromium` brings one that needs nothing else.'
    return isNeeded ? fail(says, mend) : warn(`${says} This process prints for merchants with attachPdf only.`, mend)
  }
}
