import { readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { codeOf, TillError } from '../basics/errors.ts'
import { logAllToStderr } from '../basics/log.ts'
import { openDropFolder } from '../drop/drop-folder.ts'
import { watchDrop } from '../drop/watch.ts'
import type { CheckoutOptions } from '../flow/checkout.ts'
import type { TillOptions } from '../settings/options.ts'
import type { ReadSettings } from '../settings/read-settings.ts'
import { openSeal } from '../spool/seal.ts'
import { openTill, type Till } from '../till.ts'
import type { ReadArguments } from './arguments.ts'
import { doctor } from './doctor.ts'
import { print } from './print.ts'
import { exitCodeOf, exitCodes, formatCheckout, formatFile, formatStatus } from './say.ts'

/** The commands: how many words each takes, and what it does; it gives the exit code. */
export const commands: Readonly<
  Record<string, [number, (read: ReadArguments, options: ReadSettings) => Promise<number>]>
> = {
  send: [1, send],
  print: [
    1,
    async (read, options) => {
      const { code, text } = await print(contentOf(read.words[0] ?? ''), read, options.paper)
      say(text)
      return code
    },
  ],
  watch: [1, watch],
  status: [
    0,
    ({ json }, options) =>
      withTill(options, async till => {
        const status = await till.status()
        return say(json ? `${JSON.stringify(status)}\n` : formatStatus(status))
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
  show: [
    1,
    ({ words: [file = ''], json }, options) =>
      withTill(options, async till => {
        const shown = await till.show(file)
        return say(json ? `${JSON.stringify(shown)}\n` : formatFile(shown))
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
  unseal: [
    1,
    async ({ words: [file = ''] }, { spoolKey = [] }) =>
      say(openSeal([spoolKey].flat()).open(contentOf(file), basename(file))),
  ],
  doctor: [
    0,
    async (read, options) => {
      const { code, text } = await doctor(read, options)
      say(text)
      return code
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
    say(json ? `${JSON.stringify(end)}\n` : formatCheckout(end))
    return exitCodeOf(end)
  })
}

async function watch(
  { words: [folder = ''], allowRoot, ...rest }: ReadArguments,
  options: TillOptions,
): Promise<number> {
  const stopping = new AbortController()
  for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => stopping.abort())
  const log = logAllToStderr
  await using till = await openTill({ ...options, log })
  const seal = openSeal([options.spoolKey ?? []].flat())
  const drop = await openDropFolder(folder, { seal, now: Date.now, allowRoot })
  log({ level: 'info', message: 'Watching', file: folder })
  const checkout = { ...(options.language !== undefined && { language: options.language }), ...checkoutOptions(rest) }
  await watchDrop({ till, drop, checkout, now: Date.now, log, signal: stopping.signal })
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
