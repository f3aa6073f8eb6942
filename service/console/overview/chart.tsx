import { Fragment } from 'preact'
import { useLayoutEffect, useRef, useState } from 'preact/hooks'

/** One place on the axis: a day, week or month. */
export interface Mark {
  label: string
  value: number | undefined
  /** At the same place of the period before. */
  before: number | undefined
  /** It isn't over. */
  partial: boolean
}

interface ChartProps {
  marks: readonly Mark[]
  /** What the chart says, for those who don't see it. */
  label: string
  /** A value at the axis. */
  tick: (value: number) => string
  /** What is said about a place that is pointed at. */
  tell: (mark: Mark) => string
  /** The axis ends here or beyond. */
  minAxisEnd: number
}

const height = 240
const margin = { top: 12, bottom: 28, end: 4 }

/** Bars for a period, each with a line for the one before. Drawn anew for every width; colors are the stylesheet's. */
export function Chart(props: ChartProps) {
  const canvas = useRef<HTMLDivElement>(null)
  const [width, setWidth] = useState(0)
  const [announced, setTold] = useState('')
  useLayoutEffect(() => {
    const observer = new ResizeObserver(() => setWidth(canvas.current?.clientWidth ?? 0))
    if (canvas.current) observer.observe(canvas.current)
    return () => observer.disconnect()
  }, [])
  return (
    <div class="chart">
      <div class="canvas" role="img" aria-label={props.label} ref={canvas}>
        {width > 0 && <Drawing {...props} width={width} say={setTold} />}
      </div>
      <p class="told" aria-hidden="true">
        {announced || ' '}
      </p>
    </div>
  )
}

function Drawing(props: ChartProps & { width: number; say: (text: string) => void }) {
  const { marks, tick, tell, minAxisEnd, width, say } = props
  const ticks = ticksTo(Math.max(minAxisEnd, ...marks.flatMap(({ value = 0, before = 0 }) => [value, before])))
  const [floor, roof] = [height - margin.bottom, margin.top]
  const y = (value: number) => floor + (Math.max(0, value) / (ticks.at(-1) ?? 1)) * (roof - floor)
  const start = Math.max(...ticks.map(value => tick(value).length)) * 7.5 + 10
  // Bars have a gap between them, and half of one at the ends.
  const gap = marks.length > 60 ? 0.15 : 0.28
  const step = (width - margin.end - start) / (marks.length + gap)
  const thick = step * (1 - gap)
  const x = (index: number) => start + (index + gap) * step
  const middle = (index: number) => x(index) + thick / 2
  const ticksBefore = marks
    .map(({ before }, at) =>
      before === undefined ? '' : `M${short(x(at) - 2)},${short(y(before))}h${short(thick + 4)}`,
    )
    .join('')
  const every = Math.max(1, Math.ceil((marks.length * 62) / (width - start)))
  return (
    <svg width={width} height={height} viewBox={`0 0 ${width} ${height}`} aria-hidden="true">
      {ticks.map(value => (
        <Fragment key={value}>
          <line class="grid" x1={start} x2={width} y1={y(value)} y2={y(value)} />
          <text class="tick" x={start - 8} y={y(value) + 4} text-anchor="end">
            {tick(value)}
          </text>
        </Fragment>
      ))}
      {marks.map(({ value = 0, partial }, index) => (
        <rect
          key={index}
          class={partial ? 'bar partial' : 'bar'}
          x={x(index)}
          y={y(value)}
          width={thick}
          height={floor - y(value)}
          rx={Math.min(3, thick / 3)}
        />
      ))}
      {/* Over bars, they have an edge of the sheet's color, or they couldn't be told from them. */}
      {ticksBefore && <path class="casing" d={ticksBefore} />}
      {ticksBefore && <path class="before" d={ticksBefore} />}
      {marks.map(
        ({ label }, index) =>
          index % every === 0 && (
            <text key={index} class="tick" y={height - 8} {...anchored(middle(index), label, width)}>
              {label}
            </text>
          ),
      )}
      {marks.map((mark, index) => (
        <rect
          key={index}
          class="place"
          x={x(index)}
          y={0}
          width={step}
          height={floor}
          onPointerEnter={() => say(tell(mark))}
          onPointerLeave={() => say('')}
        />
      ))}
    </svg>
  )
}

/** Round values from 0 to the highest or above, about four steps of 1, 2 or 5 times a power of ten. */
function ticksTo(highest: number): number[] {
  let step = 0
  let end = highest
  for (;;) {
    const rough = end / 4
    const power = 10 ** Math.floor(Math.log10(rough))
    const error = rough / power
    const next = power * (error >= Math.sqrt(50) ? 10 : error >= Math.sqrt(10) ? 5 : error >= Math.sqrt(2) ? 2 : 1)
    if (next === step) break
    step = next
    end = Math.ceil(end / step) * step
  }
  return Array.from({ length: Math.round(end / step) + 1 }, (_, index) => Number((index * step).toPrecision(12)))
}

/** A number as a drawing needs it. */
function short(value: number): number {
  return Number(value.toFixed(2))
}

/** Under its bar, but within the drawing. */
function anchored(x: number, label: string, width: number) {
  return x + label.length * 3.8 > width
    ? { x: width, 'text-anchor': 'end' as const }
    : { x, 'text-anchor': 'middle' as const }
}
