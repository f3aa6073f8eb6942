/** A declaration that names left or right, and what to write so that it follows the writing direction. */
export interface PhysicalSide<Given> {
  declaration: Given
  written: string
  instead: string
}

/**
 * The declarations of one rule that treat left and right differently. Equal values on both sides don't, and a rule that
 * sets `direction` knows its sides.
 */
export function physicalSides<Given extends { property: string; value: string }>(
  declarations: readonly Given[],
): PhysicalSide<Given>[] {
  if (declarations.some(({ property }) => property === 'direction')) return []
  const values = new Map(declarations.map(({ property, value }) => [property, bare(value)]))
  return declarations.flatMap(declaration => {
    const { property, value } = declaration
    const found = (instead: string) => [{ declaration, written: `${property}: ${value}`, instead }]
    if (/^(text-align|float|clear)$/.test(property) && /^(left|right)$/.test(bare(value)))
      return found(`${property}: ${turned(bare(value))}`)
    const sided = /^((?:padding|margin|border)-|)(left|right)((?:-(?:width|color|style))?)$/.exec(property)
    if (sided) {
      const [, box, side, rest] = sided as unknown as [string, string, string, string]
      if (values.get(`${box}${side === 'left' ? 'right' : 'left'}${rest}`) === bare(value)) return []
      return found(`${box || 'inset-'}inline-${turned(side)}${rest}`)
    }
    if (/^(padding|margin)$/.test(property)) {
      const [top, right, bottom, left] = bare(value).split(/\s+/)
      if (left === undefined || left === right) return []
      const ends = [
        ['start', left],
        ['end', right],
      ].flatMap(([side, size]) => (size === '0' ? [] : [`; ${property}-inline-${side}: ${size}`]))
      return found(`${property}: ${top === bottom ? `${top} 0` : `${top} 0 ${bottom}`}${ends.join('')}`)
    }
    return []
  })
}

/** The finding for a side that does not follow the writing direction. */
export function physicalSide(written: string, instead: string) {
  return {
    rule: 'physical-side',
    severity: 'warning',
    message: `${written} does not flip in right-to-left receipts`,
    advice: `write ${instead}: it becomes left or right for each direction`,
  } as const
}

function turned(side: string): string {
  return side === 'left' ? 'start' : 'end'
}

function bare(value: string): string {
  return value
    .replace(/\s*!\s*important\s*$/i, '')
    .trim()
    .toLowerCase()
}
