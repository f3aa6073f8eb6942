/** Memory in use after a garbage collection, looked at now and then. */
export interface MemoryWatch {
  look(): void
  /** The medians of the first, second and last third, MiB. */
  thirds(): [first: number, second: number, last: number]
  /** How much more was in use at the end than after the first third, in MiB: the medians of the last and the second third. */
  growth(): number
  /** The most that was in use, MiB. */
  most(): number
}

/** @param read bytes in use; default this program's heap, after a collection where Node allows one (`--expose-gc`) */
export function watchMemory(read: () => number = heapInUse): MemoryWatch {
  const looks: number[] = []
  function thirds(): [number, number, number] {
    const third = Math.max(1, Math.floor(looks.length / 3))
    return [medianOf(looks.slice(0, third)), medianOf(looks.slice(third, 2 * third)), medianOf(looks.slice(-third))]
  }
  return {
    look: () => void looks.push(read() / 2 ** 20),
    thirds,
    growth() {
      const [, second, last] = thirds()
      return looks.length < 3 ? 0 : last - second
    },
    most: () => Math.max(...looks),
  }
}

function heapInUse(): number {
  globalThis.gc?.()
  return process.memoryUsage().heapUsed
}

function medianOf(values: number[]): number {
  return values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? 0
}
