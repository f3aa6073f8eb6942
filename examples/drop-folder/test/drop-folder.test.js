import assert from 'node:assert/strict'
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { fileURLToPath } from 'node:url'

const here = fileURLToPath(new URL('..', import.meta.url))
const command = fileURLToPath(import.meta.resolve('counterfoil-till/package.json')).replace(
  'package.json',
  'bin/counterfoil-till.js',
)
const folder = mkdtempSync(join(tmpdir(), 'counterfoil-drop-'))
const drop = join(folder, 'drop')
const sale = JSON.parse(readFileSync(join(here, 'sale.json'), 'utf8'))
// Compiled once, instead of at each start.
const hasJava = spawnSync('javac', ['-d', folder, join(here, 'Till.java')]).status === 0
const environment = {}
let service
let watcher

before(async () => {
  mkdirSync(drop)
  service = createServer(answer)
  await new Promise(resolve => service.listen(0, '127.0.0.1', resolve))
  const host = `http://127.0.0.1:${service.address().port}`
  Object.assign(environment, {
    PATH: process.env.PATH,
    COUNTERFOIL_RECEIPTS: `${host}/ws/rest/v1`,
    COUNTERFOIL_HOST: host,
    COUNTERFOIL_MERCHANT: 'alder',
    COUNTERFOIL_KEY: 'till-7:secret',
    COUNTERFOIL_SPOOL: join(folder, 'spool'),
  })
  watcher = spawn(process.execPath, [command, 'watch', drop], { env: environment, stdio: ['ignore', 'ignore', 'pipe'] })
  await once(watcher.stderr, 'data')
})

after(async () => {
  watcher.kill('SIGTERM')
  await once(watcher, 'exit')
  service.close()
  rmSync(folder, { recursive: true })
})

const tills = [
  ['Till.java', ['java', '-cp', folder, 'Till'], !hasJava && 'there is no Java compiler'],
  ['till.sh', ['sh', join(here, 'till.sh')], false],
]

async function run([name, [program, ...args]], changes, to = drop) {
  const file = join(folder, `${name}.json`)
  writeFileSync(file, JSON.stringify({ ...sale, ...changes }, null, 2))
  const child = spawn(program, [...args, file, to], { env: environment, stdio: ['ignore', 'pipe', 'inherit'] })
  let said = ''
  child.stdout.on('data', chunk => {
    said += chunk
  })
  const [status] = await once(child, 'close')
  return { status, said }
}

for (const till of tills) {
  const [name, , skip] = till
  const own = number => ({ transactionNumber: `${name.replace('.', '-')}-${number}`, requestId: `${name}-${number}` })

  test(`${name} shows the confirmation, and prints what was wanted on paper`, { skip }, async () => {
    const { said } = await run(till, own(1))
    assert.equal(said, `SHOW  A digital copy was sent to mira.okafor@example.com.\nPRINT ${own(1).transactionNumber}\n`)
    assert.equal((await run(till, { ...own(2), receiptType: 'PaperOnly' })).said, `PRINT ${own(2).transactionNumber}\n`)
  })

  test(`${name} prints what is refused, with the notice`, { skip }, async () => {
    const { said } = await run(till, { ...own(3), grandAmount: null })
    assert.equal(
      said,
      `SHOW  The digital receipt service is unavailable. A paper receipt will be printed.\nPRINT ${own(3).transactionNumber}\n`,
    )
  })

  test(`${name} asks again for an address that is not one`, { skip }, async () => {
    const { status, said } = await run(till, { ...own(4), customer: { emailAddress: 'mira at example' } })
    assert.deepEqual([status, said], [2, 'SHOW  Please check the address mira at example\n'])
  })
}

test('tills print when nobody watches', async () => {
  const deserted = mkdtempSync(join(folder, 'deserted-'))
  const all = tills
    .filter(([, , skip]) => !skip)
    .map(till => run(till, { transactionNumber: `${till[0]}-5` }, deserted))
  for (const { said } of await Promise.all(all))
    assert.match(said, /^SHOW {2}The digital receipt service is unavailable\. .*\nPRINT /)
})

/** A service that takes every receipt with an amount, and knows addresses by their at sign. */
function answer(request, response) {
  const chunks = []
  request.on('data', chunk => chunks.push(chunk))
  request.on('end', () => {
    const url = new URL(request.url, 'http://localhost')
    const say = (status, json) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(json))
    const address = url.searchParams.get('emailAddress')
    if (address !== null) return say(200, { [address]: { status: address.includes('@') ? 'valid' : 'invalid' } })
    if (request.method !== 'POST') return say(200, [])
    const { grandAmount, customer, receiptType } = JSON.parse(Buffer.concat(chunks))
    if (grandAmount === null) return say(422, { message: 'Validation error', code: null, referenceId: 'r', errors: {} })
    const isDigital = receiptType.startsWith('Digital')
    say(200, { receiptId: 'r', customerEmailAddress: isDigital ? customer.emailAddress : null, offers: [] })
  })
}
