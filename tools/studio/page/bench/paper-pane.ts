import type { PagesShown, PaperPlace, Rendering } from '../calls/api.ts'
import { make } from '../parts/dom.ts'
import { frameOf, type Pane, type PlacePicked } from './pane.ts'

/** A pane named after its paper. */
export interface PaperPane extends Pane {
  /** The next pages belong to another receipt. */
  wait(): void
  showPages(pages: PagesShown): void
  /** Sets the places on the current pages. */
  showPlaces(places: readonly PaperPlace[]): void
}

/** DPI of the page images, and of CSS px. */
const [dotsPerInch, pixelsPerInch] = [144, 96]

/** The receipt on paper, pages stacked vertically. */
export function createPaperPane(name: string, label: string, picked: PlacePicked): PaperPane {
  const body = make('div.body.paper', { tabindex: '0', role: 'group', 'aria-label': `Pages, ${label}` })
  const { element, tell } = frameOf(name, label, body)
  let address: string | undefined
  let marked: readonly string[] = []

  function forget(): void {
    if (address) URL.revokeObjectURL(address)
    address = undefined
  }

  function mark(paths: readonly string[]): void {
    marked = paths
    for (const spot of body.querySelectorAll<HTMLElement>('.spot'))
      spot.classList.toggle('marked', paths.includes(spot.dataset.view!))
  }

  body.addEventListener('click', event => {
    const spot = (event.target as HTMLElement).closest<HTMLElement>('.spot')
    if (spot) picked([spot.dataset.view!])
  })

  return {
    name,
    label,
    element,
    show(_: Rendering) {},
    mark,
    scrollToMark() {
      const place = body.querySelector('.marked')?.getBoundingClientRect()
      const seen = body.getBoundingClientRect()
      // Scroll vertically only, so that the other panes stay in place.
      if (place && (place.top < seen.top || place.bottom > seen.bottom)) body.scrollTop += place.top - seen.top - 60
    },
    showPlaces(places) {
      const sheets = body.querySelectorAll('.sheet')
      for (const place of places) sheets[place.page]?.append(spot(place))
      mark(marked)
    },
    wait() {
      body.classList.add('stale')
    },
    showPages({ pages, pdf, bytes, milliseconds, missing }) {
      forget()
      body.classList.remove('stale')
      const holes = missing && `, no font has ${missing}`
      const size = `${(bytes / 1000).toFixed(0)} KB, ${milliseconds.toFixed(0)} ms${holes}`
      if (pages) {
        tell(`${pages.length === 1 ? '' : `${pages.length} pages, `}${size}`)
        body.replaceChildren(
          ...pages.map((page, index) => picture(page, `Page ${index + 1} of ${pages.length}, ${label}`)),
        )
        return
      }
      tell(size)
      const file = Uint8Array.from(atob(pdf), letter => letter.charCodeAt(0))
      address = URL.createObjectURL(new Blob([file], { type: 'application/pdf' }))
      const how = make('p.note', {}, 'To see the pages as pictures: npm i -D @hyzyla/pdfium')
      body.replaceChildren(make('iframe.pdf', { src: address, title: `PDF, ${label}` }), how)
    },
  }
}

function picture({ width, height, png }: { width: number; height: number; png: string }, alt: string): HTMLElement {
  const [wide, high] = [width, height].map(dots => Math.round((dots / dotsPerInch) * pixelsPerInch))
  return make(
    'div.sheet',
    {},
    make('img.page', { src: `data:image/png;base64,${png}`, width: wide, height: high, alt }),
  )
}

/** Overlays its text. */
function spot({ path, left, top, width, height }: PaperPlace): HTMLElement {
  const element = make('span.spot', { 'data-view': path, title: path })
  const shares = { left, top, width, height }
  for (const [side, share] of Object.entries(shares)) element.style.setProperty(side, `${share * 100}%`)
  return element
}
