import { receiptJsonSchema } from 'counterfoil'

/**
 * A field without its place in lists, and without names that a till has made up.
 *
 * @param more names that aren't a receipt's, such as parameters
 */
export function fieldNameOf(path: string, more?: ReadonlySet<string>): string {
  return path
    .replace(/\[\d+\]/g, '[]')
    .split('.')
    .map(part => {
      const name = part.replaceAll('[]', '')
      return fieldNames.has(name) || more?.has(name) ? part : '…'
    })
    .slice(0, 8)
    .join('.')
}

const fieldNames: ReadonlySet<string> = new Set([
  'receipt',
  ...Object.values((receiptJsonSchema() as { $defs: Record<string, { properties?: object }> }).$defs).flatMap(
    ({ properties = {} }) => Object.keys(properties),
  ),
])
