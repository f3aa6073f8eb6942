import { relative } from 'node:path'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { packageRoot } from '../../src/package-root.ts'

/**
 * Starts the test files that mostly wait before all others; these run project by project, because a worker that changes its project is
 * started and loads all anew, and in each the longest first: by their size, without times of an earlier run, which says nothing of a few. The engine's, which wait
 * least, come last, so that no core is idle at the end.
 */
export class WaitingFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    const isIn =
      (names: readonly string[]) =>
      ({ moduleId }: TestSpecification) =>
        names.includes(relative(packageRoot, moduleId))
    const waits = sorted.filter(isIn(waitingFiles))
    const projects = Map.groupBy(
      sorted.filter(file => !waits.includes(file)),
      ({ project }) => project.name,
    )
    const isLong = isIn(longFiles)
    const ordered = [...projects].sort(([one], [other]) => Number(one === 'engine') - Number(other === 'engine'))
    return [...waits, ...ordered.flatMap(([, all]) => [...all.filter(isLong), ...all.filter(f => !isLong(f))])]
  }
}

/** The files that mostly wait, and take most of a minute on any machine. */
export const waitingFiles: readonly string[] = [
  'service/test/reliability.test.ts',
  'service/test/crash.test.ts',
  'test/shop.test.ts',
  'test/examples.test.ts',
]

/** Small files that take long. */
export const longFiles: readonly string[] = [
  'service/test/backlog.test.ts',
  'service/test/console/languages.test.ts',
  'test/fixtures.test.ts',
  'test/languages-under-pressure.test.ts',
]
