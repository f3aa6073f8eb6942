import type { Field } from '../schema/field.ts'

/** The field at a path such as `orders[0].items[1].name`, from another that holds it; undefined if there is none. */
export function fieldAt(holder: Field, path: string): Field | undefined {
  let field: Field | undefined = holder
  for (const key of path.split(/[.[]/)) {
    if (field?.kind === 'object') field = field.parts.get(key)?.field
    else if (field?.kind === 'list' || field?.kind === 'map') field = field.of
    else field = undefined
  }
  return field
}
