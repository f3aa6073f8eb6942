import { z } from 'zod'
import type { Description } from '../openapi.ts'
import type { Operation } from '../operation.ts'

/** The service's own description, as OpenAPI and as a page. */
export function describingOperations(description: () => Description, page: () => string): Operation[] {
  return [
    {
      id: 'description',
      method: 'GET',
      path: '/openapi.json',
      tag: 'Operation',
      summary: 'The description of this service, OpenAPI 3.1',
      security: 'none',
      outcomes: { 200: { description: 'The description', schema: z.record(z.string(), z.unknown()) } },
      handle: async () => ({ status: 200, json: description() }),
    },
    {
      id: 'reference',
      method: 'GET',
      path: '/docs',
      tag: 'Operation',
      summary: 'The reference of this service',
      security: 'none',
      outcomes: { 200: { description: 'A page', contentType: 'text/html' } },
      handle: async () => ({
        status: 200,
        headers: {
          'content-type': 'text/html; charset=utf-8',
          'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'",
        },
        body: page(),
      }),
    },
  ]
}
