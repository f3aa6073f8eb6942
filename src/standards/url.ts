/** UTF-16 units of the longest address that is taken. */
export const longestUrl = 2_048

/**
 * Says why a text cannot be a link on a receipt, or gives undefined when it can: only http and https, with a host, without
 * user name or password, without spaces or control characters, at most 2,048 characters. The text is never changed.
 */
export function urlProblem(text: string): string | undefined {
  if (text.length > longestUrl) return `must be at most ${longestUrl} characters`
  if (forbidden.test(text) || !scheme.test(text)) return advice
  const url = URL.parse(text)
  if (!url || (url.protocol !== 'https:' && url.protocol !== 'http:')) return advice
  return url.username === '' && url.password === '' && !hasUserInfo(text) ? undefined : advice
}

/** The same for a link that a merchant sets: what a receipt may link to, and mailto and tel addresses. */
export function linkProblem(text: string): string | undefined {
  if (!/^(?:mailto|tel):./i.test(text)) return urlProblem(text)
  if (text.length > longestUrl) return `must be at most ${longestUrl} characters`
  return forbidden.test(text) || !URL.canParse(text) ? linkAdvice : undefined
}

const linkAdvice = 'must be a mailto or tel address without spaces or control characters'
const advice = 'must be an http or https address without user name, password, spaces or control characters'

/** The two slashes are asked for because `https:host` and `https:\\host` mean a host to browsers only. */
const scheme = /^https?:\/\/[^/\\?#]/i

/** Spaces, controls, and what is not seen: direction marks and other format characters, half a surrogate pair. */
const forbidden = /[\s\p{Cc}\p{Cf}\p{Cs}]/u

/** `https://@host/` has an empty user name, which the URL parser hides. */
function hasUserInfo(text: string): boolean {
  const authority = /^https?:\/\/([^/?#]*)/i.exec(text)?.[1] ?? ''
  return authority.includes('@')
}
