import { isLoopback } from '../api/loopback.ts'
import { fillPath, receiptsPath } from '../api/paths.ts'
import { type Config, readConfig } from '../config.ts'
import { openLog } from '../log.ts'
import { demoMerchant } from '../merchants/demo.ts'
import { openService, type Service } from '../service.ts'

/** Milliseconds that stopping may take before the process ends all the same. */
const patience = 80_000

/** Runs the service until SIGTERM or SIGINT. Gives the exit code: 0 when everything ended well. */
export async function serve(environment: NodeJS.ProcessEnv): Promise<number> {
  const config = readConfig(environment)
  const log = openLog(config.logLevel)
  const service = await openService(config, log)
  const own = await listen(config, service)
  log.info('The service is listening', { place: own, code: config.role })
  if (!isLoopback(config.host) && !config.tls)
    log.warn('Requests arrive without TLS: set TLS_CERT_FILE and TLS_KEY_FILE, or put a proxy with TLS in front')
  if (!isLoopback(config.host) && config.publicUrl === undefined && config.role !== 'worker')
    log.warn('PUBLIC_URL is not set: links in answers lead to this machine only')
  if (process.stdout.isTTY || config.logLevel !== 'silent') process.stdout.write(greeting(config, service))

  await new Promise<void>(resolve => {
    process.once('SIGTERM', () => resolve())
    process.once('SIGINT', () => resolve())
  })
  log.info('The service is stopping')
  const timer = setTimeout(() => {
    log.error('Stopping took too long; what was in flight is sent again at the next start')
    process.exit(1)
  }, patience)
  await service.close()
  clearTimeout(timer)
  return 0
}

/** The address to listen on cannot be had. */
export class ListenError extends Error {}

async function listen({ host, port }: Config, service: Service): Promise<string> {
  try {
    return await service.listen()
  } catch (error) {
    await service.close()
    const { code } = error as { code?: string }
    if (code !== 'EADDRINUSE' && code !== 'EACCES' && code !== 'EADDRNOTAVAIL') throw error
    throw new ListenError(`${host} port ${port} cannot be listened on (${code}). Set another HOST or PORT.`)
  }
}

function greeting({ role }: Config, { address, demoCredentials, hasMailbox }: Service): string {
  if (role === 'worker') return ''
  const lines = ['', `  Receipt delivery service   ${address}`, `  Reference                  ${address}/docs`]
  if (hasMailbox) lines.push(`  Mailbox                    ${address}/mailbox`)
  if (demoCredentials !== undefined)
    lines.push(
      `  Demo merchant              ${demoMerchant}`,
      `  Its key (shown once)       ${demoCredentials}`,
      '',
      '  Post a receipt:',
      '',
      curl(address, demoCredentials),
    )
  return `${lines.join('\n')}\n\n`
}

/** A line to be pasted into a shell. */
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
