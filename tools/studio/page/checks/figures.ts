import type { MailSizes, Rendering, StageTime } from '../calls/api.ts'
import { byId, make } from '../parts/dom.ts'

/** Gmail's limits: it clips longer mail and drops longer styles. */
const gmail = { html: 102 * 1024, style: 16_384 }

export interface Figures {
  showRendering(rendering: Rendering): void
  /** Adds the time for a paper's PDF. */
  showPrinted(label: string, milliseconds: number): void
}

/** Sizes, language and times in the status line. */
export function createFigures(): Figures {
  const sizes = make('div.figures')
  const times = make('div.times', { title: 'Milliseconds for each stage and each PDF' })
  const taken = new Map<string, number>()
  byId('status').append(sizes, make('span.spread'), times)

  function fillTimes(): void {
    const all = [...taken].map(([stage, time]) => make('span', {}, `${stage} `, make('b', {}, rounded(time))))
    times.replaceChildren(...all, 'ms')
  }

  return {
    showRendering(rendering) {
      taken.clear()
      for (const { stage, milliseconds } of rendering.timings satisfies StageTime[]) taken.set(stage, milliseconds)
      sizes.replaceChildren(...sizeParts(rendering.sizes), languagePart(rendering))
      fillTimes()
    },
    showPrinted(label, milliseconds) {
      taken.set(label, milliseconds)
      fillTimes()
    },
  }
}

function sizeParts({ html, style, text, pictures, pictureBytes }: MailSizes): HTMLElement[] {
  const [cut, dropped] = ['Gmail clips mail above 102 KB', 'Gmail drops styles above 16,384 characters']
  return [
    gauge({ label: 'HTML', share: html / gmail.html, text: (html / 1024).toFixed(1), of: '102 KB', title: cut }),
    gauge({
      label: 'Style',
      share: style / gmail.style,
      text: grouped(style),
      of: grouped(gmail.style),
      title: dropped,
    }),
    make('span.minor', {}, 'Text ', make('b', {}, kilobytes(text))),
    make(
      'span.minor',
      {},
      pictures === 1 ? '1 picture ' : `${pictures} pictures `,
      make('b', {}, kilobytes(pictureBytes)),
    ),
  ]
}

function languagePart({ decision: { languages, source } }: Rendering): HTMLElement {
  const title = 'Language, and what decided it'
  return make('span.minor', { title }, make('b', {}, languages.join(' + ')), ` by ${source}`)
}

function gauge({
  label,
  share,
  text,
  of,
  title,
}: {
  label: string
  share: number
  text: string
  of: string
  title: string
}) {
  const how = share > 1 ? 'over' : share > 0.85 ? 'near' : 'fine'
  const filled = make('span', { style: `width:${Math.min(100, share * 100).toFixed(1)}%` })
  const bar = make('span.bar', { 'aria-hidden': 'true' }, filled)
  return make(`span.gauge.${how}`, { title }, `${label} `, make('b', {}, text), ` / ${of}`, bar)
}

function kilobytes(size: number): string {
  return `${(size / 1024).toFixed(1)} KB`
}

function grouped(size: number): string {
  return size.toLocaleString('en-US')
}

function rounded(time: number): string {
  return time < 10 ? time.toFixed(1) : time.toFixed(0)
}
