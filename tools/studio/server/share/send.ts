import { randomUUID } from 'node:crypto'
import { OptionError } from '../../../../src/errors.ts'
import { isEmailAddress } from '../../../../src/standards/email-address.ts'

/** Where the studio's test mails go out. */
export interface Outbox {
  /** `smtp://` or `smtps://`, with user and password if the server wants them. */
  url: string
  /** The sender's address. */
  from: string
}

/** Most milliseconds for each step of a conversation with the server. */
const patience = 10_000

/** Checks where test mails go out. @throws OptionError that says what is wrong */
export function checkOutbox({ url, from }: Outbox): void {
  if (!/^smtps?:\/\/\S+$/i.test(url)) throw new OptionError('--smtp: must be a URL such as smtp://localhost:1025')
  if (!isEmailAddress(from)) throw new OptionError('--from: must be an email address such as studio@example.com')
}

/** A new Message-ID: a mail server may drop a second mail with the same one. */
export function messageId({ from }: Outbox): string {
  return `<${randomUUID()}@${from.slice(from.lastIndexOf('@') + 1)}>`
}

/** Checks who gets a test mail. @throws OptionError if the address is none */
export function checkRecipient(to: string): void {
  if (!isEmailAddress(to)) throw new OptionError(`to: "${to}" is not an email address`)
}

/**
 * Sends a complete message to one address.
 *
 * @throws OptionError with what the mail server says
 */
export async function sendTest({ url, from }: Outbox, to: string, message: Buffer): Promise<void> {
  const { createTransport } = await import('nodemailer')
  const timeouts = { connectionTimeout: patience, greetingTimeout: patience, socketTimeout: patience }
  const transport = createTransport(url, timeouts as never)
  try {
    await transport.sendMail({ envelope: { from, to }, raw: message })
  } catch (cause) {
    throw new OptionError(`the mail server did not take it: ${(cause as Error).message}`, { cause })
  } finally {
    transport.close()
  }
}
