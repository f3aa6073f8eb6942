import { fieldOf } from './fields.ts'
import type { Message } from './message.ts'

/** Whether a mail system wrote a message: by its envelope's empty sender (RFC 5321, section 4.5.5), its address or name. */
export function isFromDaemon({ fields }: Message): boolean {
  const from = fieldOf(fields, 'from') ?? ''
  const isEmpty = from.replace(/[<>\s]/g, '') === ''
  return isEmpty || daemonName.test(from) || /^<\s*>$|^<?mailer-daemon\b/i.test(fieldOf(fields, 'return-path') ?? '')
}

/** Whether it is a mail system that says so of itself, which answers nothing. */
export function isMailerDaemon({ fields }: Message): boolean {
  return /mailer[-_. ]?daemon|mail delivery (?:sub)?system/i.test(fieldOf(fields, 'from') ?? '')
}

/** A mail system's address or name. */
const daemonName =
  /mailer[-_. ]?daemon|post[-_]?(?:master|office)|mail ?(?:delivery|system|administrator|server|router|daemon|gateway|admin)|delivery[-_. ](?:system|subsystem|service|notification|agent|failure|report)|system administrator|\bmdaemon|\b(?:returned|bounced?)[-_. ]?(?:mail|handler|message)?s?\b|<?\b(?:daemon|root|nobody|smtp|exim|qmail|mail|mailsys\w*|majordomo|administrator|admin|imail)@|anti-?virus|mail ?scan|mailsweeper|mailmarshal|interscan|gateways?@|メール|邮件|系统|почт/i

/** Whether a program may have written a message, by its address. */
export function isFromProgram({ fields }: Message): boolean {
  return /(?:no-?reply|notif\w*|service|system|smtp|mta|server|robot|auto)[\w.-]{0,64}@/i.test(
    fieldOf(fields, 'from') ?? '',
  )
}

/** Whether a message answers or forwards another, by its subject: then what it says of deliveries is quoted. */
export function isAnswer({ subject }: Message): boolean {
  return /^\s*(?:re|fwd?|aw|wg|sv|vs|tr|rv|r|antw)\s*:/i.test(subject)
}
