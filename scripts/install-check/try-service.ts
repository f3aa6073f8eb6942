import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chownSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { plainEnvironment } from './run.ts'

export interface ServiceToTry {
  /** The program, with its arguments. */
  command: readonly [string, ...string[]]
  environment?: Readonly<Record<string, string>>
  /** The user to be; default this one. */
  user?: number
}

const key = 'till:a-key-for-this-check'

/**
 * Starts the service, sends it a receipt, gets its mail and PDF, and stops it.
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
    env: { ...plainEnvironment, ...environment, DATA_DIR: join(data, 'data'), PORT: String(port), DEMO_API_KEY: key },
    ...(user !== undefined && { uid: user, gid: user }),
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', chunk => {
      output += chunk
    })
  const ended = once(child, 'exit')
  const url = `http://127.0.0.1:${port}`
  try {
    await until(async () => {
      if (child.exitCode !== null) throw new Error('The service ended')
      return (await fetch(`${url}/readyz`).catch(() => undefined))?.ok ?? false
    })
    const receipts = `${url}/ws/rest/v1/merchants/demo/receipts`
    const receipt = readFileSync(join(import.meta.dirname, '../../fixtures/fashion-sale.en-CA/receipt.json'), 'utf8')
    const created = await ask(receipts, { method: 'POST', body: receipt })
    const { receiptId } = JSON.parse(created.toString('utf8')) as { receiptId: string }
    await until(async () => (await ask(`${receipts}/${receiptId}/deliveries`)).includes('"sent"'))
    const began = Date.now()
    const pdf = await ask(`${receipts}/${receiptId}/pdf`)
    if (!pdf.subarray(0, 5).equals(Buffer.from('%PDF-'))) throw new Error('The PDF is none')
    const seconds = ((Date.now() - began) / 1000).toFixed(1)
    child.kill('SIGTERM')
    const [code] = await ended
    if (code !== 0) throw new Error(`The service ended with ${code}`)
    return `the service mailed a receipt, printed ${Math.round(pdf.length / 1000)} KB in ${seconds} s, and stopped in order`
  } catch (cause) {
    child.kill('SIGKILL')
    throw new Error(output, { cause })
  } finally {
    rmSync(data, { recursive: true, force: true })
  }
}

async function ask(url: string, request: RequestInit = {}): Promise<Buffer> {
  const authorization = `Basic ${Buffer.from(key).toString('base64')}`
  const reply = await fetch(url, { ...request, headers: { authorization, 'content-type': 'application/json' } })
  const body = Buffer.from(await reply.arrayBuffer())
  if (!reply.ok) throw new Error(`${url}: ${reply.status} ${body}`)
  return body
}

async function until(isDone: () => Promise<boolean>): Promise<void> {
  const end = Date.now() + 60_000
  while (!(await isDone())) {
    if (Date.now() > end) throw new Error('It took more than a minute')
    await new Promise(resolve => setTimeout(resolve, 100))
  }
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as { port: number }
  server.close()
  await once(server, 'close')
  return port
}
