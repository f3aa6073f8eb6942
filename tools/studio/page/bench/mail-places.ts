const placeSelector = '[data-view],[data-view-attributes]'

/** The elements of a mail that show view fields, in order. */
export function placesIn(document: Document | undefined): HTMLElement[] {
  return document ? [...document.querySelectorAll<HTMLElement>(placeSelector)] : []
}

/** The place that contains an element. */
export function placeAround(element: Element | null | undefined): HTMLElement | undefined {
  return element?.closest<HTMLElement>(placeSelector) ?? undefined
}

/** The view paths that an element shows. */
export function pathsOf({ dataset }: HTMLElement): string[] {
  return [...(dataset.view ? [dataset.view] : []), ...(dataset.viewAttributes?.split(' ') ?? [])]
}

/** The styles of a slightly larger box for each line of the element, because letters extend beyond a tight line. */
export function boxesOf(element: HTMLElement): string[] {
  const lineHeight = Number.parseFloat(getComputedStyle(element).lineHeight)
  const shown = [...element.getClientRects()].filter(({ width, height }) => width > 1 && height > 1)
  return shown.map(({ left, top, width, height }) => {
    const beyond = isText(element) && lineHeight < height ? (height - lineHeight) / 2 : 0
    const [y, high] = [top + beyond - 1, height - 2 * beyond + 2]
    return `left:${left - 3}px;top:${y}px;width:${width + 6}px;height:${high}px`
  })
}

function isText({ dataset }: HTMLElement): boolean {
  return dataset.view !== undefined
}
