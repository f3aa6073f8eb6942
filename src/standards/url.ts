/** Most UTF-16 units of a URL. */
export const longestUrl = 2_048

/**
 * Says why a text can't be a link on a receipt; undefined if it can. Links must be http or https with a host, without user name,
 * password, spaces or control characters, and at most 2,048 characters long.
 */
export function urlProblem(text: string): string | undefined {
  if (text.length > longestUrl) return `must be at most ${longestUrl} characters`
  if (forbidden.test(text) || !scheme.test(text)) return advice
  const url = URL.parse(text)
  if (!url || (url.protocol !== 'https:' && url.protocol !== 'http:')) return advice
  return url.username === '' && url.password === '' && !hasUserInfo(text) ? undefined : advice
}

/** The same for a merchant's link, which may also use mailto and tel. */
export function linkProblem(text: string): string | undefined {
  if (!/^(?:mailto|tel):./i.test(text)) return urlProblem(text)
  if (text.length > longestUrl) return `must be at most ${longestUrl} characters`
  return forbidden.test(text) || !URL.canParse(text) ? linkAdvice : undefined
}

const linkAdvice = 'must be a mailto or tel address without spaces or control characters'
const advice = 'must be an http or https address without user name, password, spaces or control characters'

/** Both slashes are required because only browsers read a host in `https:host` and `https:\\host`. */
const scheme = /^https?:\/\/[^/\\?#]/i

/** Spaces, control characters, and invisible ones: direction marks, other format characters, lone surrogates. */
const forbidden = /[\s\p{Cc}\p{Cf}\p{Cs}]/u

/** `https://@host/` has an empty user name, which the URL parser hides. */
function hasUserInfo(text: string): boolean {
  const authority = /^https?:\/\/([^/?#]*)/i.exec(text)?.[1] ?? ''
  return authority.includes('@')
}
