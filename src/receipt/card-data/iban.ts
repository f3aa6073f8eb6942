import type { Run } from './digit-runs.ts'

/** Digits of all-digit IBANs (ISO 13616) by country, including check digits. */
const lengths: Readonly<Record<string, number | undefined>> = {
  AT: 18,
  BE: 14,
  CZ: 22,
  DE: 20,
  DK: 16,
  EE: 18,
  ES: 22,
  FI: 16,
  FR: 25,
  HR: 19,
  HU: 26,
  LT: 18,
  PL: 26,
  PT: 23,
  SE: 22,
  SI: 17,
  SK: 22,
}

/** How many groups at the start of a run are an IBAN, judging by the country code right before them; 0 if none. */
export function groupsOfIban({ text, starts, ends }: Run): number {
  const [start = 0] = starts
  const country = text.slice(Math.max(0, start - 2), start)
  const length = lengths[country] ?? 0
  let digits = ''
  let groups = 0
  while (digits.length < length && groups < starts.length) {
    digits += text.slice(starts[groups], Math.min(ends[groups] ?? 0, (starts[groups] ?? 0) + length + 1))
    groups++
  }
  if (length === 0 || digits.length !== length) return 0
  const letters = [...country].map(letter => letter.charCodeAt(0) - 55).join('')
  return BigInt(digits.slice(2) + letters + digits.slice(0, 2)) % 97n === 1n ? groups : 0
}
