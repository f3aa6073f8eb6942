import { relative } from 'node:path'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { packageRoot } from '../../src/package-root.ts'

/**
 * Starts the test files that mostly wait before all others; these run project by project, because a worker that changes its project is
 * started and loads all anew, and in each the longest first.
 */
export class WaitingFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    const waits = ({ moduleId }: TestSpecification) => waitingFiles.includes(relative(packageRoot, moduleId))
    return [...sorted.filter(waits), ...sorted.filter(file => !waits(file))]
  }
}

/** The files that mostly wait, and take most of a minute on any machine. */
export const waitingFiles: readonly string[] = [
  'service/test/reliability.test.ts',
  'service/test/crash.test.ts',
  'test/shop.test.ts',
  'test/examples.test.ts',
]
