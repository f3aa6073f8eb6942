import type { TemplatePlace } from '../../errors.ts'
import type { PageName } from '../template-files.ts'
import { type FilledBy, notText, runtimeWith, type TemplateSpec } from './run.ts'

/** A field that a template printed as empty text, because the receipt lacks it or it isn't text. */
export interface MissingField {
  /** As written in the template: `loyalty.number`. Never contains receipt data. */
  field: string
  page: PageName
  /** Where the merchant's templates print that field on that page; at most five places. */
  places: readonly TemplatePlace[]
}

/**
 * Makes a template callable.
 *
 * @param report called for each missing field, once per document, after it was filled; the field is empty text. Without it, a
 *   missing field throws a TemplateError
 */
export function fillWith(spec: TemplateSpec, helpers: object, report?: (field: string) => void): FilledBy {
  return report ? lenient(spec, helpers, report) : onceNeeded(() => spec(helpers, runtimeWith(refuse)))
}

/** Evaluates a template when it is filled first: few processes print all four pages of a look. */
function onceNeeded(evaluate: () => FilledBy): FilledBy {
  let fill: FilledBy | undefined
  return (context, lines) => {
    fill ??= evaluate()
    return fill(context, lines)
  }
}

function refuse(value: unknown, field: string): never {
  throw notText(value, field)
}

function lenient(spec: TemplateSpec, helpers: object, report: (field: string) => void): FilledBy {
  const missing = new Set<string>()
  const note = (_: unknown, field: string) => {
    missing.add(field)
    return ''
  }
  const fill = onceNeeded(() => spec(helpers, runtimeWith(note)))
  return (context, lines) => {
    if (missing.size > 0) missing.clear()
    const filled = fill(context, lines)
    if (missing.size > 0) for (const field of missing) report(field)
    return filled
  }
}
