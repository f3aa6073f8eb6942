import { nearest } from '../../options/nearest.ts'

/**
 * The field of an object that was probably meant by one that it doesn't have: `grandAmount` by `grand_total`, `description` by `desc`.
 *
 * @param names the object's fields
 */
export function meantField(written: string, names: Iterable<string>): string | undefined {
  if (written.length > longestName) return undefined
  const all = [...names]
  const words = spelled(written)
  return all.find(name => spelled(name) === words) ?? nearest(written, all)
}

/** UTF-16 units. The interface's longest name has 32; a till may send thousands of others. */
const longestName = 40

/** A name in the words that others say differently: `grand_total` and `grandAmount` are `grand amount`. */
function spelled(name: string): string {
  const words = name
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z\d]+/)
  return words
    .filter(word => word !== '')
    .map(word => sameWord.get(word) ?? word)
    .join(' ')
}

/** What other systems call the interface's words. */
const sameWord = new Map(
  Object.entries({
    amount: 'total sum value',
    number: 'no num nr id',
    quantity: 'qty count units',
    description: 'desc title text label',
    name: 'title',
    telephone: 'phone tel',
    postal: 'zip',
    date: 'time timestamp datetime',
    tender: 'payment payments tenders',
    items: 'lines products item',
    email: 'mail',
    gross: 'subtotal',
  }).flatMap(([ours, theirs]) => theirs.split(' ').map(word => [word, ours] as const)),
)
