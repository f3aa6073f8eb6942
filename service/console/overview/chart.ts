import { scaleBand, scaleLinear } from 'd3-scale'
import { line } from 'd3-shape'
import { make } from '../parts/dom.ts'

/** One place on the axis: a day, week or month. */
export interface Mark {
  label: string
  value: number | undefined
  /** At the same place of the period before. */
  before: number | undefined
  /** It isn't over. */
  partial: boolean
}

export interface ChartOptions {
  marks: readonly Mark[]
  /** What the chart says, for those who don't see it. */
  label: string
  /** A value at the axis. */
  tick: (value: number) => string
  /** What is said about a place that is pointed at. */
  tell: (mark: Mark) => string
  /** The axis ends here, at least. */
  least: number
}

const height = 240
const margin = { top: 12, bottom: 28, end: 4 }

/** Bars for a period, and a line for the one before. Drawn anew for every width; colors are the stylesheet's. */
export function chart(options: ChartOptions, signal: AbortSignal): HTMLElement {
  const told = make('p.told', { 'aria-hidden': 'true' }, ' ')
  const canvas = make('div.canvas', { role: 'img', 'aria-label': options.label })
  const element = make('div.chart', {}, canvas, told)
  let drawn = 0
  const observer = new ResizeObserver(() => {
    const { clientWidth: width } = canvas
    if (width === 0 || width === drawn) return
    drawn = width
    canvas.replaceChildren(draw(options, width, text => told.replaceChildren(text || ' ')))
  })
  observer.observe(canvas)
  signal.addEventListener('abort', () => observer.disconnect())
  return element
}

function draw({ marks, tick, tell, least }: ChartOptions, width: number, say: (text: string) => void): SVGElement {
  const highest = Math.max(least, ...marks.flatMap(({ value = 0, before = 0 }) => [value, before]))
  const y = scaleLinear([0, highest], [height - margin.bottom, margin.top]).nice(4)
  const ticks = y.ticks(4)
  const start = Math.max(...ticks.map(value => tick(value).length)) * 7.5 + 10
  const x = scaleBand<number>(
    marks.map((_, index) => index),
    [start, width - margin.end],
  ).padding(marks.length > 60 ? 0.15 : 0.28)
  const middle = (index: number) => (x(index) ?? 0) + x.bandwidth() / 2
  const svg = shape('svg', { width, height, viewBox: `0 0 ${width} ${height}` })

  for (const value of ticks) {
    svg.append(shape('line', { class: 'grid', x1: start, x2: width, y1: y(value), y2: y(value) }))
    svg.append(words(tick(value), { class: 'tick', x: start - 8, y: y(value) + 4, 'text-anchor': 'end' }))
  }
  for (const [index, { value = 0, partial }] of marks.entries()) {
    const top = y(Math.max(0, value))
    const bar = {
      x: x(index) ?? 0,
      y: top,
      width: x.bandwidth(),
      height: Math.max(0, y(0) - top),
      rx: Math.min(3, x.bandwidth() / 3),
    }
    svg.append(shape('rect', { class: partial ? 'bar partial' : 'bar', ...bar }))
  }
  const path = line<Mark>()
    .defined(({ before }) => before !== undefined)
    .x((_, index) => middle(index))
    .y(({ before = 0 }) => y(Math.max(0, before)))(marks)
  if (path) svg.append(shape('path', { class: 'before', d: path }))

  const every = Math.max(1, Math.ceil((marks.length * 62) / (width - start)))
  for (const [index, { label }] of marks.entries())
    if (index % every === 0)
      svg.append(words(label, { class: 'tick', y: height - 8, ...anchored(middle(index), label, width) }))

  for (const [index, mark] of marks.entries()) {
    const place = shape('rect', {
      class: 'place',
      x: x(index) ?? 0,
      y: 0,
      width: x.step(),
      height: height - margin.bottom,
    })
    place.addEventListener('pointerenter', () => say(tell(mark)))
    place.addEventListener('pointerleave', () => say(''))
    svg.append(place)
  }
  return svg
}

/** Under its bar, but within the drawing. */
function anchored(x: number, label: string, width: number) {
  return x + label.length * 3.8 > width ? { x: width, 'text-anchor': 'end' } : { x, 'text-anchor': 'middle' }
}

function shape(name: string, attributes: Record<string, string | number>): SVGElement {
  const element = document.createElementNS('http://www.w3.org/2000/svg', name)
  for (const [attribute, value] of Object.entries(attributes)) element.setAttribute(attribute, String(value))
  return element
}

function words(text: string, attributes: Record<string, string | number>): SVGElement {
  const element = shape('text', attributes)
  element.textContent = text
  return element
}
