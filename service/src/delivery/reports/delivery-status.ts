import { domainOf, isSameMailbox } from '../../basics/addresses.ts'
import { addressOfField } from './mail/addresses.ts'
import { fieldBlocks, fieldOf, type MailFields } from './mail/fields.ts'
import type { Message } from './mail/message.ts'
import { isAnswer, isFromDaemon } from './mail/sender.ts'

/** What a delivery status says of one recipient (RFC 3464, section 2.3; RFC 6533). */
interface RecipientStatus {
  kind: 'bounce' | 'delayed' | 'delivered'
  recipient?: string
  /** It had sent our mail on to another mailbox, of somebody else's domain or, as an alias or a list does, of its own. */
  isForwarded: boolean
  /** "5.1.1". */
  status?: string
  /** What the host said, without its type. */
  diagnostic: string
}

/** What a delivery status says. */
interface StatusPart {
  recipients: RecipientStatus[]
  envelopeId?: string
  /** The Message-ID of our mail, as Gmail adds it. */
  messageId?: string
}

/** Recipients that are read. */
const maxRecipients = 100

/**
 * Reads the delivery status of a message; undefined if there is none. Of a mail system it may come in any part or type, even in the
 * text; whoever forwards or quotes one reports nothing.
 */
export function readDeliveryStatus(message: Message): StatusPart | undefined {
  const isHosts = isFromDaemon(message)
  if (!isHosts && isAnswer(message)) return undefined
  const blocks = statusTexts(message, isHosts).flatMap(text => fieldBlocks(text, 5 * maxRecipients))
  const recipients = merged(blocks).slice(0, maxRecipients).map(statusOf)
  if (recipients.length === 0) return undefined
  const first = (name: string) => blocks.map(block => fieldOf(block, name)).find(value => value !== undefined)
  const envelopeId = first('original-envelope-id')
  const messageId = first('x-original-message-id')
  return { recipients, ...(envelopeId && { envelopeId }), ...(messageId && { messageId }) }
}

function statusTexts({ parts, text }: Message, isHosts: boolean): string[] {
  const found = parts.filter(
    ({ type, content }) => isStatus.test(type) || (isHosts && !isOther.test(type) && isRow.test(content)),
  )
  return found.length > 0 ? found.map(({ content }) => content) : isHosts && isRow.test(text) ? [text] : []
}

const isStatus = /^message\/(?:global-)?delivery-status$/
/** What may quote somebody else's report. */
const isOther = /^(?:message\/|text\/(?:x-)?rfc822|multipart\/|image\/|video\/|audio\/)/
const isRow = /^(?:final|original)-recipient[ \t]*:/im

/** The blocks about recipients. Some hosts put empty lines into one. */
function merged(blocks: readonly MailFields[]): MailFields[] {
  const rows: Map<string, readonly string[]>[] = []
  for (const block of blocks) {
    const last = rows.at(-1)
    const begins = names.some(name => block.has(name))
    if (begins && !(last && names.every(name => !last.has(name)))) rows.push(new Map(block))
    else if (
      begins ||
      block.has('action') ||
      (block.has('status') && !block.has('from')) ||
      block.has('diagnostic-code')
    ) {
      if (!last) rows.push(new Map(block))
      else for (const [name, values] of block) if (!last.has(name)) last.set(name, values)
    }
  }
  return rows
}

const names = ['final-recipient', 'original-recipient', 'x-actual-recipient']

function statusOf(fields: MailFields): RecipientStatus {
  const original = addressOfField(fieldOf(fields, 'original-recipient'))
  const final = addressOfField(fieldOf(fields, 'final-recipient'))
  const address = original ?? final ?? addressOfField(fieldOf(fields, 'x-actual-recipient'))
  const status = /(?<![\d.])[245]\.\d{1,3}\.\d{1,3}(?![\d.])/.exec(fieldOf(fields, 'status') ?? '')?.[0]
  return {
    kind: kindOf((fieldOf(fields, 'action') ?? '').toLowerCase(), status),
    ...(address && { recipient: address }),
    isForwarded: original !== undefined && final !== undefined && isAnother(original, final),
    ...(status && { status }),
    diagnostic: diagnosticOf(fields),
  }
}

/** Whether the names of two mailboxes differ, or neither's domain is within the other's. */
function isAnother(one: string, other: string): boolean {
  const [name, otherName] = [one, other].map(address => address.slice(0, address.lastIndexOf('@')))
  if (!isSameMailbox(`${name}@example.com`, `${otherName}@example.com`)) return true
  const [first, second] = [one, other].map(address => `.${domainOf(address)}`)
  const isDomain = second?.includes('.', 1) ?? false
  return isDomain && first !== undefined && second !== undefined && !first.endsWith(second) && !second.endsWith(first)
}

function kindOf(action: string, status: string | undefined): RecipientStatus['kind'] {
  if (/^delay/.test(action)) return 'delayed'
  if (/^(?:deliver|relay|expand)/.test(action)) return 'delivered'
  return !action.startsWith('fail') && status?.startsWith('2') ? 'delivered' : 'bounce'
}

/** The codes of SMTP before anything else: some hosts give several, one of their own (`X-Notes`, `X-Postfix`). */
function diagnosticOf(fields: MailFields): string {
  const values = (fields.get('diagnostic-code') ?? []).filter(value => value !== '')
  const chosen = values.find(value => /^smtp\s*;/i.test(value)) ?? values[0] ?? ''
  return chosen.replace(/^[\w-]{1,40}\s*;\s*/, '')
}
