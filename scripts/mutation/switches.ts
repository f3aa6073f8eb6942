import type { Mutant } from './mutants.ts'

/** A mutant under the number that switches it on. */
export interface Numbered extends Mutant {
  id: number
}

const order = ['loop', 'fence', 'statement', 'element', 'property', 'expression']

/**
 * The source with every mutant in it, each behind a switch: `$mutant(17) ? changed : original`. So the file is compiled once for all of
 * them. Loops call `$turn`, which ends those that a mutant has made endless.
 */
export function withSwitches(source: string, mutants: readonly Numbered[]): string {
  const sorted = [...mutants].sort(
    (a, b) => a.start - b.start || b.end - a.end || order.indexOf(a.kind) - order.indexOf(b.kind),
  )
  let next = 0
  return written(0, source.length)

  function written(from: number, to: number): string {
    let text = ''
    let at = from
    for (let mutant = sorted[next]; mutant && mutant.end <= to; mutant = sorted[next]) {
      const { start, end, kind } = mutant
      const here: Numbered[] = []
      for (
        let same = sorted[next];
        same?.start === start && same.end === end && same.kind === kind;
        same = sorted[++next]
      )
        here.push(same)
      text += source.slice(at, start) + switched(here, written(start, end))
      at = end
    }
    return text + source.slice(at, to)
  }
}

function switched(mutants: readonly Numbered[], original: string): string {
  const [{ kind, id } = { kind: 'loop', id: 0 }] = mutants
  if (kind === 'loop') return `{$turn();${original}\n}`
  if (kind === 'fence') return `{${original}\n}`
  if (kind === 'statement') return `{if(!$mutant(${id})){${original}\n}}`
  if (kind === 'element') return `...($mutant(${id})?[]:[${original}])`
  if (kind === 'property') return `...($mutant(${id})?{}:{${original}})`
  return `(${mutants.map(({ id, text }) => `$mutant(${id})?(${text}):`).join('')}(${original}))`
}
