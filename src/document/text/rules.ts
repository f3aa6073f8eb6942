/**
 * A till's paper without needless lines: of rules one below another the last, because a tear line takes the place of a rule, and none
 * that is blank beside one, which divides by itself, nor a rule at the end, which divides nothing. Takes the marks of rules away.
 */
export function dividedOnce(text: string): string {
  const kept: string[] = []
  let isBelowRule = false
  for (const line of text.split('\n')) {
    const isRule = line.startsWith(ruleMark)
    if (isBelowRule && line === '') continue
    if (isRule && (isBelowRule || kept.at(-1) === '')) kept.pop()
    kept.push(line.replaceAll(ruleMark, ''))
    isBelowRule = isRule
  }
  if (isBelowRule) kept.pop()
  return kept.join('\n')
}

/** What a line that is drawn across a till's paper begins with. A control character, which no receipt, template or word of ours contains. */
export const ruleMark = '\u0005'
