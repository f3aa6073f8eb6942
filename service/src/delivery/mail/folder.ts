import { existsSync } from 'node:fs'
import { readdir, readFile, rename, unlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { writeEml } from 'counterfoil/internal'
import { makeDataFolder } from '../../basics/data-folder.ts'
import { codeOf } from '../../basics/errors/fault.ts'
import type { Config } from '../../settings/config.ts'
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

/** The mails in a folder, where no mail server is set. */
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

/** The folder of mails in files. */
export function mailFolderOf({ dataDir }: Pick<Config, 'dataDir'>): string {
  return join(dataDir, 'mails')
}

/** What the folder transport writes; `part` is half written. */
const endings = ['eml', 'json', 'eml.part', 'json.part'] as const

/** The mails in a folder, which need not exist, whether or not mails still go there. */
export function createMailFiles(folder: string) {
  const pathsOf = (ids: readonly string[]) => ids.flatMap(id => endings.map(ending => join(folder, `${id}.${ending}`)))

  return {
    /** How many files these deliveries have. */
    count: async (deliveryIds: readonly string[]): Promise<number> =>
      pathsOf(deliveryIds).filter(path => existsSync(path)).length,
    /** Deletes them; returns how many. */
    async remove(deliveryIds: readonly string[]): Promise<number> {
      const removed = await Promise.all(pathsOf(deliveryIds).map(removeFile))
      return removed.filter(Boolean).length
    },
    /** The deliveries that have files. */
    deliveries: async (): Promise<string[]> => [
      ...new Set((await namesIn(folder)).map(deliveryOf).filter(id => id !== undefined)),
    ],
  }
}

/** The mails in files. */
export type MailFiles = ReturnType<typeof createMailFiles>

async function removeFile(path: string): Promise<boolean> {
  try {
    await unlink(path)
    return true
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return false
    throw error
  }
}

async function namesIn(folder: string): Promise<string[]> {
  return readdir(folder).catch(error => {
    if (codeOf(error) === 'ENOENT') return []
    throw error
  })
}

function deliveryOf(name: string): string | undefined {
  return /^([0-9a-f]{32})\.(?:eml|json)(?:\.part)?$/.exec(name)?.[1]
}
