/** nodemailer's own parameters for what SMTP_CONNECT_TIMEOUT, SMTP_GREETING_TIMEOUT and SMTP_REPLY_TIMEOUT are for. */
const timeouts = ['connectionTimeout', 'greetingTimeout', 'socketTimeout', 'dnsTimeout'] as const

/** The timeouts that a mail server's address has as parameters: they could be too short for what RFC 5321 asks. */
export function timeoutsIn(smtpUrl: string): string[] {
  const { searchParams } = new URL(smtpUrl)
  return timeouts.filter(name => searchParams.has(name))
}

/** The address without them. */
export function withoutTimeouts(smtpUrl: string): string {
  const given = timeoutsIn(smtpUrl)
  if (given.length === 0) return smtpUrl
  const url = new URL(smtpUrl)
  for (const name of given) url.searchParams.delete(name)
  return url.href
}
