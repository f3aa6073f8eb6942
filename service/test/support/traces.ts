import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import type { Config } from '../../src/settings/config.ts'
import { replaceTexts } from './replace-texts.ts'
import { fixture } from './service.ts'

/** A receipt with every field, and the mark at the end of every text that may end so, each with its own number. */
export function markedReceipt(mark: string, changes: Record<string, unknown> = {}): Record<string, unknown> {
  const made = marked(mark)
  const receipt = { ...made, ...changes }
  receipt.customer = { ...made.customer, emailAddress: `${mark}@example.com`, ...(changes.customer as object) }
  return receipt
}

function marked(mark: string): Record<string, unknown> & { customer: object } {
  const receipt = { ...JSON.parse(fixture('everything/receipt')), receiptType: 'DigitalOnly' }
  replaceTexts(receipt, (value, number) => [`${value}${mark}${number}`])
  return receipt
}

/** Everywhere a mark is kept, in any case of letters: every byte of the data folder and of
 * the browsers' temporary folders, every row of every table. */
export async function tracesOf(
  mark: string,
  { dataDir, databaseUrl }: Pick<Config, 'dataDir' | 'databaseUrl'>,
): Promise<string[]> {
  const files = [...(existsSync(dataDir) ? filesIn(dataDir) : []), ...browserFolders().flatMap(filesIn)]
  const inFiles = files.flatMap(path => hits(mark, contentOf(path).toString('latin1'), path))
  return [...inFiles, ...(databaseUrl === undefined ? [] : await inTables(mark, databaseUrl))]
}

/** Nothing of a file that is gone since it was listed: browsers remove theirs when they like. */
function contentOf(path: string): Buffer {
  try {
    return readFileSync(path)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return Buffer.alloc(0)
    throw error
  }
}

/** The temporary folders of this process's browsers. */
function browserFolders(): string[] {
  const folders = readdirSync(tmpdir(), { withFileTypes: true })
    .filter(entry => entry.isDirectory() && entry.name.startsWith('counterfoil-'))
    .map(({ name }) => join(tmpdir(), name))
  return folders.filter(folder => {
    const owner = join(folder, 'owner.json')
    const text = existsSync(owner) ? readFileSync(owner, 'utf8') : ''
    // An empty one is being written, by another process.
    return text !== '' && JSON.parse(text).pid === process.pid
  })
}

/** Every file of a folder, however deep. */
export function filesIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map(name => join(folder, name))
    .filter(path => statSync(path, { throwIfNoEntry: false })?.isFile())
}

function hits(mark: string, text: string, place: string): string[] {
  return [...text.matchAll(new RegExp(`${mark}\\w{0,8}`, 'gi'))].map(([found]) => `${place}: ${found}`)
}

async function inTables(mark: string, url: string): Promise<string[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    const { rows: tables } = await client.query(
      `select quote_ident(schemaname) || '.' || quote_ident(tablename) as name from pg_tables
       where schemaname not in ('pg_catalog', 'information_schema')`,
    )
    const found = []
    for (const { name } of tables) {
      const { rows } = await client.query(`select row::text as text from ${name} row`)
      found.push(...rows.flatMap(({ text }) => hits(mark, text, name)))
    }
    return found
  } finally {
    await client.end()
  }
}

/** The PostgreSQL server's files of a database that hold a mark; its log (`pg_wal`) isn't among them. */
export async function heapTracesOf(mark: string, url: string): Promise<string[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await client.query('checkpoint')
    const { rows } = await client.query(
      `select current_setting('data_directory') || '/base/' || oid as path from pg_database where datname = current_database()`,
    )
    return filesIn(rows[0].path).flatMap(path => hits(mark, readFileSync(path).toString('latin1'), path))
  } finally {
    await client.end()
  }
}
