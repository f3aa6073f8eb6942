// Room `operations`: what runs a fleet of services and tills: the doctor, what tills report and are told, the demo.
// It looks at the other rooms and changes nothing of theirs, but for the demo.
// Besides the wiring, `acts`, `http` and `commands` may call it.

import { domainOf } from '../../basics/addresses.ts'
import { StartError } from '../../basics/errors/errors.ts'
import { codeOf } from '../../basics/errors/fault.ts'
import { type DatabaseInspection, inspectDatabase } from '../../database/inspect.ts'
import { placeOf } from '../../database/location.ts'
import { createMailDns, openMailRecords } from '../../delivery/validation/dns.ts'
import { listMerchants, type Merchant } from '../../merchants/merchants.ts'
import { createExaminer, openExamining } from '../../merchants/templates/examiner.ts'
import { type Config, readConfig } from '../../settings/config.ts'
import { readSettingFiles, type SettingFiles } from '../../settings/files.ts'
import { type Finding, type Found, ok, warn, within } from './finding.ts'
import { checkBrowser, checkClock, checkDisk, checkFonts } from './host-checks.ts'
import { checkBounces, checkDkim, checkDmarc, checkMailServer, checkSpf } from './mail-check.ts'
import { checkReports } from './report-check.ts'
import { checkCertificate, checkDatabase, checkSettings } from './settings-check.ts'
import { checkSuppressions } from './suppression-check.ts'
import { checkTemplates, templatesOf } from './template-check.ts'
import { checkWebhooks } from './webhook-check.ts'

/** Milliseconds for a check; the first time, the browser is unpacked. */
const deadline = 15_000
const browserDeadline = 90_000

/** The same for each merchant’s templates: longer than they may take. */
const templateDeadline = 150_000

/** What tests replace. */
interface ExamineOverrides {
  now?: () => number
  /** Domains known to take mail, that tell whether DNS resolves public names. */
  landmarks?: readonly string[]
  /** Milliseconds of silence from the mail server. */
  silence?: number
  /** The only checks to make. */
  only?: readonly string[]
}

/**
 * Examines all that the service needs, as the service itself would use it. Sends no mail and changes nothing, except that the
 * browser is unpacked for the first PDF.
 *
 * @returns each check's finding, in the order in which to mend them
 */
export async function examine(environment: NodeJS.ProcessEnv, overrides: ExamineOverrides = {}): Promise<Finding[]> {
  const { now = Date.now, landmarks, silence = 6000, only } = overrides
  let config: Config
  let files: SettingFiles
  try {
    config = readConfig(environment)
    files = readSettingFiles(config)
  } catch (error) {
    if (!(error instanceof StartError)) throw error
    const says = error.message.split(/\n\s*/).join(' ')
    return [
      {
        check: 'settings',
        state: 'fail',
        says,
        mend: 'Correct the settings (.env.example); the rest depends on them.',
      },
    ]
  }

  const look = inspectDatabase(placeOf(config), now)
  const merchants = merchantsIn(look)
  const prints = async () => config.role !== 'worker' || (await merchants).some(({ settings }) => settings.attachPdf)
  const check = async (ms: number, name: string, judge: () => Promise<Found>) =>
    (only?.includes(name) ?? true) ? [await within(ms, name, judge)] : []
  const findings = await Promise.all([
    check(deadline, 'settings', () => checkSettings(config)),
    check(deadline, 'TLS', () => checkCertificate(config, files, now())),
    check(deadline, 'disk', () => checkDisk(config)),
    check(deadline, 'database', () => checkDatabase(config, look)),
    check(deadline, 'clock', () => checkClock(look, now)),
    check(deadline, 'webhooks', async () => checkWebhooks(config, look, await merchants)),
    check(browserDeadline, 'browser', async () => checkBrowser(config, await prints())),
    check(deadline, 'mail server', () => checkMailServer(config, silence)),
    check(deadline, 'reports', () => checkReports(config, look, silence)),
    ...dnsChecks(),
  ])
  findings.push(await check(deadline, 'suppressed', () => checkSuppressions(config, look, now)))
  // Alone: reading fonts holds up the answers that other checks wait for.
  findings.push(await check(deadline, 'fonts', async () => checkFonts(config, look, await merchants)))
  findings.push(await templatesFound())
  await look.then(({ close }) => close()).catch(() => {})
  return findings.flat()

  async function templatesFound(): Promise<Finding[]> {
    const examining = openExamining({})
    try {
      const { db } = await look.catch(() => ({ db: undefined }))
      const templates = templatesOf(config, { db, examine: createExaminer(examining) }, await merchants)
      const patience = templateDeadline * Math.max(1, templates.length)
      return await check(patience, 'templates', () => checkTemplates(templates))
    } finally {
      await examining.close()
    }
  }

  function dnsChecks(): Promise<Finding[]>[] {
    const records = openMailRecords(config.dnsServers)
    const world = createMailDns({
      ...(config.dnsServers && { servers: config.dnsServers }),
      ...(landmarks && { landmarks }),
    }).resolvesPublicNames()
    const senders = merchants.then(all => sendersOf(config, all))
    const checkDomains = (name: string, judge: (domains: readonly string[]) => Promise<Found>) =>
      check(deadline, name, async () => {
        if (config.smtpUrl === undefined) return ok('Not asked without a mail server (SMTP_URL).')
        if (!(await world))
          return warn("DNS can't resolve public names from here.", 'Open the way to DNS, or set DNS_SERVERS.')
        return judge(await senders).catch(noAnswer)
      })
    return [
      checkDomains('SPF', domains => checkSpf(domains, records)),
      checkDomains('DKIM', domains => checkDkim(domains, config, files, records)),
      checkDomains('DMARC', domains => checkDmarc(domains, records)),
      checkDomains('bounces', async domains => checkBounces(bounceDomains(config, domains), records)),
    ]
  }
}

/** A name server that fails is a finding of its own; anything else is our mistake. */
function noAnswer(error: unknown): Found {
  const { syscall, hostname } = error as { syscall?: string; hostname?: string }
  if (!syscall?.startsWith('query')) throw error
  return warn(
    `DNS gave no answer about ${hostname} (${codeOf(error)}).`,
    'See that its name servers work, and try again.',
  )
}

/** The active merchants; none if the database can't tell, which is its own finding. */
async function merchantsIn(look: Promise<DatabaseInspection>): Promise<Merchant[]> {
  try {
    const { db, tables } = await look
    if (!db || tables !== 'current') return []
    return (await listMerchants(db)).filter(({ active }) => active)
  } catch {
    return []
  }
}

/** Where reports about mails go: to the senders, unless they have an address of their own. */
function bounceDomains({ bounceAddress }: Config, senders: readonly string[]): readonly string[] {
  return bounceAddress === undefined ? senders : [domainOf(bounceAddress)]
}

/** The domains in whose name mails go out. */
function sendersOf({ mailFrom }: Config, merchants: readonly Merchant[]): string[] {
  const addresses = [mailFrom, ...merchants.flatMap(({ settings }) => settings.sender?.address ?? [])]
  return [...new Set(addresses.map(domainOf))]
}
