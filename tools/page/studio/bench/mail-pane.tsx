import { render } from 'preact'
import { elementOf, one } from '../../parts/dom.tsx'
import { type Pane, type PlacePicked, paneOf } from './bench.tsx'
import { adaptToClient, asShown, type MailHabits, minWordWidth } from './mail-clients.ts'
import { WidthField, WidthHandle, widthNear } from './mail-controls.tsx'

/** `width` in CSS px. */
interface MailScreen {
  name: string
  label: string
  width: number
}

/**
 * The mail in a client that is `width` CSS px wide, until the user changes that. It is in a frame without scripts, under an overlay
 * that marks places and handles clicks, so nothing is written into the mail itself. The habits are read each time the mail is shown.
 */
export function createMailPane(
  { name, label, width: first }: MailScreen,
  habits: MailHabits,
  picked: PlacePicked,
  resized: (width: number) => void,
): Pane {
  let screen = first
  let width = first
  let frame: HTMLIFrameElement | undefined
  let scale = 1
  let marked: readonly string[] = []
  let pointedAt: HTMLElement | undefined
  let standing = -1
  const sized = { label, width: () => screen, set: resize }
  const { element, tell } = paneOf(
    name,
    label,
    <div class="body">
      <div class="inbox">
        {['subject', 'preheader'].map(line => (
          <p key={line} class={line} data-view={line} dir="auto" />
        ))}
      </div>
      <div class="holder">
        <div class="stage" style={`width:${width}px`}>
          {/* biome-ignore lint/a11y/useSemanticElements: it lies over the mail */}
          <div
            class="glass"
            // biome-ignore lint/a11y/noNoninteractiveTabindex: arrow keys move through the places
            tabIndex={0}
            role="group"
            aria-label={`Places in the mail, ${label}; use the arrow keys to move through them`}
            onClick={pick}
            onMouseMove={event => point(placeAt(event))}
            onMouseLeave={() => point(undefined)}
            onKeyDown={step}
          />
        </div>
        <WidthHandle {...sized} scale={() => scale} />
      </div>
    </div>,
    <WidthField {...sized} />,
  )
  const [body, holder, stage, glass] = ['.body', '.holder', '.stage', '.glass'].map(part => one(element, part)) as [
    HTMLElement,
    HTMLElement,
    HTMLElement,
    HTMLElement,
  ]
  const [subject, preheader] = [one(element, '.subject'), one(element, '.preheader')]

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

  /** Gives the mail the width of its screen, or of the client's window. */
  function widen(): void {
    width = habits.client === 'word' ? Math.max(screen, minWordWidth) : screen
    stage.style.width = `${width}px`
    if (frame) frame.style.width = `${width}px`
  }

  function resize(wanted: number): void {
    if (!Number.isFinite(wanted)) return
    screen = widthNear(wanted)
    one<HTMLInputElement>(element, '.width').value = String(screen)
    one(element, '.handle').setAttribute('aria-valuenow', String(screen))
    widen()
    adapt()
    resized(screen)
  }

  function mark(paths: readonly string[]): void {
    marked = paths
    draw()
    for (const line of [subject, preheader]) line.classList.toggle('marked', paths.includes(line.dataset.view ?? ''))
  }

  /** Draws the boxes of what is marked, and of the place that is pointed at. */
  function draw(): void {
    const elements = placesIn(page()).filter(each => pathsOf(each).some(path => marked.includes(path)))
    const marks = elements.flatMap(boxesOf).map(box => <div key={box} class="mark" style={box} />)
    const hints = (pointedAt ? boxesOf(pointedAt) : []).map((box, index) => (
      <div key={`hint ${box}`} class="mark hint" style={box}>
        {pointedAt && index === 0 && (
          <span class="tip" style={`font-size:${11 / scale}px`}>
            {pathsOf(pointedAt).join(', ')}
          </span>
        )}
      </div>
    ))
    render([...marks, ...hints], glass)
  }

  function point(place: HTMLElement | undefined): void {
    if (place === pointedAt) return
    pointedAt = place
    glass.style.cursor = place ? 'pointer' : ''
    draw()
  }

  function placeAt(event: MouseEvent): HTMLElement | undefined {
    const box = glass.getBoundingClientRect()
    const hit = page()?.elementFromPoint((event.clientX - box.left) / scale, (event.clientY - box.top) / scale)
    return placeAround(hit)
  }

  function pick(event: MouseEvent): void {
    const place = placeAt(event)
    if (place) picked(pathsOf(place))
  }

  /** Goes to the next place, or the one before. */
  function step(event: KeyboardEvent): void {
    const by = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
    const places = placesIn(page())
    if (!by || !places.length) return
    event.preventDefault()
    standing = Math.min(Math.max(standing + by, 0), places.length - 1)
    const place = places[standing]
    if (place) picked(pathsOf(place))
  }

  for (const line of [subject, preheader]) line.addEventListener('click', () => picked([line.dataset.view ?? '']))
  new ResizeObserver(adapt).observe(body)

  return {
    name,
    label,
    element,
    show(rendering) {
      subject.textContent = rendering.subject
      preheader.textContent = rendering.preheader
      widen()
      // Laid out while hidden, then swapped in: no flicker.
      const frameProps = { class: 'coming', title: `Mail, ${label}`, style: `width:${width}px` }
      const next = mailFrame(rendering.html, habits, frameProps, () => {
        frame?.remove()
        frame = next
        next.classList.remove('coming')
        standing = -1
        pointedAt = undefined
        adapt()
      })
      for (const older of stage.querySelectorAll('iframe.coming')) older.remove()
      stage.prepend(next)
    },
    mark,
    scrollToMark() {
      glass.querySelector('.mark')?.scrollIntoView({ block: 'nearest' })
    },
  }
}

/**
 * A frame without scripts that shows a mail as a client does.
 *
 * @param loaded called with its page, when it is laid out
 */
export function mailFrame(
  html: string,
  habits: MailHabits,
  props: { class?: string; title: string; style: string },
  loaded: (page: Document) => void,
): HTMLIFrameElement {
  const frame = elementOf<HTMLIFrameElement>(<iframe sandbox="allow-same-origin" tabIndex={-1} {...props} />)
  frame.addEventListener('load', () => {
    const page = frame.contentDocument
    if (!page?.body) return
    adaptToClient(page, habits)
    loaded(page)
  })
  frame.srcdoc = asShown(html, habits)
  return frame
}

const placeSelector = '[data-view],[data-view-attributes]'

/** The elements of a mail that show view fields, in order. */
function placesIn(document: Document | undefined): HTMLElement[] {
  return document ? [...document.querySelectorAll<HTMLElement>(placeSelector)] : []
}

/** The place that contains an element. */
function placeAround(element: Element | null | undefined): HTMLElement | undefined {
  return element?.closest<HTMLElement>(placeSelector) ?? undefined
}

/** The view paths that an element shows. */
function pathsOf({ dataset }: HTMLElement): string[] {
  return [...(dataset.view ? [dataset.view] : []), ...(dataset.viewAttributes?.split(' ') ?? [])]
}

/** The styles of a slightly larger box for each line of the element, because letters extend beyond a tight line. */
function boxesOf(element: HTMLElement): string[] {
  const lineHeight = Number.parseFloat(getComputedStyle(element).lineHeight)
  const boxes = [...element.getClientRects()].filter(({ width, height }) => width > 1 && height > 1)
  return boxes.map(({ left, top, width, height }) => {
    const beyond = isText(element) && lineHeight < height ? (height - lineHeight) / 2 : 0
    const [y, high] = [top + beyond - 1, height - 2 * beyond + 2]
    return `left:${left - 3}px;top:${y}px;width:${width + 6}px;height:${high}px`
  })
}

function isText({ dataset }: HTMLElement): boolean {
  return dataset.view !== undefined
}
