import type { WebhookMessageTable } from '../../database/tables.ts'
import { payloadVersion } from './event-types.ts'

/**
 * The body of a message: the same text for every attempt, until the customer's data is erased.
 */
export function bodyOf({
  type,
  data,
  customer,
  created_at,
}: Pick<WebhookMessageTable, 'type' | 'data' | 'customer' | 'created_at'>): string {
  const timestamp = new Date(Number(created_at)).toISOString()
  const head = JSON.stringify({ type, version: payloadVersion, timestamp }).slice(0, -1)
  const whole = customer === null ? data : `${data.slice(0, -1)},"customer":${customer}}`
  return `${head},"data":${whole}}`
}
