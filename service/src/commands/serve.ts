import { join } from 'node:path'
import { StartError } from '../basics/errors/errors.ts'
import { type Log, openLog } from '../basics/monitoring/log.ts'
import { isLoopback } from '../basics/public-addresses.ts'
import { engineVersion, serviceVersion } from '../basics/versions.ts'
import { nameOf, placeOf } from '../database/location.ts'
import { fillPath, receiptsPath } from '../http/operation.ts'
import { demoMerchant, lacksDemoKey, makeDemoKey } from '../merchants/demo.ts'
import { demoReceipts, fillDemo } from '../operations/demo/fill.ts'
import { savePerson } from '../people/people.ts'
import { openService, type Service } from '../service.ts'
import { type Config, readConfig } from '../settings/config.ts'

/** Milliseconds until a process that is still stopping exits anyway. */
const stopTimeoutMs = 80_000

/** Milliseconds that a process which has stopped may take to end. */
const leftovers = 1000

/** Milliseconds to wait after the start before checking printing and mail. */
const settleTime = 2000

/**
 * Runs the service until SIGTERM or SIGINT, or until the terminal that it runs in goes away. Returns the exit code, 0 for a clean stop.
 *
 * @param options.demo fills the demo merchant with made-up receipts first, and says how to look at them
 */
export async function serve(
  environment: NodeJS.ProcessEnv,
  { demo = false }: { demo?: boolean } = {},
): Promise<number> {
  const config = readConfig(environment)
  const log = openLog(config.logLevel)
  log.info('The service is starting', { version: serviceVersion, engine: engineVersion })
  for (const warning of config.warnings) log.warn(warning)
  if (demo) await prepareTrade(config, log)
  const service = await openService(config, log)
  const listenAddress = await listen(config, service)
  await announce(config, service, listenAddress, log)
  if (demo) await invite(service)
  setTimeout(() => void service.checkSurroundings(), settleTime).unref()

  await stopped(service)
  log.info('The service is stopping')
  const timer = setTimeout(() => {
    log.error('Stopping took too long; unfinished mails are sent again at the next start')
    process.exit(1)
  }, stopTimeoutMs)
  await service.close()
  clearTimeout(timer)
  // Everything of ours is closed. What others left open, such as an exporter's retries, must not keep the process.
  setTimeout(() => process.exit(), leftovers).unref()
  return 0
}

/** Waits until the process is told to stop. A daemon's SIGHUP means something else: it takes a renewed certificate. */
function stopped({ reload }: Service): Promise<void> {
  const isInTerminal = process.stdin.isTTY
  return new Promise(resolve => {
    process.once('SIGTERM', () => resolve())
    process.once('SIGINT', () => resolve())
    process.on('SIGHUP', () => (isInTerminal ? resolve() : reload()))
  })
}

async function prepareTrade(config: Config, log: Log): Promise<void> {
  log.info('Making up a year of receipts, which takes a minute', { count: demoReceipts })
  const began = performance.now()
  const count = await fillDemo(config, Date.now(), demoReceipts, count => log.info('Receipts made up', { count }))
  const milliseconds = Math.round(performance.now() - began)
  if (count > 0) log.info('The demo merchant has made-up receipts', { count, milliseconds })
}

/** Tells how to sign in to the console of the demo merchant, with a password of its own for every start. */
async function invite({ db, address }: Service): Promise<void> {
  const { password } = await savePerson(db, { merchantId: demoMerchant, name: demoMerchant, role: 'admin' }, Date.now())
  process.stdout.write(`\n  Console    ${address}/console\n  Name       ${demoMerchant}\n  Password   ${password}\n\n`)
}

/** Reports where everything is: as log lines, and on a terminal in plain words with a first key. */
async function announce(config: Config, service: Service, listenAddress: string, log: Log): Promise<void> {
  const { host, role, publicUrl, mailFolder, dataDir, tls, demoApiKey } = config
  log.info('The service is listening', { place: listenAddress, code: role })
  log.info('The database is open', { place: nameOf(placeOf(config)) })
  if (mailFolder && role !== 'api')
    log.warn('No mail server is set: mails are written to files and count as sent', { place: join(dataDir, 'mails') })
  if (!isLoopback(host) && !tls)
    log.warn('Requests arrive without TLS: set TLS_CERT_FILE and TLS_KEY_FILE, or put a proxy with TLS in front')
  if (!isLoopback(host) && publicUrl === undefined && role !== 'worker')
    log.warn('PUBLIC_URL is not set: links in responses work on this machine only')
  const lacksKey = demoApiKey === undefined && (await lacksDemoKey(service.db))
  if (process.stdout.isTTY)
    process.stdout.write(greeting(config, service, lacksKey ? await makeDemoKey(service) : demoApiKey, lacksKey))
  else if (lacksKey)
    log.info(
      `The merchant ${demoMerchant} has no key yet: \`counterfoil-service merchant key ${demoMerchant}\` creates one`,
    )
}

class ListenError extends StartError {}

async function listen({ host, port }: Config, service: Service): Promise<string> {
  try {
    return await service.listen()
  } catch (error) {
    await service.close()
    const { code, syscall } = error as NodeJS.ErrnoException
    if (syscall !== 'listen' && syscall !== 'bind' && syscall !== 'getaddrinfo') throw error
    throw new ListenError(`Can't listen on ${host} port ${port} (${code}). Set another HOST or PORT.`)
  }
}

function greeting(
  config: Config,
  { address, hasMailbox }: Service,
  credentials: string | undefined,
  isFirst: boolean,
): string {
  if (config.role === 'worker') return ''
  const lines = ['', `  Receipt delivery service   ${address}`, `  Reference                  ${address}/docs`]
  lines.push(`  Console                    ${address}/console`)
  if (hasMailbox) lines.push(`  Mailbox                    ${address}/mailbox`)
  lines.push(`  Database                   ${nameOf(placeOf(config))}`)
  if (isFirst) lines.push('  A year of made-up trade    start it with --demo')
  if (credentials !== undefined)
    lines.push(
      `  Demo merchant              ${demoMerchant}`,
      `  Its key (shown once)       ${credentials}`,
      '',
      '  Post a receipt:',
      '',
      curl(address, credentials),
    )
  return `${lines.join('\n')}\n\n`
}

function curl(address: string, credentials: string): string {
  const receipt = {
    receiptType: 'DigitalOnly',
    transactionType: 'SaleTransaction',
    transactionNumber: '1001',
    currency: 'USD',
    customer: { emailAddress: 'ada@example.com' },
    workstation: { id: '1', store: { id: '1', name: 'Corner Shop', address: { city: 'Springfield' } } },
    items: [{ name: 'Coffee', price: 4.5, quantity: { value: 2 }, total: 9 }],
    grandAmount: 9,
    tenders: [{ tenderTypeCode: 'Cash', amount: 9 }],
  }
  const url = `${address}${fillPath(receiptsPath, { merchantId: demoMerchant })}`
  return `curl -u '${credentials}' -H 'Content-Type: application/json' -d '${JSON.stringify(receipt)}' ${url}`
}
