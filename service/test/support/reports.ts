import SMTPConnection from 'nodemailer/lib/smtp-connection'

/** What a host says of a recipient (RFC 3464). */
export interface Said {
  recipient: string
  action?: string
  status?: string
  diagnostic?: string
  /** Returned header lines of the mail. */
  original?: readonly string[]
  to?: string
}

/** A delivery status notification, as Postfix writes it. */
export function dsn({
  recipient,
  action = 'failed',
  status = '5.1.1',
  diagnostic = `smtp; 550 5.1.1 <${recipient}>: Recipient address rejected: User unknown`,
  original = [],
  to = 'bounces@example.com',
}: Said): string {
  return [
    'From: MAILER-DAEMON@mx.example.net (Mail Delivery System)',
    'Subject: Undelivered Mail Returned to Sender',
    `To: ${to}`,
    'Auto-Submitted: auto-replied',
    'MIME-Version: 1.0',
    'Content-Type: multipart/report; report-type=delivery-status; boundary="b1"',
    '',
    '--b1',
    'Content-Type: text/plain; charset=us-ascii',
    '',
    "I'm sorry to have to inform you that your message could not be delivered.",
    '',
    '--b1',
    'Content-Type: message/delivery-status',
    '',
    'Reporting-MTA: dns; mx.example.net',
    '',
    `Final-Recipient: rfc822; ${recipient}`,
    `Action: ${action}`,
    `Status: ${status}`,
    `Diagnostic-Code: ${diagnostic}`,
    '',
    '--b1',
    'Content-Type: text/rfc822-headers',
    '',
    ...original,
    '',
    '--b1--',
    '',
  ].join('\r\n')
}

/** A complaint in the Abuse Reporting Format (RFC 5965). */
export function complaint(recipient: string, original: readonly string[] = []): string {
  return [
    'From: <abusedesk@example.net>',
    'Subject: FW: Your receipt',
    'To: bounces@example.com',
    'MIME-Version: 1.0',
    'Content-Type: multipart/report; report-type=feedback-report; boundary="b2"',
    '',
    '--b2',
    'Content-Type: text/plain',
    '',
    'This is an email abuse report.',
    '--b2',
    'Content-Type: message/feedback-report',
    '',
    'Feedback-Type: abuse',
    'User-Agent: SomeGenerator/1.0',
    'Version: 1',
    `Original-Rcpt-To: <${recipient}>`,
    '',
    '--b2',
    'Content-Type: message/rfc822',
    '',
    ...original,
    '',
    'Thank you for your visit.',
    '--b2--',
    '',
  ].join('\r\n')
}

/** Brings a mail to a port, as another mail server does. @returns the server's last reply */
export function bring(port: number, to: string, content: string | Buffer, from = ''): Promise<string> {
  const connection = new SMTPConnection({ host: '127.0.0.1', port, ignoreTLS: true })
  return new Promise<string>((resolve, reject) => {
    connection.once('error', (error: Error & { response?: string }) =>
      error.response === undefined ? reject(error) : resolve(error.response),
    )
    connection.connect(() =>
      connection.send({ from, to: [to] }, content, (error, info) => {
        if (!error) return resolve(info.response)
        const { response } = error as Error & { response?: string }
        return response === undefined ? reject(error) : resolve(response)
      }),
    )
  }).finally(() => connection.close())
}
