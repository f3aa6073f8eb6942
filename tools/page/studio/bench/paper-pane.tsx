import { type ComponentChildren, render } from 'preact'
import type { PaperPlace, PrintedPages } from '../../../studio/server/api.ts'
import { Choice } from '../../parts/choice.tsx'
import { one } from '../../parts/dom.tsx'
import { type Pane, type PlacePicked, paneOf } from './bench.tsx'

/** A pane with a paper. */
export interface PaperPane extends Pane {
  /** The paper's name, now. */
  paper(): string
  /** The next pages belong to another receipt. */
  wait(): void
  showPages(pages: PrintedPages): void
  /** Sets the places on the current pages. */
  showPlaces(places: readonly PaperPlace[]): void
}

/** DPI of the page images, and of CSS px. */
const [dotsPerInch, pixelsPerInch] = [144, 96]

/** The receipt on paper, pages stacked vertically. */
export function createPaperPane(
  name: string,
  label: string,
  picked: PlacePicked,
  controls?: ComponentChildren,
): PaperPane {
  const { element, tell } = paneOf(
    name,
    label,
    // biome-ignore lint/a11y/useSemanticElements: a fieldset doesn't scroll
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, also by keyboard
    <div class="body paper" tabIndex={0} role="group" aria-label={`Pages, ${label}`} />,
    controls,
  )
  const body = one(element, '.body')
  let printed: PrintedPages | undefined
  let places: readonly PaperPlace[] = []
  let address: string | undefined
  let marked: readonly string[] = []

  body.addEventListener('click', event => {
    const spot = (event.target as HTMLElement).closest<HTMLElement>('.spot')
    if (spot) picked([spot.dataset.view ?? ''])
  })

  function draw(): void {
    if (!printed) return
    const asFile = (
      <>
        <iframe class="pdf" src={address} title={`PDF, ${label}`} />
        <p class="note">To see the pages as pictures: npm i -D @hyzyla/pdfium</p>
      </>
    )
    render(printed.pages?.map(sheetOf) ?? asFile, body)
  }

  function sheetOf({ width, height, png }: { width: number; height: number; png: string }, index: number) {
    const [wide, high] = [width, height].map(dots => Math.round((dots / dotsPerInch) * pixelsPerInch))
    const alt = `Page ${index + 1} of ${printed?.pages?.length}, ${label}`
    return (
      <div class="sheet" key={index}>
        <img class="page" src={`data:image/png;base64,${png}`} width={wide} height={high} alt={alt} />
        {places.filter(({ page }) => page === index).map(spotOf)}
      </div>
    )
  }

  /** Overlays its text. */
  function spotOf({ path, ...box }: PaperPlace) {
    const shares = (['left', 'top', 'width', 'height'] as const).map(side => `${side}:${box[side] * 100}%`)
    const names = marked.includes(path) ? 'spot marked' : 'spot'
    return <span class={names} data-view={path} title={path} style={shares.join(';')} />
  }

  return {
    name,
    label,
    element,
    paper: () => name,
    show() {},
    mark(paths) {
      marked = paths
      draw()
    },
    scrollToMark() {
      const place = body.querySelector('.marked')?.getBoundingClientRect()
      const seen = body.getBoundingClientRect()
      // Scroll vertically only, so that the other panes stay in place.
      if (place && (place.top < seen.top || place.bottom > seen.bottom)) body.scrollTop += place.top - seen.top - 60
    },
    showPlaces(found) {
      places = found
      draw()
    },
    wait() {
      body.classList.add('stale')
    },
    showPages(found) {
      const { pages, pdf, bytes, milliseconds, missing } = found
      if (address) URL.revokeObjectURL(address)
      address = undefined
      body.classList.remove('stale')
      printed = found
      places = []
      const holes = missing && `, no font has ${missing}`
      const size = `${(bytes / 1000).toFixed(0)} KB, ${milliseconds.toFixed(0)} ms${holes}`
      tell(!pages || pages.length === 1 ? size : `${pages.length} pages, ${size}`)
      if (!pages) {
        const file = Uint8Array.from(atob(pdf), letter => letter.charCodeAt(0))
        address = URL.createObjectURL(new Blob([file], { type: 'application/pdf' }))
      }
      draw()
    },
  }
}

/**
 * What a till prints, on a roll to choose.
 *
 * @param rolls names such as `slip80`
 * @param now gives the chosen one
 */
export function createSlipPane(
  rolls: readonly string[],
  now: () => string,
  changed: (roll: string) => void,
): PaperPane {
  const options = rolls.map(roll => [roll, `${roll.replace('slip', '')} mm`] as const)
  const width = <Choice class="width" label="Width of the slip" value={now()} options={options} changed={changed} />
  return { ...createPaperPane('slip', 'Slip', () => {}, width), paper: now }
}
