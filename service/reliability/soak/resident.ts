import { readFileSync } from 'node:fs'
import { browsersOf } from '../faults/processes.ts'

/** The resident memory of a process, looked at now and then. */
export interface ResidentWatch {
  look(): void
  /** Medians of the first, second and last third, MiB. */
  thirds(): [first: number, second: number, last: number]
  /** Whether it is flat: the last third is at most 5 % and 8 MiB above the second. The first is warming up. */
  isFlat(): boolean
}

/** @param withBrowsers the browsers' memory, too: private pages, because they share most */
export function watchResident(pid: number, withBrowsers = false): ResidentWatch {
  const looks: number[] = []
  const thirds = (): [number, number, number] => {
    const third = Math.max(1, Math.floor(looks.length / 3))
    return [medianOf(looks.slice(0, third)), medianOf(looks.slice(third, 2 * third)), medianOf(looks.slice(-third))]
  }
  return {
    look() {
      const browsers = withBrowsers ? browsersOf(pid).reduce((sum, each) => sum + fieldOf(each, 'RssAnon'), 0) : 0
      looks.push((fieldOf(pid, 'VmRSS') + browsers) / 1024)
    },
    thirds,
    isFlat() {
      const [, second, last] = thirds()
      return last <= second * 1.05 + 8
    },
  }
}

/** A field of a process in kB; 0 if it is gone. */
function fieldOf(pid: number, name: string): number {
  try {
    return Number(new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0)
  } catch {
    return 0
  }
}

function medianOf(values: readonly number[]): number {
  return values.toSorted((one, other) => one - other)[Math.floor((values.length - 1) / 2)] ?? 0
}
