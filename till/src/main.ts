import { readFileSync } from 'node:fs'
import { codeOf, TillError } from './basics/errors.ts'
import { logAllToStderr } from './basics/log.ts'
import { type ReadArguments, readArguments, UsageError } from './cli/arguments.ts'
import { exitCodeOf, exitCodes, sayEnd, sayStatus } from './cli/say.ts'
import { examine, lineOf } from './doctor/examine.ts'
import { openDropFolder } from './drop/drop-folder.ts'
import { watchDrop } from './drop/watch.ts'
import type { CheckoutOptions } from './flow/checkout.ts'
import type { TillOptions } from './settings/options.ts'
import { readSettings } from './settings/read-settings.ts'
import { openTill, type Till } from './till.ts'

const usage = `counterfoil-till send FILE    sends one sale; "-" reads it from the standard input
counterfoil-till watch DROP   sends each file that is dropped into a folder, and what waits
counterfoil-till status       what waits, was refused, and was sent
counterfoil-till flush        sends what waits, now
counterfoil-till retry FILE   puts a refused receipt among the waiting ones again
counterfoil-till doctor       checks addresses, TLS, key, clock and disk

--settings FILE      a JSON file with the settings; or set COUNTERFOIL_RECEIPTS, _HOST, _MERCHANT, _KEY, _SPOOL …
--json               the result as JSON
--deadline MS        of a sale; default 4000
--language TAG       of confirmation and notice, such as fr-CA
--accept-language L  of the receipts, such as fr_CA

Exit codes of send: 0 sent, 3 queued, 4 refused, 5 neither sent nor kept; 1 trouble, 2 typed wrong.
`

/** Runs one command and returns its exit code. `watch` runs until it is told to stop. */
export async function main(args: readonly string[], environment: NodeJS.ProcessEnv): Promise<number> {
  try {
    const read = readArguments(args)
    if (read.command === 'help') return say(usage)
    const run = Object.hasOwn(commands, read.command) ? commands[read.command] : undefined
    if (!run) throw new UsageError(`There is no command "${read.command}"; "counterfoil-till help" lists all.`)
    const [wants, work] = run
    if (read.words.length !== wants)
      throw new UsageError(`"${read.command}" takes ${wants === 0 ? 'nothing' : 'one word'} more.`)
    return await work(read, readSettings(environment, read.settings))
  } catch (error) {
    if (!(error instanceof TillError)) throw error
    process.stderr.write(`${error.message}\n`)
    return error instanceof UsageError ? exitCodes.usage : exitCodes.trouble
  }
}

/** How many words each takes, and what it does. */
const commands: Readonly<Record<string, [number, (read: ReadArguments, options: TillOptions) => Promise<number>]>> = {
  send: [1, send],
  watch: [1, watch],
  status: [
    0,
    ({ json }, options) =>
      withTill(options, async till => {
        const status = await till.status()
        return say(json ? `${JSON.stringify(status)}\n` : sayStatus(status))
      }),
  ],
  flush: [
    0,
    ({ json }, options) =>
      withTill(options, async till => {
        const { sent, refused, left, reason } = await till.flush()
        const words = `${sent} sent, ${refused} refused, ${left} still waiting\n${reason === undefined ? '' : `${reason}\n`}`
        say(json ? `${JSON.stringify({ sent, refused, left, reason })}\n` : words)
        return left > 0 ? exitCodes.queued : refused > 0 ? exitCodes.refused : exitCodes.done
      }),
  ],
  retry: [
    1,
    ({ words: [file = ''] }, options) =>
      withTill(options, async till => {
        await till.retry(file)
        return say('It waits again; watch or flush sends it.\n')
      }),
  ],
  doctor: [
    0,
    async ({ json }, options) => {
      const findings = await examine(options)
      const isWell = findings.every(({ state }) => state !== 'fail')
      say(json ? `${JSON.stringify({ ok: isWell, checks: findings })}\n` : findings.map(lineOf).join(''))
      return isWell ? exitCodes.done : exitCodes.trouble
    },
  ],
}

/** Only `watch` sends what waits by itself: a command is over soon. */
async function withTill(options: TillOptions, run: (till: Till) => Promise<number>): Promise<number> {
  await using till = await openTill(options, { replays: false })
  return await run(till)
}

function send({ words: [file = ''], json, ...rest }: ReadArguments, options: TillOptions): Promise<number> {
  return withTill(options, async till => {
    const end = await till.checkout(contentOf(file), checkoutOptions(rest))
    say(json ? `${JSON.stringify(end)}\n` : sayEnd(end))
    return exitCodeOf(end)
  })
}

async function watch({ words: [folder = ''], ...rest }: ReadArguments, options: TillOptions): Promise<number> {
  const stopping = new AbortController()
  for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => stopping.abort())
  const log = logAllToStderr
  await using till = await openTill({ ...options, log })
  const drop = await openDropFolder(folder)
  log({ level: 'info', message: 'Watching', file: folder })
  const checkout = { ...(options.language !== undefined && { language: options.language }), ...checkoutOptions(rest) }
  await watchDrop({ till, drop, checkout, keptDays: 7, now: Date.now, log, signal: stopping.signal })
  return exitCodes.done
}

function checkoutOptions({ deadline, language, acceptLanguage }: Partial<ReadArguments>): CheckoutOptions {
  return {
    ...(deadline !== undefined && { deadline }),
    ...(language !== undefined && { language }),
    ...(acceptLanguage !== undefined && { acceptLanguage }),
  }
}

function contentOf(file: string): Uint8Array {
  try {
    return readFileSync(file === '-' ? 0 : file)
  } catch (cause) {
    throw new TillError(`${file} can't be read (${codeOf(cause)}).`, { cause })
  }
}

function say(text: string): number {
  process.stdout.write(text)
  return exitCodes.done
}
