import { byId } from '../parts/dom.tsx'

/** What is beside the renderings; on a small screen, instead of them. */
export type View = 'preview' | 'receipt' | 'brand' | 'templates'

const sides: readonly View[] = ['receipt', 'brand', 'templates']
const views: readonly View[] = ['preview', ...sides]

/** The tabs of the left side. `opened` is called whenever one is shown. */
export function createSide(opened: (view: View) => void) {
  const tabs = views.map(view => byId<HTMLButtonElement>(`tab-${view}`))

  function show(view: View): void {
    document.body.dataset.view = view
    for (const [index, tab] of tabs.entries()) {
      const isShown = views[index] === view
      tab.setAttribute('aria-selected', String(isShown))
      tab.tabIndex = isShown ? 0 : -1
    }
    // On a wide screen the renderings are always there, and the side keeps what it had.
    if (view !== 'preview') for (const each of sides) byId(`side-${each}`).hidden = each !== view
    opened(view)
  }

  for (const [index, tab] of tabs.entries()) {
    tab.addEventListener('click', () => show(views[index]!))
    tab.addEventListener('keydown', event => {
      const by = { ArrowLeft: -1, ArrowRight: 1 }[event.key]
      if (by === undefined) return
      const shown = tabs.filter(({ offsetParent }) => offsetParent !== null)
      const next = shown.at((shown.indexOf(tab) + by) % shown.length)!
      next.focus()
      next.click()
    })
  }
  return { show }
}

export type Side = ReturnType<typeof createSide>
