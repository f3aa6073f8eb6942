import { relative } from 'node:path'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { packageRoot } from '../../src/package-root.ts'

/** Starts the test files that take longest first, whatever their project, so that no worker is left alone with one in the end. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    // What a file took the last time is known where the tests have run before.
    const milliseconds = (file: TestSpecification) => {
      if (waitingFiles.includes(relative(packageRoot, file.moduleId))) return Number.POSITIVE_INFINITY
      const { duration = 0 } = this.ctx.cache.getTestSpecificationResult(file) ?? {}
      return duration < long ? 0 : duration
    }
    const sorted = await super.sort(files)
    return sorted
      .map(file => ({ file, milliseconds: milliseconds(file) }))
      .toSorted((one, other) => (one.milliseconds === other.milliseconds ? 0 : other.milliseconds - one.milliseconds))
      .map(({ file }) => file)
  }
}

/** Milliseconds from which on a file is long. Shorter ones run project by project, which each worker loads once. */
const long = 10_000

/** The files that mostly wait, and take most of a minute on any machine. */
export const waitingFiles: readonly string[] = [
  'test/shop.test.ts',
  'service/test/reliability.test.ts',
  'service/test/crash.test.ts',
  'test/examples.test.ts',
]
