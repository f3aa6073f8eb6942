import type { Config } from '../settings/config.ts'
import type { SettingFiles } from '../settings/files.ts'
import { type MailFolder, mailFolderOf, openMailFolder } from './folder.ts'
import { openSmtp } from './smtp.ts'
import type { MailTransport } from './transport.ts'

export interface OpenTransport {
  /** Absent in a process that sends no mails. */
  transport?: MailTransport
  /** The same transport, if mails are written to files. */
  folder?: MailFolder
}

/**
 * Opens the mail transport that the settings ask for.
 *
 * @param socketTimeout milliseconds of silence allowed from the mail server; default the transport's
 */
export async function openTransport(
  { mailFolder, dataDir, smtpUrl, mailConcurrency }: Config,
  { dkim }: SettingFiles,
  socketTimeout?: number,
): Promise<OpenTransport> {
  if (mailFolder) {
    const folder = await openMailFolder(mailFolderOf({ dataDir }))
    return { transport: folder, folder }
  }
  if (smtpUrl === undefined) return {}
  const transport = openSmtp({
    url: smtpUrl,
    connections: mailConcurrency,
    ...(socketTimeout !== undefined && { socketTimeout }),
    ...(dkim && { dkim }),
  })
  return { transport }
}
