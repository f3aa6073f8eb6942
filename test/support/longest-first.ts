import { relative } from 'node:path'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { packageRoot } from '../../src/package-root.ts'

/** Starts the test files that take longest first, whatever their project, so that no worker is left alone with one in the end. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ moduleId }: TestSpecification) => {
      const at = longFiles.indexOf(relative(packageRoot, moduleId))
      return at < 0 ? longFiles.length : at
    }
    const sorted = await super.sort(files)
    return sorted.toSorted((one, other) => rank(one) - rank(other))
  }
}

/** The files that take more than a dozen seconds alone, the longest first. */
export const longFiles: readonly string[] = [
  'test/shop.test.ts',
  'test/examples.test.ts',
  'service/test/reliability.test.ts',
  'service/test/console/pages.test.ts',
  'service/test/crash.test.ts',
  'test/fixtures.test.ts',
  'test/document/accessibility.test.ts',
  'test/tools/studio/page-tools.test.ts',
  'test/pdf/last-sheet.test.ts',
  'test/pdf/access.test.ts',
  'test/pdf/amount-columns.test.ts',
  'test/barcodes-on-paper.test.ts',
  'service/test/statistics/year.test.ts',
  'service/test/start.test.ts',
  'service/test/secrecy.test.ts',
  'service/test/first-day.test.ts',
  'service/test/database-faults.test.ts',
  'service/test/privacy.test.ts',
  'test/barcode/draw.test.ts',
  'test/tools/studio/page.test.ts',
  'service/test/levers.test.ts',
  'test/budget.test.ts',
  'service/test/console/desk.test.ts',
  'service/test/worker.test.ts',
  'till/test/kill.test.ts',
]
