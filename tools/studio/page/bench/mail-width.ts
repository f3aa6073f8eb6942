import { make } from '../parts/dom.ts'

/** Widths of common screens, in CSS px. */
const presets = [320, 360, 375, 390, 414, 480, 600, 640, 800]

/** Narrowest and widest screen to be shown. */
const [least, most] = [240, 1200]

/** The controls of a screen's width. */
export interface WidthControl {
  /** A number with presets, for the pane's title. */
  field: HTMLElement
  /** A bar to drag, beside the mail. */
  handle: HTMLElement
}

/**
 * Makes the controls of a screen's width.
 *
 * @param label the screen's name
 * @param width at first
 * @param scale CSS px of the studio per CSS px of the mail, now
 */
export function createWidthControl(
  label: string,
  width: number,
  scale: () => number,
  changed: (width: number) => void,
): WidthControl {
  const field = make('input.width', {
    type: 'number',
    min: least,
    max: most,
    list: 'mail-widths',
    value: width,
    'aria-label': `Width of ${label} in px`,
    title: 'Width in px',
  })
  const handle = make('div.handle', {
    role: 'separator',
    tabindex: '0',
    'aria-orientation': 'vertical',
    'aria-label': `Width of ${label}`,
    'aria-valuemin': least,
    'aria-valuemax': most,
    'aria-valuenow': width,
    title: 'Drag to change the width',
  })
  let current = width

  function set(wanted: number): void {
    if (!Number.isFinite(wanted)) return
    current = Math.round(Math.min(Math.max(wanted, least), most))
    field.value = String(current)
    handle.setAttribute('aria-valuenow', String(current))
    changed(current)
  }

  addPresets()
  field.addEventListener('change', () => set(field.valueAsNumber))
  handle.addEventListener('keydown', event => {
    const by = { ArrowLeft: -1, ArrowRight: 1, PageDown: -20, PageUp: 20 }[event.key]
    if (by === undefined) return
    event.preventDefault()
    set(current + by)
  })
  handle.addEventListener('pointerdown', event => {
    const [from, at, before] = [current, event.clientX, scale()]
    handle.setPointerCapture(event.pointerId)
    // The mail is in the middle of its pane: it grows on both sides.
    const move = ({ clientX }: PointerEvent) => set(from + ((clientX - at) * 2) / before)
    handle.addEventListener('pointermove', move)
    handle.addEventListener('pointerup', () => handle.removeEventListener('pointermove', move), { once: true })
  })
  return { field, handle }
}

function addPresets(): void {
  if (document.getElementById('mail-widths')) return
  document.body.append(make('datalist', { id: 'mail-widths' }, ...presets.map(value => make('option', { value }))))
}
