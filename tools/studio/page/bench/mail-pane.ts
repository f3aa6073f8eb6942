import type { Rendering } from '../calls/api.ts'
import { make } from '../parts/dom.ts'
import { adaptToClient, asShown, type MailHabits } from './mail-habits.ts'
import { createWidthControl } from './mail-width.ts'
import { frameOf, type Pane, type PlacePicked } from './pane.ts'
import { boxesOf, pathsOf, placeAround, placesIn } from './places.ts'
import { leastWordWidth } from './word.ts'

/** `width` in CSS px. */
export interface MailScreen {
  name: string
  label: string
  width: number
}

/**
 * The mail in a client that is `width` CSS px wide, until the user changes that. It is in a frame without scripts, under an overlay that marks places and
 * handles clicks, so nothing is written into the mail itself. The habits are read each time the mail is shown.
 */
export function createMailPane(
  { name, label, width: first }: MailScreen,
  habits: MailHabits,
  picked: PlacePicked,
  resized: (width: number) => void,
): Pane {
  let screen = first
  let width = first
  const subject = make('p.subject', { 'data-view': 'subject', dir: 'auto' })
  const preheader = make('p.preheader', { 'data-view': 'preheader', dir: 'auto' })
  const glass = make('div.glass', {
    tabindex: '0',
    role: 'group',
    'aria-label': `Places in the mail, ${label}; use the arrow keys to move through them`,
  })
  const stage = make('div.stage', { style: `width:${width}px` }, glass)
  const { field, handle } = createWidthControl(label, width, () => scale, resize)
  const holder = make('div.holder', {}, stage, handle)
  const body = make('div.body', {}, make('div.inbox', {}, subject, preheader), holder)
  const { element, tell } = frameOf(name, label, body, field)
  let frame: HTMLIFrameElement | undefined
  let scale = 1
  let marked: readonly string[] = []
  let standing = -1

  const page = () => frame?.contentDocument ?? undefined

  function adapt(): void {
    const document = page()
    if (!frame || !document?.body) return
    const height = Math.ceil(document.body.getBoundingClientRect().height)
    const room = body.clientWidth - 16
    if (room <= 0) return
    scale = habits.fullSize ? 1 : Math.min(1, room / width)
    frame.style.height = `${height}px`
    stage.style.height = `${height}px`
    stage.style.transform = `scale(${scale})`
    holder.style.width = `${width * scale}px`
    holder.style.height = `${height * scale}px`
    body.style.setProperty('--shown', `${Math.round(width * scale)}px`)
    tell(scale < 1 ? `at ${Math.round(scale * 100)}%` : '')
    mark(marked)
  }

  function show(rendering: Rendering): void {
    subject.textContent = rendering.subject
    preheader.textContent = rendering.preheader
    const next = make('iframe', { sandbox: 'allow-same-origin', title: `Mail, ${label}`, tabindex: '-1' })
    widen()
    next.style.width = `${width}px`
    // Laid out while hidden, then swapped in: no flicker.
    next.classList.add('coming')
    next.addEventListener('load', () => {
      if (!next.contentDocument?.body) return
      adaptToClient(next.contentDocument, habits)
      frame?.remove()
      frame = next
      next.classList.remove('coming')
      standing = -1
      adapt()
    })
    for (const older of stage.querySelectorAll('iframe.coming')) older.remove()
    next.srcdoc = asShown(rendering.html, habits)
    stage.prepend(next)
  }

  function resize(wanted: number): void {
    screen = wanted
    widen()
    adapt()
    resized(wanted)
  }

  /** Gives the mail the width of its screen, or of the client's window. */
  function widen(): void {
    width = habits.client === 'word' ? Math.max(screen, leastWordWidth) : screen
    stage.style.width = `${width}px`
    if (frame) frame.style.width = `${width}px`
  }

  function mark(paths: readonly string[]): void {
    marked = paths
    const elements = placesIn(page()).filter(element => pathsOf(element).some(path => paths.includes(path)))
    glass.replaceChildren(...elements.flatMap(boxesOf))
    for (const line of [subject, preheader]) line.classList.toggle('marked', paths.includes(line.dataset.view!))
  }

  function placeAt(event: MouseEvent): HTMLElement | undefined {
    const box = glass.getBoundingClientRect()
    const hit = page()?.elementFromPoint((event.clientX - box.left) / scale, (event.clientY - box.top) / scale)
    return placeAround(hit)
  }

  glass.addEventListener('click', event => {
    const place = placeAt(event)
    if (place) picked(pathsOf(place))
  })
  glass.addEventListener('mousemove', event => {
    const place = placeAt(event)
    for (const hint of glass.querySelectorAll('.hint')) hint.remove()
    glass.style.cursor = place ? 'pointer' : ''
    if (!place) return
    const [box, ...rest] = boxesOf(place)
    if (!box) return
    for (const part of [box, ...rest]) part.className = 'mark hint'
    box.append(make('span.tip', { style: `font-size:${11 / scale}px` }, pathsOf(place).join(', ')))
    glass.append(box, ...rest)
  })
  glass.addEventListener('mouseleave', () => {
    for (const hint of glass.querySelectorAll('.hint')) hint.remove()
  })
  glass.addEventListener('keydown', event => {
    const by = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
    const places = placesIn(page())
    if (!by || !places.length) return
    event.preventDefault()
    standing = Math.min(Math.max(standing + by, 0), places.length - 1)
    picked(pathsOf(places[standing]!))
  })
  for (const line of [subject, preheader]) line.addEventListener('click', () => picked([line.dataset.view!]))
  new ResizeObserver(adapt).observe(body)

  return {
    name,
    label,
    element,
    show,
    mark,
    scrollToMark() {
      glass.querySelector('.mark')?.scrollIntoView({ block: 'nearest' })
    },
  }
}
