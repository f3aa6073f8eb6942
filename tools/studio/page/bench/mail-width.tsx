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
