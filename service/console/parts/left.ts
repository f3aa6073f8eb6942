import { useEffect, useState } from 'preact/hooks'
import { ask } from './api.ts'

/** How many problems are left. */
export interface Left {
  count: number
  /** There are more, which nobody counted. */
  isMore: boolean
}

/** How long a count is good for, milliseconds, unless somebody does something. */
const freshness = 15_000

let known: { left: Left | undefined; at: number } = { left: undefined, at: Number.NEGATIVE_INFINITY }
const listeners = new Set<(left: Left | undefined) => void>()

/** Counts anew what is left, because something was done about it, or because the count is old. */
export async function countLeft(isChanged = true): Promise<void> {
  if (!isChanged && performance.now() - known.at < freshness) return
  known = { ...known, at: performance.now() }
  // Without it, the menu still works.
  const left = await ask<Left>('/problems/left').catch(() => undefined)
  known = { left, at: performance.now() }
  for (const listen of listeners) listen(left)
}

/** Forgets the count: somebody else may sign in. */
export function forgetLeft(): void {
  known = { left: undefined, at: Number.NEGATIVE_INFINITY }
}

/** How many are left, counted anew at times as one goes from page to page. @param visit another number for each page */
export function useLeft(visit: number): Left | undefined {
  const [left, setLeft] = useState(known.left)
  useEffect(() => {
    listeners.add(setLeft)
    return () => void listeners.delete(setLeft)
  }, [])
  useEffect(() => void countLeft(false), [visit])
  return left
}
