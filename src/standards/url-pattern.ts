import { OptionError } from '../errors.ts'
import { urlProblem } from './url.ts'

/**
 * Checks a merchant's http or https address with placeholders such as `{sku}` behind its host.
 *
 * @param option its name, for errors
 * @throws OptionError if it isn't an address, or has a placeholder in its host or one that nothing fills
 */
export function checkPattern(option: string, pattern: string, placeholders: readonly string[]): void {
  const unknown = [...pattern.matchAll(/\{([^{}]*)\}/g)].find(([, key = '']) => !placeholders.includes(key))
  if (unknown)
    throw new OptionError(
      `${option}: nothing fills ${unknown[0]}; there are ${placeholders.map(key => `{${key}}`).join(', ')}`,
    )
  if (/^[^:]*:\/\/[^/?#]*\{/.test(pattern))
    throw new OptionError(`${option}: a placeholder can't be in the host, or a receipt's text would say where it leads`)
  const problem = urlProblem(pattern.replace(/\{[^{}]*\}/g, 'x'))
  if (problem) throw new OptionError(`${option}: ${problem}`)
}

/** Fills a checked pattern, percent-encoded; undefined if one of its placeholders has no value. */
export function filledPattern(pattern: string, value: (placeholder: string) => string | undefined): string | undefined {
  let isMissing = false
  const filled = pattern.replace(/\{(\w+)\}/g, (_, key: string) => {
    const filling = value(key)
    isMissing ||= !filling
    return encodeURIComponent(filling ?? '')
  })
  return isMissing ? undefined : filled
}
