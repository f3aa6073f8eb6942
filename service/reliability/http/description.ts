/** A schema of the OpenAPI document. */
export interface Schema {
  $ref?: string
  type?: string | string[]
  enum?: unknown[]
  properties?: Record<string, Schema>
  required?: string[]
  items?: Schema
  anyOf?: Schema[]
  oneOf?: Schema[]
  additionalProperties?: Schema | boolean
}

/** One operation of the document. */
export interface Described {
  method: string
  /** With parameters in braces. */
  path: string
  parameters: { name: string; in: 'path' | 'query' | 'header'; schema?: Schema }[]
  body: Schema | undefined
  credentials: 'apiKey' | 'admin' | undefined
}

export interface Description {
  operations: Described[]
  schemas: Record<string, Schema>
}

interface Document {
  paths: Record<string, Record<string, DocumentedOperation>>
  components: { schemas: Record<string, Schema> }
}

interface DocumentedOperation {
  parameters?: Described['parameters']
  requestBody?: { content: Record<string, { schema: Schema }> }
  security?: Record<string, unknown>[]
}

/** Every operation of a service's OpenAPI document. */
export function describe(document: unknown): Description {
  const { paths, components } = document as Document
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { parameters = [], requestBody, security = [] }]) => ({
      method: method.toUpperCase(),
      path,
      parameters,
      body: Object.values(requestBody?.content ?? {})[0]?.schema,
      credentials: Object.keys(security[0] ?? {})[0] as Described['credentials'],
    })),
  )
  return { operations, schemas: components.schemas }
}
