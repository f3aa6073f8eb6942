import { make, newId, on } from '../parts/dom.ts'
import { t } from '../parts/words.ts'
import type { ShopSettings } from './shop.ts'

/** The newest receipt with settings that aren't saved. */
export interface Preview {
  element: HTMLElement
  show(settings: ShopSettings): void
}

/**
 * A frame that a form fills, because a logo is too long for an address. Each preview has a frame of its own, which takes the place
 * of the one before once it is there: nothing flickers, and going back leaves the page.
 */
export function previewFrame(): Preview {
  const element = make('div.preview')
  return {
    element,
    show(settings) {
      const name = newId()
      const frame = make('iframe.paper', {
        name,
        title: t('look.preview'),
        sandbox: 'allow-popups allow-popups-to-escape-sandbox',
      })
      element.append(frame)
      // Only now, because an empty frame is loaded at once.
      on(frame, 'load', () => {
        while (element.firstChild !== frame) element.firstChild?.remove()
      })
      const text = make('input', { type: 'hidden', name: 'settings', value: JSON.stringify(settings) })
      const form = make('form', { method: 'post', action: '/console/api/preview', target: name, hidden: true }, text)
      element.append(form)
      form.submit()
      form.remove()
    },
  }
}
