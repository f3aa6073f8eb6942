import { zod } from './load-zod.ts'
import { type Schema, shapeOf } from './schema.ts'
import type * as z from './zod.ts'

/** The JSON Schema (draft 2020-12) of a receipt part as it is sent, for publishing the interface. */
export function toJsonSchema(schema: Schema): Record<string, unknown> {
  const json = zod().toJSONSchema(schema.sent() as z.ZodType, { io: 'output' })
  for (const [name, part] of Object.entries(json.$defs ?? {})) describeFields(name, part as JsonObject)
  return json
}

interface JsonObject {
  properties?: Record<string, { description?: string; pattern?: string }>
}

/** One schema serves many fields, so descriptions are added per field when the schema is published. */
function describeFields(name: string, { properties = {} }: JsonObject): void {
  const shape = shapeOf.get(name)
  for (const [key, published] of Object.entries(properties)) {
    const { meaning, identifies } = shape?.[key] ?? {}
    const description = [meaning, published.description].filter(Boolean).join(' ')
    properties[key] = { ...published, description, ...(identifies && { pattern: '\\S' }) }
  }
}
