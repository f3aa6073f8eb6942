import { describe, expect, test } from 'vitest'
import { openTidyLines } from '../../../src/document/text/tidy-lines.ts'
import fc from '../../support/fast-check.ts'
import { tries } from '../../support/scope.ts'

describe('a text', () => {
  test.each([
    ['is as it was', 'Plum  1.20\n\nPear  0.90\n', 'Plum  1.20\n\nPear  0.90\n'],
    ['ends with one line break', 'Plum', 'Plum\n'],
    ['has no empty lines around it', '\n\nPlum\n\n\n', 'Plum\n'],
    ['has single empty lines', 'Plum\n\n\n \nPear\n', 'Plum\n\nPear\n'],
    ['has no spaces at the ends of lines', 'Plum \nPear\u00a0\n\t\nFig', 'Plum\nPear\n\nFig\n'],
    ['has no word joiners', '38–\u206040\n\u2060\n\nPlum \u2060\n\u2060', '38–40\n\nPlum\n'],
    ['is one line break if it is empty', ' \n\u2060\n', '\n'],
  ])('%s', (_, written, tidied) => {
    expect(openTidyLines().end(written)).toBe(tidied)
  })

  const spaces = ['  ', ' ', '\u00a0', '\t', '\r', '\u2028', '\u3000', '\ufeff']
  const piece = fc.constantFrom('Plum', '38–\u206040', '\u2060', '\n', '\n', '\n\n', ...spaces)

  test('is the same wherever it is taken', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(piece, fc.boolean()), { maxLength: 40 }), pieces => {
        const lines = openTidyLines()
        let out = ''
        for (const [text, isTaken] of pieces) {
          out += text
          if (isTaken) out = lines.take(out)
        }
        expect(lines.end(out)).toBe(tidiedAtOnce(pieces.map(([text]) => text).join('')))
      }),
      { numRuns: tries(5_000) },
    )
  })

  test('has single empty lines where it was taken, too', () => {
    const lines = openTidyLines()
    const rest = lines.take('Plum\n\n\u2060')
    expect(rest).toBe('\u2060')
    expect(lines.end(`${rest}\nPear\n`)).toBe('Plum\n\nPear\n')
  })

  test('is taken when it is long, and one without line breaks rarely', () => {
    const lines = openTidyLines()
    let out = ''
    let times = 0
    for (let item = 0; item < 10_000; item++) {
      out += 'Rispentomaten, '
      if (out.length <= lines.maxLength) continue
      times++
      out = lines.take(out)
    }
    expect(times).toBeLessThan(10)
    expect(times).toBeGreaterThan(1)
    expect(lines.take(`${out}\nPlum\n`)).toBe('Plum\n')
    expect(lines.end('Plum\n')).toBe(`${out.trimEnd()}\nPlum\n`)
  })
})

/** The same, said line by line. */
function tidiedAtOnce(text: string): string {
  const lines = text.replaceAll('\u2060', '').split('\n')
  const kept = lines
    .map(line => line.trimEnd())
    .filter((line, at, all) => line !== '' || (at > 0 && all[at - 1] !== ''))
  return `${kept.join('\n').trimEnd()}\n`
}
