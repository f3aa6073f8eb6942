import type { Field, ObjectField } from '../schema/field.ts'
import { isObject } from '../tidy/clean.ts'

/**
 * What an object of the receipt looks like, to end "must be an object": `, such as { "value": … }`. Empty where there is no object.
 *
 * @param path of the object in the receipt
 */
export function objectAdvice(receipt: Field, path: readonly PropertyKey[]): string {
  let field: Field | undefined = receipt
  for (const key of path) {
    if (field?.kind === 'object') field = field.parts.get(String(key))?.field
    else if (field?.kind === 'list' || field?.kind === 'map') field = field.of
    else field = undefined
  }
  if (field?.kind !== 'object') return ''
  const parts = [...field.parts].filter(([, part]) => part.field.kind !== 'withheld')
  const needed = parts.filter(([, part]) => part.required)
  const named = (needed.length > 0 ? needed : parts.slice(0, 1)).map(([name]) => `"${name}": …`)
  return `, such as { ${named.join(', ')} }`
}

/** Why a value that isn't a receipt isn't one, if what it is instead can be told; the message repeats nothing of it but a key. */
export function insteadOfReceipt(sent: unknown, receipt: ObjectField): string | undefined {
  if (Array.isArray(sent)) return 'must be an object, not a list: give its receipts one by one'
  if (sent instanceof Promise) return 'must be an object, not a promise: await it first'
  if (!isObject(sent)) return undefined
  if (isLikeReceipt(sent, receipt)) return undefined
  const [inside = '', ...more] = Object.keys(sent).filter(key => isLikeReceipt(sent[key], receipt))
  if (more.length > 0 || !/^[A-Za-z_]{1,40}$/.test(inside)) return undefined
  return `has no receipt's fields, but what is in "${inside}" has: give that`
}

/** What a text is that isn't JSON, as far as its letters tell. */
export function insteadOfJson(text: string): string | undefined {
  if (text.length > longestPlace) return undefined
  if (/^\s*[a-z][a-z\d+.-]+:\/\/\S+\s*$/i.test(text)) return 'must be JSON, not an address: fetch it first'
  if (/^[^\n{}[\]",]+\.json\s*$/i.test(text)) return "must be JSON, not a file's path: read the file first"
  return undefined
}

/** UTF-16 units of a path or an address. */
const longestPlace = 4096

/** Whether a value has what identifies a receipt. */
function isLikeReceipt(value: unknown, { parts }: ObjectField): boolean {
  return (
    isObject(value) && [...parts].filter(([name, { required }]) => required && Object.hasOwn(value, name)).length >= 3
  )
}
