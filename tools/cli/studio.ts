import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { setFlagsFromString } from 'node:v8'
import { openStudio } from '../studio/server/studio.ts'
import { readArgs, UsageError } from './files.ts'
import { print, say } from './terminal.ts'

/** `counterfoil studio [DIR]`: runs the studio until the command is stopped. */
export async function studio(args: readonly string[]): Promise<number> {
  const { values, positionals } = readArgs(args, {
    port: { type: 'string' },
    open: { type: 'boolean', default: false },
    smtp: { type: 'string' },
    from: { type: 'string', default: 'studio@example.com' },
  })
  const [templates, ...more] = positionals
  if (more.length) throw new UsageError('studio takes one folder: counterfoil studio my-brand')
  const smtp = values.smtp ?? process.env.SMTP_URL
  const port = values.port === undefined ? undefined : portOf(values.port)
  // Else V8 keeps all that every edit compiled until memory is short: 2 MB each.
  setFlagsFromString('--no-compilation-cache')
  const outbox = smtp ? { url: smtp, from: values.from } : undefined
  const opened = await openStudio({ templates, port, outbox })
  print(`${opened.url}\n`)
  say(`The studio shows ${templates ?? 'the package’s templates'}. Press Ctrl-C to stop.\n`)
  if (values.open) show(opened.url)
  await Promise.race([once(process, 'SIGINT'), once(process, 'SIGTERM')])
  await opened.close()
  return 0
}

function portOf(text: string): number {
  const port = Number(text)
  if (!/^\d+$/.test(text) || port > 65_535) throw new UsageError('--port: must be a number from 0 to 65535')
  return port
}

/** Opens the user's browser; if that fails, prints the URL. */
function show(url: string): void {
  const [command = 'xdg-open', ...args] = openers[process.platform] ?? []
  const child = spawn(command, [...args, url], { stdio: 'ignore', detached: true })
  child.on('error', () => say(`Could not open a browser; go to ${url}\n`))
  child.unref()
}

const openers: Partial<Record<NodeJS.Platform, string[]>> = {
  darwin: ['open'],
  win32: ['cmd', '/c', 'start', ''],
}
