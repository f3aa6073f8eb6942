/**
 * The digits of a JSON number if it is an integer of at most 30 digits, however it is written (`-4.2e1` → `-42`); undefined
 * otherwise.
 */
export function wholeNumber(token: string): string | undefined {
  const parts = /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d{1,4}))?$/.exec(token)
  if (!parts) return undefined
  const [, sign = '', whole = '', fraction = '', exponent = '0'] = parts
  const digits = whole + fraction
  const point = whole.length + Number(exponent)
  if (!/^0*$/.test(digits.slice(Math.max(point, 0)))) return undefined
  const value = digits.slice(0, Math.max(point, 0)).replace(/^0+/, '')
  const zeros = point - digits.length
  if (value.length + Math.max(zeros, 0) > 30) return undefined
  return value === '' ? '0' : sign + value + '0'.repeat(Math.max(zeros, 0))
}
