import type { Reason } from '../../basics/reasons.ts'
import { readReply } from '../replies/read-reply.ts'
import { MailFault } from './transport.ts'

/** What nodemailer tells of a failure, or the system. */
interface NodemailerFault {
  code?: string
  command?: string
  responseCode?: number
  response?: string
  message?: string
}

/**
 * What a failure of nodemailer's means for the mail. Only a reply about this sender, recipient or message is permanent, or what our side
 * finds wrong with them; a rejected login is our own fault.
 */
export function faultOf(error: unknown): MailFault {
  const { code = '', command = '', responseCode, response = '', message = '' } = error as NodemailerFault
  const aboutTheMail = aboutMails.has(code)
  if (responseCode === undefined) {
    const [name, reason] = codes[code] ?? ['connection', 'network']
    const isTooLarge = code === 'EMESSAGE' && command === 'MAIL FROM'
    return new MailFault(
      {
        permanent: aboutTheMail,
        code: name,
        detail: code === withoutUtf8 ? message : response,
        reason: tlsFault(error) === undefined ? (isTooLarge ? 'too_large' : reason) : 'tls',
      },
      { cause: error },
    )
  }
  const read = readReply({ text: response, code: String(responseCode), command })
  const permanent = aboutTheMail && read.isPermanent
  return new MailFault(
    {
      permanent,
      code: String(responseCode),
      detail: response,
      reason: code === 'EAUTH' ? 'relay' : ofOurServer(read.reason, command),
      badAddress: permanent && read.reason === 'unknown_mailbox',
      enhanced: read.enhanced,
    },
    { cause: error },
  )
}

/** nodemailer's codes of what is about a sender, recipient or message. */
const aboutMails: ReadonlySet<string> = new Set(['EENVELOPE', 'EMESSAGE', 'ESMTPUTF8'])

/** The code of a mail that a server can't take, because it has no SMTPUTF8. */
export const withoutUtf8 = 'ESMTPUTF8'

/** What a server refuses before it has heard of a recipient, without a word of our reputation, is about who may use it. */
function ofOurServer(reason: Reason, command: string): Reason {
  const isBefore = /^(?:CONN|EHLO|HELO|MAIL)/.test(command)
  return isBefore && (reason === 'policy' || reason === 'other') ? 'relay' : reason
}

/** Ours, and why, by nodemailer's and the system's. */
const codes: Readonly<Record<string, readonly [code: string, Reason]>> = {
  ETIMEDOUT: ['timeout', 'network'],
  EABORT: ['timeout', 'network'],
  EENVELOPE: ['envelope', 'bad_address'],
  EMESSAGE: ['message', 'content'],
  ESMTPUTF8: ['smtputf8', 'bad_address'],
  ETLS: ['tls', 'tls'],
  EREQUIRETLS: ['connection', 'tls'],
  EDNS: ['dns', 'dns'],
  ENOTFOUND: ['dns', 'dns'],
  EAI_AGAIN: ['dns', 'dns'],
  EAUTH: ['connection', 'relay'],
}

/**
 * Why TLS failed, if it did: nodemailer reports that as any broken connection, with OpenSSL's words.
 *
 * @param cause a MailFault's
 */
export function tlsFault(cause: unknown): string | undefined {
  const { code, originalCode = '', message = '' } = cause as { code?: string; originalCode?: string; message?: string }
  if (/CERT|SIGNED|VERIFY|ERR_TLS/.test(originalCode)) return originalCode
  if (/SSL routines/.test(message)) return 'the server speaks none on this port, or an older version'
  return code === 'ETLS' ? message : undefined
}
