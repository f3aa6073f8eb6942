import type { ReadValues } from '../object-values.ts'
import { asList, asNumber, asReference, type PdfValue, referencesIn } from '../values.ts'
import { isSaid } from './elements.ts'

/** Marked content of each page, as its operators say: numbers (MCIDs), by page object. */
export type DrawnContent = ReadonlyMap<number, readonly number[]>

/** Marked content, as the structure tree refers to it. */
export interface TaggedContent {
  page: number | undefined
  /** Its number on the page or in the layer (MCID). */
  id: number
  /** The layer that it is in. */
  stream: number | undefined
  /** The element that holds it. */
  owner: number
}

/** What a walk through the structure tree has found. */
export interface Reached {
  contents: readonly TaggedContent[]
  links: ReadonlyMap<number, number>
}

/**
 * What keeps content and links from being tagged (ISO 14289-1, 7.1 and 7.18; ISO 32000-1, 14.7.4.4): all that is marked belongs to one
 * element, which the parent tree knows; each annotation is a described link in a Link.
 *
 * @param root object number of the structure tree's root
 * @param drawn see `structureProblems`
 */
export function contentProblems(
  values: ReadValues,
  root: number | undefined,
  { contents, links }: Reached,
  drawn: DrawnContent | undefined,
): string[] {
  const problems: string[] = []
  const owners = readOwners(values, root)
  const tagged = new Map<number, Set<number>>()
  for (const { page = 0, id, stream, owner } of contents) {
    if (stream !== undefined) continue
    const known = tagged.get(page) ?? new Set()
    const listed = asList(owners.get(asNumber(values.get(page).get('StructParents')) ?? -1))[id]
    if (known.has(id) || asReference(listed) !== owner) problems.push('content whose tag isn’t known')
    tagged.set(page, known.add(id))
  }
  for (const page of values.beginning('<</Type /Page\n')) {
    const keys = values.get(page)
    const annotations = referencesIn(keys.get('Annots'))
    if (annotations.length !== asList(keys.get('Annots')).length) problems.push('an annotation that isn’t understood')
    if (annotations.length > 0 && keys.get('Tabs') !== '/S') problems.push('links that tabs don’t follow')
    for (const annotation of annotations) problems.push(...linkProblems(values, annotation, links, owners))
    for (const id of drawn?.get(page) ?? []) if (!tagged.get(page)?.delete(id)) problems.push('content without a tag')
    if (drawn && (tagged.get(page)?.size ?? 0) > 0) problems.push('a tag whose content isn’t there')
  }
  return problems
}

function linkProblems(
  values: ReadValues,
  annotation: number,
  links: ReadonlyMap<number, number>,
  owners: ReadonlyMap<number, PdfValue>,
): string[] {
  const link = values.get(annotation)
  const owner = links.get(annotation)
  if (link.get('Subtype') !== '/Link') return ['an annotation that is no link']
  if (owner === undefined) return ['a link without a tag']
  const listed = owners.get(asNumber(link.get('StructParent')) ?? -1)
  return [
    ...(asReference(listed) === owner ? [] : ['a link whose tag isn’t known']),
    ...(isSaid(link.get('Contents')) ? [] : ['a link without a description']),
  ]
}

/** The parent tree (14.7.4.4), a number tree (7.9.7): by key an element, or a list of them. */
function readOwners(values: ReadValues, root: number | undefined): ReadonlyMap<number, PdfValue> {
  const owners = new Map<number, PdfValue>()
  const tree = values.get(asReference(values.get(root).get('ParentTree')))
  const leaves = tree.has('Kids') ? referencesIn(tree.get('Kids')).map(kid => values.get(kid)) : [tree]
  for (const leaf of leaves) {
    const entries = asList(leaf.get('Nums'))
    for (let at = 0; at + 1 < entries.length; at += 2) {
      const [key, owner = ''] = [asNumber(entries[at]), entries[at + 1]]
      const list = values.value(asReference(owner) ?? 0)
      if (key !== undefined) owners.set(key, Array.isArray(list) ? list : owner)
    }
  }
  return owners
}
