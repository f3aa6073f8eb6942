import { join } from 'node:path'
import type { Config } from '../config.ts'
import type { SettingFiles } from '../setting-files.ts'
import { type MailFolder, openMailFolder } from './folder.ts'
import { openSmtp } from './smtp.ts'
import type { MailTransport } from './transport.ts'

export interface OpenTransport {
  /** Absent in a process that sends no mails. */
  transport?: MailTransport
  /** The transport, where mails become files. */
  folder?: MailFolder
}

/**
 * Opens what mails go out by, as the settings say.
 *
 * @param socketTimeout milliseconds without a word from the mail server; default the transport's
 */
export async function openTransport(
  { mailFolder, dataDir, smtpUrl, mailConcurrency }: Config,
  { dkim }: SettingFiles,
  socketTimeout?: number,
): Promise<OpenTransport> {
  if (mailFolder) {
    const folder = await openMailFolder(join(dataDir, 'mails'))
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
