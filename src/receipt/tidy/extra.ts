import { maskCardNumbers } from '../card-data/mask-text.ts'
import { isSecretName, mayBeSecret } from '../card-data/secret-names.ts'
import { limits } from '../limits.ts'
import type { Notes } from '../notes.ts'
import { isBlankText, isObject } from './blank.ts'
import { cleanLines, cleanText } from './clean.ts'

/**
 * Keeps the texts and numbers of a field that isn't in the interface in `notes.extra`, by path (`''` for the fields of a sent
 * `extra`). Texts are cleaned and masked; security codes, blanks, booleans and null are left out. Returns whether anything was
 * sent.
 */
export function collectExtra(sent: unknown, path: string, notes: Notes): boolean {
  if (path.length > 2 * limits.key || notes.extraCut) return true
  if (Array.isArray(sent))
    return collectAll(
      sent.map((value, index) => [`${path}[${index}]`, value]),
      notes,
    )
  if (isObject(sent))
    return collectAll(
      Object.entries(sent).flatMap(([key, value]): [string, unknown][] =>
        isSecretName(key) && mayBeSecret(value) ? [] : [[below(path, maskCardNumbers(key)), value]],
      ),
      notes,
    )
  if (typeof sent === 'string') return keep(path, cleanLines(maskCardNumbers(sent)), notes)
  if (typeof sent === 'number' && maskCardNumbers(String(sent)) !== String(sent))
    return keep(path, maskCardNumbers(String(sent)), notes)
  if (typeof sent === 'number' && Math.abs(sent) < limits.amount) return keep(path, sent === 0 ? 0 : sent, notes)
  return typeof sent === 'boolean'
}

function collectAll(entries: [string, unknown][], notes: Notes): boolean {
  let found = false
  for (const [path, value] of entries) found = collectExtra(value, path, notes) || found
  return found
}

function below(path: string, key: string): string {
  return path === '' ? key : `${path}.${key}`
}

/** Paths contain arbitrary names, so they are cleaned, masked and limited like values. */
function keep(path: string, value: string | number, notes: Notes): boolean {
  if (typeof value === 'string' && (isBlankText(value) || value.length > limits.text)) return !isBlankText(value)
  if (notes.extra.size >= limits.extra) {
    if (!notes.extraCut) notes.warn('receipt', 'too_many_extras')
    notes.extraCut = true
    return true
  }
  notes.extra.set(safeKey(maskCardNumbers(cleanText(path === '' ? 'extra' : path))), value)
  return true
}

/** A key as it is, but for the one that an object takes for its prototype when it is copied by assignment. */
export function safeKey(key: string): string {
  return key === '__proto__' ? '_proto_' : key
}
