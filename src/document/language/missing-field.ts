import type { TemplatePlace } from '../../errors.ts'
import type { PageName } from '../pages.ts'
import { type FilledBy, notText, runtimeWith, type TemplateSpec } from './run.ts'

/** A field that a template printed, and that this receipt has not, or not as text. It was printed as empty text. */
export interface MissingField {
  /** As it stands in the template: `loyalty.number`. Never anything of the receipt. */
  field: string
  page: PageName
  /** Where the merchant's own templates print a field of that name on that page; at most five places. */
  places: readonly TemplatePlace[]
}

/**
 * Makes a template callable.
 *
 * @param report is told of each field that is missing, once a document, after it was filled; the field is empty text. Without it, a
 *   missing field throws a TemplateError
 */
export function fillWith(spec: TemplateSpec, helpers: object, report?: (field: string) => void): FilledBy {
  return report ? lenient(spec, helpers, report) : spec(helpers, runtimeWith(refuse))
}

function refuse(value: unknown, field: string): never {
  throw notText(value, field)
}

function lenient(spec: TemplateSpec, helpers: object, report: (field: string) => void): FilledBy {
  const missing = new Set<string>()
  const fill = spec(
    helpers,
    runtimeWith((_, field) => {
      missing.add(field)
      return ''
    }),
  )
  return context => {
    missing.clear()
    const filled = fill(context)
    for (const field of missing) report(field)
    return filled
  }
}
