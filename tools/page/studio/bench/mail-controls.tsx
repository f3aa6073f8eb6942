import { render } from 'preact'
import type { Rendering, RenderRequest } from '../../../studio/server/api.ts'
import { Options } from '../../parts/choice.tsx'
import { byId } from '../../parts/dom.tsx'
import { type Client, clients, type MailHabits } from './mail-clients.ts'

/**
 * Makes the controls.
 *
 * @param now the habits as they are
 */
export function createMailControls(now: () => MailHabits, changed: (changes: Partial<MailHabits>) => void) {
  const client = byId<HTMLSelectElement>('client')
  const [fullSize, dark, images] = [byId('full-size'), byId<HTMLButtonElement>('dark'), byId('images')]
  render(<Options of={Object.entries(clients)} />, client)
  client.addEventListener('change', () => changed({ client: client.value as Client }))
  fullSize.addEventListener('click', () => changed({ fullSize: !now().fullSize }))
  dark.addEventListener('click', () => changed({ dark: !now().dark }))
  images.addEventListener('click', () => changed({ imagesOff: !now().imagesOff }))

  return {
    show(habits: MailHabits) {
      client.value = habits.client
      fullSize.setAttribute('aria-pressed', String(habits.fullSize))
      dark.setAttribute('aria-pressed', String(habits.dark))
      images.setAttribute('aria-pressed', String(habits.imagesOff))
      // Other clients have a dark of their own, or none.
      dark.disabled = habits.client !== 'sent'
    },
  }
}

/**
 * The button "Before": pressed, it shows how the receipt looked before a file of the template folder was saved. A change of the
 * receipt, its language or variant is no save.
 */
export function createBefore(show: (rendering: Rendering) => void) {
  const button = byId<HTMLButtonElement>('before')
  let now: { key: string; rendering: Rendering } | undefined
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
    /** Takes a new rendering, of what was asked. */
    take(request: RenderRequest, rendering: Rendering) {
      const key = JSON.stringify(request)
      if (now?.key !== key) before = undefined
      else if (now.rendering.html !== rendering.html || now.rendering.text !== rendering.text) before = now.rendering
      now = { key, rendering }
      press(false)
    },
    toggle,
  }
}

/** Narrowest and widest screen to be shown, in CSS px. */
const [narrowest, widest] = [240, 1200]

/** The nearest width that can be shown. */
export function widthNear(wanted: number): number {
  return Math.round(Math.min(Math.max(wanted, narrowest), widest))
}

interface WidthProps {
  /** The screen's name. */
  label: string
  /** In CSS px, now. */
  width: () => number
  set: (width: number) => void
}

/** A screen's width as a number with presets, for the pane's title. */
export function WidthField({ label, width, set }: WidthProps) {
  return (
    <input
      class="width"
      type="number"
      min={narrowest}
      max={widest}
      list="mail-widths"
      defaultValue={width()}
      aria-label={`Width of ${label} in px`}
      title="Width in px"
      onChange={event => set(event.currentTarget.valueAsNumber)}
    />
  )
}

/**
 * A bar to drag, beside the mail.
 *
 * @param props.scale CSS px of the studio per CSS px of the mail, now
 */
export function WidthHandle({ label, width, set, scale }: WidthProps & { scale: () => number }) {
  const onKeyDown = (event: KeyboardEvent) => {
    const by = { ArrowLeft: -1, ArrowRight: 1, PageDown: -20, PageUp: 20 }[event.key]
    if (by === undefined) return
    event.preventDefault()
    set(width() + by)
  }
  const onPointerDown = ({ currentTarget, pointerId, clientX }: PointerEvent & { currentTarget: HTMLElement }) => {
    const [from, before] = [width(), scale()]
    currentTarget.setPointerCapture(pointerId)
    // The mail is in the middle of its pane: it grows on both sides.
    const move = (event: PointerEvent) => set(from + ((event.clientX - clientX) * 2) / before)
    currentTarget.addEventListener('pointermove', move)
    currentTarget.addEventListener('pointerup', () => currentTarget.removeEventListener('pointermove', move), {
      once: true,
    })
  }
  return (
    // biome-ignore lint/a11y/useSemanticElements: a separator that moves is no hr
    <div
      class="handle"
      role="separator"
      tabIndex={0}
      aria-orientation="vertical"
      aria-label={`Width of ${label}`}
      aria-valuemin={narrowest}
      aria-valuemax={widest}
      aria-valuenow={width()}
      title="Drag to change the width"
      onKeyDown={onKeyDown}
      onPointerDown={onPointerDown}
    />
  )
}
