/**
 * Says whether a text can be one e-mail address: `local@domain` as in RFC 5321, letters of any script allowed (RFC 6531).
 * Quoted local parts, comments, address literals, lists and anything a mail header could be broken with are refused, as is
 * a domain without a dot. Whether the address exists is another question.
 */
export function isEmailAddress(text: string): boolean {
  if (text.length > 254) return false
  const at = text.lastIndexOf('@')
  const local = text.slice(0, at)
  const domain = text.slice(at + 1)
  if (at < 1 || local.length > 64 || !local.split('.').every(atom => atomText.test(atom))) return false
  const labels = domain.split('.')
  return labels.length > 1 && labels.every(isLabel) && !/^\d+$/.test(labels.at(-1) ?? '')
}

/** RFC 5322 atext, and letters, marks and digits beyond ASCII. */
const atomText = /^[0-9A-Za-z!#$%&'*+\-/=?^_`{|}~\p{L}\p{M}\p{N}]+$/u

function isLabel(label: string): boolean {
  return (
    label.length <= 63 &&
    /^[0-9A-Za-z\-\p{L}\p{M}\p{N}]+$/u.test(label) &&
    !label.startsWith('-') &&
    !label.endsWith('-')
  )
}
