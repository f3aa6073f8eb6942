import type { PagesShown, Rendering } from './api.ts'
import { make } from './dom.ts'
import { frameOf, type Pane } from './pane.ts'

/** A pane that is named after its paper. */
export interface PaperPane extends Pane {
  /** The pages to come are those of another receipt. */
  wait(): void
  showPages(pages: PagesShown): void
}

/** Dots an inch of the pictures, and of CSS px. */
const [dotsPerInch, pixelsPerInch] = [144, 96]

/** The receipt on paper, page below page. */
export function createPaperPane(name: string, label: string): PaperPane {
  const body = make('div.body.paper', { tabindex: '0', role: 'group', 'aria-label': `Pages, ${label}` })
  const { element, tell } = frameOf(name, label, body)
  let address: string | undefined

  function forget(): void {
    if (address) URL.revokeObjectURL(address)
    address = undefined
  }

  return {
    name,
    label,
    element,
    show(_: Rendering) {},
    mark() {},
    scrollToMark() {},
    wait() {
      body.classList.add('stale')
    },
    showPages({ pages, pdf, bytes, milliseconds }) {
      forget()
      body.classList.remove('stale')
      const size = `${(bytes / 1000).toFixed(0)} KB, ${milliseconds.toFixed(0)} ms`
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
  return make('img.page', { src: `data:image/png;base64,${png}`, width: wide, height: high, alt })
}
