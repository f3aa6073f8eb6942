import { useState } from 'preact/hooks'

/**
 * The order with one entry moved to a place among those that are shown: right behind the one above it if it goes down, right
 * before the one below it if it goes up, so that it passes no more hidden ones than needed.
 *
 * @param place its index among the shown ones, afterwards
 */
export function placed(
  order: readonly string[],
  visible: readonly string[],
  { entry, place }: { entry: string; place: number },
): string[] {
  const [others, around] = [order, visible].map(list => list.filter(each => each !== entry)) as [string[], string[]]
  const to = Math.min(Math.max(place, 0), around.length)
  const from = visible.indexOf(entry)
  if (to === from) return [...order]
  const at = to > from ? others.indexOf(around[to - 1] ?? '') + 1 : others.indexOf(around[to] ?? '')
  return others.toSpliced(at, 0, entry)
}

/** An entry on its way. */
export interface Drag {
  entry: string
  /** Where it would be among the shown ones. */
  place: number
}

/** How near to the list's visible ends a drag scrolls it, in px. */
const edge = 32

/**
 * Drags entries of a list whose rows have `data-entry`. A finger drags by the handle, `.grip`, only, because it scrolls elsewhere.
 *
 * @param dropped called with the entry's new place
 */
export function useDragging(dropped: (drag: Drag) => void) {
  const [drag, setDrag] = useState<Drag>()

  function start(event: PointerEvent & { currentTarget: HTMLElement }, entry: string): void {
    const on = event.target as HTMLElement
    const isGrip = on.closest('.grip') !== null
    if (event.button !== 0 || (!isGrip && (event.pointerType !== 'mouse' || on.closest('button, form')))) return
    const row = event.currentTarget
    const rows = [...(row.parentElement?.querySelectorAll<HTMLElement>('[data-entry]') ?? [])]
    const others = rows.filter(each => each !== row)
    let last: Drag | undefined
    const over = new AbortController()
    const listen = <Name extends keyof HTMLElementEventMap>(
      name: Name,
      heard: (event: HTMLElementEventMap[Name]) => void,
    ) => row.addEventListener(name, heard, { signal: over.signal })
    row.setPointerCapture(event.pointerId)
    listen('pointermove', ({ clientY }) => {
      if (!last && Math.abs(clientY - event.clientY) < 4) return
      const place = others.filter(each => middleOf(each) < clientY).length
      last = { entry, place }
      setDrag(last)
      scrollNear(row, clientY)
    })
    listen('lostpointercapture', () => {
      over.abort()
      setDrag(undefined)
      if (last) dropped(last)
    })
    listen('pointercancel', () => {
      last = undefined
    })
    addEventListener(
      'keydown',
      ({ key }) => {
        if (key !== 'Escape') return
        last = undefined
        row.releasePointerCapture(event.pointerId)
      },
      { signal: over.signal },
    )
  }

  return { drag, start }
}

function middleOf(row: HTMLElement): number {
  const { top, height } = row.getBoundingClientRect()
  return top + height / 2
}

function scrollNear(row: HTMLElement, y: number): void {
  const panel = row.closest<HTMLElement>('.brand-panel')
  if (!panel) return
  const { top, bottom } = panel.getBoundingClientRect()
  if (y < top + edge) panel.scrollBy(0, -8)
  else if (y > bottom - edge) panel.scrollBy(0, 8)
}
