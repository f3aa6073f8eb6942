import { execFile, execFileSync } from 'node:child_process'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { createServer, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { expect, onTestFinished, test } from 'vitest'
import { auditReceipt } from '../src/reading/audit.ts'
import { runCommand } from './support/command.ts'
import { isExhaustive } from './support/scope.ts'

const root = resolve(import.meta.dirname, '..')
const readme = readFileSync(join(root, 'README.md'), 'utf8')

test('the program of the README, pasted into an empty project, mails a receipt and prints it', async () => {
  const [, code = ''] = /```js\n(import [\s\S]*?)```/.exec(readme) ?? []
  // Node 22 does not parse it.
  expect(code).not.toContain('await using')
  const { server, port, mails } = await openMailServer()
  const project = mkdtempSync(join(tmpdir(), 'counterfoil-pasted-'))
  mkdirSync(join(project, 'node_modules'))
  symlinkSync(root, join(project, 'node_modules/counterfoil'))
  symlinkSync(join(root, 'node_modules/nodemailer'), join(project, 'node_modules/nodemailer'))
  const pasted = code.replace('localhost:2525', `127.0.0.1:${port}`)
  writeFileSync(
    join(project, 'index.mjs'),
    `${pasted}\nprocess.stdout.write(Buffer.from(pdf).toString('latin1', 0, 5))`,
  )
  const { stdout } = await promisify(execFile)(process.execPath, ['index.mjs'], { cwd: project })
  server.close()
  rmSync(project, { recursive: true })
  expect(mails).toHaveLength(1)
  expect(mails[0]).toContain('Content-Language: fr-CA')
  expect(mails[0]).toContain('118,65')
  expect(stdout).toBe('%PDF-')
})

test('the receipt of the README is whole, in twelve lines, and nothing is said against it', () => {
  const [, written = ''] = /^const receipt = (\{\n[\s\S]*?^\})/m.exec(readme) ?? []
  expect(written.split('\n').length).toBe(12)
  expect(auditReceipt(new Function(`return ${written}`)())).toEqual([])
})

test('the commands of the README work', async () => {
  const out = mkdtempSync(join(tmpdir(), 'counterfoil-readme-'))
  const commands = [...readme.matchAll(/^npx counterfoil (.*?)(?: +#.*)?$/gm)].map(match => match[1]!)
  expect(commands).toHaveLength(11)
  writeFileSync(join(out, 'sale.json'), readFileSync(join(root, 'fixtures/minimal/receipt.json')))
  writeFileSync(join(out, 'order.json'), readFileSync(join(root, 'test/from/orders/shopify-online.json')))
  const store = { id: '1', name: 'Northfell', address: { city: 'Dayton' } }
  writeFileSync(join(out, 'seller.json'), JSON.stringify({ store }))
  const before = process.cwd()
  process.chdir(out)
  onTestFinished(() => process.chdir(before))
  // The studio runs until it is ended; its own tests do.
  const [first = '', ...others] = commands.filter(command => !command.startsWith('studio '))
  execFileSync(process.execPath, [join(root, 'bin/counterfoil.js'), ...first.split(' ')], { stdio: 'ignore' })
  for (const command of others) {
    const args = isExhaustive ? command.split(' ') : withFewPrints(command)
    expect(await runCommand(...args), command).toMatchObject({ code: 0 })
  }
  for (const ending of ['html', 'txt', 'eml', 'pdf'])
    expect(existsSync(join(out, 'out', `sale.${ending}`)), ending).toBe(true)
  expect(existsSync(join(out, 'my-brand/brand.json'))).toBe(true)
  rmSync(out, { recursive: true })
})

/** A command with its options, but only the first that writes everything prints, and the merge: each starts a browser. */
function withFewPrints(command: string): readonly string[] {
  const isPrinting = command.startsWith('render') && !/--paper roll80|--format ekabs/.test(command)
  return isPrinting ? command.split(' ').concat('--format', 'html,text') : command.split(' ')
}

test('every file that the documents link to is there', () => {
  const folders = ['.', 'docs', 'fixtures', 'service', 'examples', 'examples/my-brand', 'examples/golden-tests', 'till']
  const documents = folders.flatMap(folder =>
    readdirSync(join(root, folder))
      .filter(name => name.endsWith('.md'))
      .map(name => join(folder, name)),
  )
  expect(documents.length).toBeGreaterThan(8)
  for (const file of documents) {
    const text = readFileSync(join(root, file), 'utf8')
    for (const [, target = ''] of text.matchAll(/\]\((?!https?:)([^)#]+)\)/g)) {
      expect(existsSync(resolve(root, dirname(file), target)), `${file}: ${target}`).toBe(true)
    }
  }
})

/** Just enough SMTP (RFC 5321) to take a mail. */
async function openMailServer(): Promise<{ server: Server; port: number; mails: string[] }> {
  const mails: string[] = []
  const server = createServer(socket => {
    let data: string | undefined
    socket.setEncoding('latin1').write('220 localhost\r\n')
    socket.on('data', (chunk: string) => {
      if (data !== undefined) {
        data += chunk
        if (!data.endsWith('\r\n.\r\n')) return
        mails.push(data)
        data = undefined
        socket.write('250 ok\r\n')
      } else if (/^DATA/i.test(chunk)) {
        data = ''
        socket.write('354 go on\r\n')
      } else if (/^QUIT/i.test(chunk)) socket.end('221 bye\r\n')
      else socket.write('250 ok\r\n')
    })
  })
  await new Promise<void>(done => server.listen(0, '127.0.0.1', done))
  return { server, port: (server.address() as { port: number }).port, mails }
}
