import { z } from 'zod'
import { once } from '../../basics/ttl-cache.ts'
import { docsPage } from '../description/docs-page.ts'
import type { Description } from '../description/openapi.ts'
import type { Operation } from '../operation.ts'

/**
 * The API reference, as OpenAPI and as a page.
 *
 * @param describe called once, at the first request, because it is slow and needs no credentials
 */
export function describingOperations(describe: () => Description): Operation[] {
  const description = once(describe)
  const json = once(() => JSON.stringify(description()))
  const page = once(() => docsPage(description()))
  return [
    {
      id: 'description',
      method: 'GET',
      path: '/openapi.json',
      tag: 'Operation',
      summary: 'OpenAPI 3.1 of this service',
      security: 'none',
      outcomes: { 200: { description: 'The OpenAPI document', schema: z.record(z.string(), z.unknown()) } },
      handle: async () => ({
        status: 200,
        headers: { 'content-type': 'application/json; charset=utf-8' },
        body: json(),
      }),
    },
    {
      id: 'reference',
      method: 'GET',
      path: '/docs',
      tag: 'Operation',
      summary: 'API reference of this service',
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
