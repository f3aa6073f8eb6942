import type { Asked, Rendering } from '../calls/api.ts'
import { byId } from '../parts/dom.ts'

/** Switches between a rendering and the one before the last saved change. */
export interface Before {
  /** Takes a new rendering, of what was asked. */
  take(asked: Asked, rendering: Rendering): void
  toggle(): void
}

/**
 * The button "Before": pressed, it shows how the receipt looked before a file of the template folder was saved. A change of the
 * receipt, its language or variant is no save.
 */
export function createBefore(show: (rendering: Rendering) => void): Before {
  const button = byId<HTMLButtonElement>('before')
  let now: { asked: string; rendering: Rendering } | undefined
  let before: Rendering | undefined

  function press(isPressed: boolean): void {
    button.setAttribute('aria-pressed', String(isPressed))
    button.disabled = before === undefined
    button.title = before
      ? 'How it looked before the last saved change'
      : 'Nothing was saved since this receipt is shown'
  }

  function toggle(): void {
    if (!now || !before) return
    const isPressed = button.getAttribute('aria-pressed') !== 'true'
    press(isPressed)
    show(isPressed ? before : now.rendering)
  }

  button.addEventListener('click', toggle)
  press(false)
  return {
    take(question, rendering) {
      const asked = JSON.stringify(question)
      if (now?.asked !== asked) before = undefined
      else if (now.rendering.html !== rendering.html || now.rendering.text !== rendering.text) before = now.rendering
      now = { asked, rendering }
      press(false)
    },
    toggle,
  }
}
