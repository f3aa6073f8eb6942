import { readdir, readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { writeEml } from 'counterfoil'
import { makeDataFolder } from '../basics/data-folder.ts'
import { createMailFiles } from './mail-files.ts'
import type { MailTransport, OutgoingMail } from './transport.ts'

/** A mail in the folder, as the mailbox page shows it. `html` has its images embedded. */
export interface FolderMail {
  id: string
  from: string
  to: string
  subject: string
  preheader: string
  date: string
  html: string
  text: string
}

export interface MailFolder {
  /** The newest mails, newest first. */
  list(most: number): Promise<FolderMail[]>
  find(id: string): Promise<FolderMail | undefined>
  /** The mail's MIME source. */
  eml(id: string): Promise<Buffer | undefined>
}

/** The transport without a mail server: writes each mail to `<delivery>.eml`, and to `<delivery>.json` for the mailbox page. */
export async function openMailFolder(folder: string): Promise<MailTransport & MailFolder> {
  makeDataFolder(folder)
  const files = createMailFiles(folder)

  async function find(id: string): Promise<FolderMail | undefined> {
    const json = await contentOf(folder, id, 'json')
    return json && (JSON.parse(json.toString('utf8')) as FolderMail)
  }

  return {
    name: 'folder',
    async send(mail) {
      await writeWhole(join(folder, `${mail.deliveryId}.eml`), writeEml(mail.content, mail))
      await writeWhole(join(folder, `${mail.deliveryId}.json`), JSON.stringify(folderMailOf(mail)))
      return { code: 'folder', detail: '' }
    },
    forget: async deliveryId => void (await files.remove([deliveryId])),
    close: async () => {},

    async list(most) {
      const names = (await readdir(folder)).filter(name => name.endsWith('.json'))
      const mails = await Promise.all(names.map(name => find(name.slice(0, -'.json'.length))))
      return mails
        .filter(mail => mail !== undefined)
        .sort((one, other) => (one.date < other.date ? 1 : -1))
        .slice(0, most)
    },
    find,
    eml: id => contentOf(folder, id, 'eml'),
  }
}

async function contentOf(folder: string, id: string, ending: string): Promise<Buffer | undefined> {
  if (!/^[0-9a-f]{32}$/.test(id)) return undefined
  return readFile(join(folder, `${id}.${ending}`)).catch(() => undefined)
}

/** Writes a file atomically. */
async function writeWhole(path: string, content: string | Buffer): Promise<void> {
  await writeFile(`${path}.part`, content, { mode: 0o600 })
  await rename(`${path}.part`, path)
}

function folderMailOf({ deliveryId, from, to, date, content }: OutgoingMail): FolderMail {
  const { subject, preheader, text, attachments } = content
  const html = attachments.reduce(
    (page, { cid, contentType, content: bytes }) =>
      page.replaceAll(`cid:${cid}`, `data:${contentType};base64,${bytes.toString('base64')}`),
    content.html,
  )
  return {
    id: deliveryId,
    from: `${from.name} <${from.address}>`,
    to,
    subject,
    preheader,
    date: date.toISOString(),
    html,
    text,
  }
}
