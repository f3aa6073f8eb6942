import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, chownSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { until } from '../../service/test/support/mail-server.ts'
import { freePort } from '../../service/test/support/spawn.ts'
import { readPages } from '../../tools/goldens/pictures/pdf-pages.ts'
import { outputOf, plainEnvironment } from './run.ts'

export interface ServiceToTry {
  /** The program, with its arguments. */
  command: readonly [string, ...string[]]
  environment?: Readonly<Record<string, string>> | undefined
  /** The user to be; default this one. */
  user?: number | undefined
}

const key = 'till:a-key-for-this-check'

/**
 * Starts the service, sends it a receipt, gets its mail and PDF, prints a Japanese one, and stops it. Then its database is made
 * unwritable, which the next start and the doctor must say.
 *
 * @returns a sentence with what came
 * @throws with the service's output if something doesn't
 */
export async function tryService({ command, environment, user }: ServiceToTry): Promise<string> {
  const data = mkdtempSync(join(tmpdir(), 'counterfoil-data-'))
  if (user !== undefined) chownSync(data, user, user)
  const port = await freePort()
  const [program, ...args] = command
  const child = spawn(program, args, {
    cwd: tmpdir(),
    env: { ...plainEnvironment, ...environment, DATA_DIR: join(data, 'data'), PORT: port, DEMO_API_KEY: key },
    ...(user !== undefined && { uid: user, gid: user }),
  })
  const output = outputOf(child)
  const ended = once(child, 'exit')
  const url = `http://127.0.0.1:${port}`
  try {
    await until(async () => {
      if (child.exitCode !== null) throw new Error('The service ended')
      return (await fetch(`${url}/readyz`).catch(() => undefined))?.ok ?? false
    })
    const receipt = await create(url, 'fashion-sale.en-CA')
    await until(async () => (await ask(`${receipt}/deliveries`)).includes('"sent"'))
    const began = Date.now()
    const pdf = await ask(`${receipt}/pdf`)
    if (!pdf.subarray(0, 5).equals(Buffer.from('%PDF-'))) throw new Error('The PDF is none')
    const seconds = ((Date.now() - began) / 1000).toFixed(1)
    await checkJapanese(url)
    child.kill('SIGTERM')
    const [code] = await ended
    if (code !== 0) throw new Error(`The service ended with ${code}`)
    const printed = `printed ${Math.round(pdf.length / 1000)} KB in ${seconds} s, and Japanese`
    checkUnwritable({ command, environment, user }, join(data, 'data'))
    return `the service mailed a receipt, ${printed}, stopped in order, and doesn't start where it can't write`
  } catch (cause) {
    child.kill('SIGKILL')
    throw new Error(output(), { cause })
  } finally {
    rmSync(data, { recursive: true, force: true })
  }
}

/** Sends the receipt of a fixture, and gives its URL. */
async function create(url: string, fixture: string, headers: Record<string, string> = {}): Promise<string> {
  const receipts = `${url}/ws/rest/v1/merchants/demo/receipts`
  const body = readFileSync(join(import.meta.dirname, `../../fixtures/${fixture}/receipt.json`), 'utf8')
  const created = await ask(receipts, { method: 'POST', body, headers })
  return `${receipts}/${JSON.parse(created.toString('utf8')).receiptId}`
}

/** Every letter of a Japanese receipt is on its PDF. */
async function checkJapanese(url: string): Promise<void> {
  const receipt = await create(url, 'convenience.ja-JP', { 'accept-language': 'ja' })
  const pages = await readPages(await ask(`${receipt}/pdf`), async page => page.text())
  const text = pages.join('\n')
  const metrics = (await ask(`${url}/metrics`)).toString('utf8')
  const isCounted = metrics.includes('counterfoil_missing_glyphs_total{')
  if (!/[\p{Script=Hiragana}\p{Script=Katakana}]/u.test(text) || text.includes('\ufffd') || isCounted)
    throw new Error(`The Japanese PDF lacks letters:\n${text}`)
}

/** A start and the doctor name a database that another user owns. Root checks it as an ordinary user. */
function checkUnwritable({ command: [program, ...args], environment, user }: ServiceToTry, folder: string): void {
  const file = join(folder, 'receipts.db')
  const other = user ?? (process.getuid?.() === 0 ? 1000 : undefined)
  if (other !== undefined) {
    chownSync(folder, other, other)
    for (const name of ['service.lock', 'mails']) chownSync(join(folder, name), other, other)
    chownSync(file, 0, 0)
  }
  chmodSync(file, 0o444)
  // The folder above is its maker's alone.
  chmodSync(join(folder, '..'), 0o755)
  for (const words of [[], ['doctor']]) {
    const { status, stdout, stderr } = spawnSync(program, [...args, ...words], {
      cwd: tmpdir(),
      env: { ...plainEnvironment, ...environment, DATA_DIR: folder, PORT: '0', DEMO_API_KEY: key },
      encoding: 'utf8',
      timeout: 120_000,
      ...(other !== undefined && { uid: other, gid: other }),
    })
    const said = `${stdout}${stderr}`
    if (status !== 1 || !said.includes(`${file} can't be written (permission denied): it belongs to`))
      throw new Error(`An unwritable database isn't said, exit code ${status}:\n${said}`)
  }
}

async function ask(url: string, request: RequestInit = {}): Promise<Buffer> {
  const authorization = `Basic ${Buffer.from(key).toString('base64')}`
  const headers = { authorization, 'content-type': 'application/json', ...(request.headers as Record<string, string>) }
  const reply = await fetch(url, { ...request, headers })
  const body = Buffer.from(await reply.arrayBuffer())
  if (!reply.ok) throw new Error(`${url}: ${reply.status} ${body}`)
  return body
}
