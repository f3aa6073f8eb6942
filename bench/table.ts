/** One row of the result. */
export interface Figure {
  section: string
  name: string
  value: number
  unit: string
  /** Minimum and maximum over the rounds. */
  range?: [number, number]
  /** A comparison: "23.1 × counterfoil". */
  beside?: string
  target?: Target
}

/** A figure's target. */
export interface Target {
  /** In words: "at least 20 ×". */
  words: string
  met: boolean
}

/** A minimum to reach. */
export function atLeast(value: number, least: number, unit: string): Target {
  return { words: `≥ ${least} ${unit}`, met: value >= least }
}

/** A maximum to stay under. */
export function atMost(value: number, most: number, unit: string): Target {
  return { words: `≤ ${most} ${unit}`, met: value <= most }
}

/** Formats figures as a terminal table, with a line for each section. */
export function table(figures: readonly Figure[]): string {
  const head = ['', 'median', 'min – max', 'compared', 'target', '']
  const rows = figures.map(figure => cellsOf(figure))
  const widths = head.map((_, column) => Math.max(...[head, ...rows].map(cells => cells[column]!.length)))
  const lines = [padded(head, widths)]
  let section = ''
  for (const [index, figure] of figures.entries()) {
    if (figure.section !== section) lines.push('', figure.section)
    section = figure.section
    lines.push(padded(rows[index]!, widths))
  }
  return lines.join('\n')
}

/** A number with three significant digits; rounded to an integer above 100. */
export function short(value: number): string {
  if (value === 0) return '0'
  if (Math.abs(value) >= 100) return Math.round(value).toLocaleString('en-US')
  return String(Number(value.toPrecision(3)))
}

function cellsOf({ name, value, unit, range, beside = '', target }: Figure): string[] {
  return [
    `  ${name}`,
    `${short(value)} ${unit}`,
    range ? range.map(short).join(' – ') : '',
    beside,
    target?.words ?? '',
    target ? (target.met ? 'met' : 'MISSED') : '',
  ]
}

function padded(cells: readonly string[], widths: readonly number[]): string {
  return cells
    .map((cell, column) =>
      column === 1 || column === 2 ? cell.padStart(widths[column]!) : cell.padEnd(widths[column]!),
    )
    .join('  ')
    .trimEnd()
}
