import { addressOfField } from './addresses.ts'
import { type Fields, fieldBlocks, valueOf } from './fields.ts'
import type { Message } from './message.ts'

/** What a delivery status says of one recipient (RFC 3464, section 2.3; RFC 6533). */
export interface RecipientStatus {
  kind: 'bounce' | 'delayed' | 'delivered'
  recipient?: string
  /** "5.1.1". */
  status?: string
  /** What the host said, without its type. */
  diagnostic: string
}

/** What a delivery status says. */
export interface DeliveryStatus {
  recipients: RecipientStatus[]
  envelopeId?: string
}

/** Recipients that are read. */
export const maxRecipients = 100

/** Reads the delivery status of a message, in whichever part or type it comes; undefined if there is none. */
export function readDeliveryStatus(message: Message): DeliveryStatus | undefined {
  const parts = message.parts.filter(({ type, content }) => isStatus.test(type) || (!isOther.test(type) && isRow.test(content)))
  const texts = parts.length > 0 ? parts.map(({ content }) => content) : isRow.test(message.text) ? [message.text] : []
  const blocks = texts.flatMap(text => fieldBlocks(text, 5 * maxRecipients))
  const recipients = merged(blocks).slice(0, maxRecipients).map(statusOf)
  if (recipients.length === 0) return undefined
  const envelopeId = blocks.map(block => valueOf(block, 'original-envelope-id')).find(id => id !== undefined)
  return { recipients, ...(envelopeId && { envelopeId }) }
}

const isStatus = /^message\/(?:global-)?delivery-status$/
/** What may quote somebody else's report. */
const isOther = /^(?:message\/|text\/(?:x-)?rfc822|multipart\/|image\/|video\/|audio\/)/
const isRow = /^(?:final|original)-recipient[ \t]*:/im

/** The blocks about recipients. Some hosts put empty lines into one. */
function merged(blocks: readonly Fields[]): Fields[] {
  const rows: Map<string, readonly string[]>[] = []
  for (const block of blocks) {
    const last = rows.at(-1)
    const begins = names.some(name => block.has(name))
    if (begins && !(last && names.every(name => !last.has(name)))) rows.push(new Map(block))
    else if (begins || block.has('action') || (block.has('status') && !block.has('from')) || block.has('diagnostic-code')) {
      if (!last) rows.push(new Map(block))
      else for (const [name, values] of block) if (!last.has(name)) last.set(name, values)
    }
  }
  return rows
}

const names = ['final-recipient', 'original-recipient', 'x-actual-recipient']

function statusOf(fields: Fields): RecipientStatus {
  const address =
    addressOfField(valueOf(fields, 'original-recipient')) ??
    addressOfField(valueOf(fields, 'final-recipient')) ??
    addressOfField(valueOf(fields, 'x-actual-recipient'))
  const status = /(?<![\d.])[245]\.\d{1,3}\.\d{1,3}(?![\d.])/.exec(valueOf(fields, 'status') ?? '')?.[0]
  return {
    kind: kindOf((valueOf(fields, 'action') ?? '').toLowerCase(), status),
    ...(address && { recipient: address }),
    ...(status && { status }),
    diagnostic: diagnosticOf(fields),
  }
}

function kindOf(action: string, status: string | undefined): RecipientStatus['kind'] {
  if (/^delay/.test(action)) return 'delayed'
  if (/^(?:deliver|relay|expand)/.test(action)) return 'delivered'
  return !action.startsWith('fail') && status?.startsWith('2') ? 'delivered' : 'bounce'
}

/** The codes of SMTP before anything else: some hosts give several, one of their own (`X-Notes`, `X-Postfix`). */
function diagnosticOf(fields: Fields): string {
  const values = (fields.get('diagnostic-code') ?? []).filter(value => value !== '')
  const chosen = values.find(value => /^smtp\s*;/i.test(value)) ?? values[0] ?? ''
  return chosen.replace(/^[\w-]{1,40}\s*;\s*/, '')
}
