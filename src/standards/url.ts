import { OptionError } from '../errors.ts'

/** Most UTF-16 units of a URL. */
export const maxUrlLength = 2_048

/**
 * Says why a text can't be a link on a receipt; undefined if it can. Links must be http or https with a host, without user name,
 * password, spaces or control characters, and at most 2,048 characters long.
 */
export function urlProblem(text: string): string | undefined {
  if (text.length > maxUrlLength) return `must be at most ${maxUrlLength} characters`
  if (forbidden.test(text) || !scheme.test(text)) return advice
  const url = URL.parse(text)
  if (!url || (url.protocol !== 'https:' && url.protocol !== 'http:')) return advice
  return url.username === '' && url.password === '' && !isAmbiguous(text) ? undefined : advice
}

/** The same for a merchant's link, which may also use mailto and tel. */
export function linkProblem(text: string): string | undefined {
  if (!/^(?:mailto|tel):./i.test(text)) return urlProblem(text)
  if (text.length > maxUrlLength) return `must be at most ${maxUrlLength} characters`
  return forbidden.test(text) || !URL.canParse(text) ? linkAdvice : undefined
}

const linkAdvice = 'must be a mailto or tel address without spaces or control characters'
const advice = 'must be an http or https address without user name, password, spaces or control characters'

/** Both slashes are required because only browsers read a host in `https:host` and `https:\\host`. */
const scheme = /^https?:\/\/[^/\\?#]/i

/** Spaces, control characters, and invisible ones: direction marks, other format characters, lone surrogates, noncharacters. */
const forbidden = /[\s\p{Cc}\p{Cf}\p{Cs}\p{Noncharacter_Code_Point}]/u

/** `https://@host/` has an empty user name, which the URL parser hides; where a host with a backslash ends, programs disagree; `%` hides it. */
function isAmbiguous(text: string): boolean {
  const authority = /^https?:\/\/([^/?#]*)/i.exec(text)?.[1] ?? ''
  return /[@\\%]/.test(authority)
}

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

/** Fills a checked pattern, percent-encoded; undefined if one of its placeholders has no value, or the address gets too long. */
export function filledPattern(pattern: string, value: (placeholder: string) => string | undefined): string | undefined {
  let isMissing = false
  const filled = pattern.replace(/\{(\w+)\}/g, (_, key: string) => {
    const filling = value(key)
    isMissing ||= !filling
    return encodeURIComponent((filling ?? '').toWellFormed())
  })
  return isMissing || urlProblem(filled) !== undefined ? undefined : filled
}
