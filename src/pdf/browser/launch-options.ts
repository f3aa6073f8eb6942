import { type ChildProcess, execFile } from 'node:child_process'
import { channel } from 'node:diagnostics_channel'
import type { FoundBrowser } from './find-browser.ts'

/** What a browser process is started with. */
export interface LaunchOptions {
  browser: FoundBrowser
  /** Folder for the profile and everything the browser writes. */
  folder: string
  /** The fontconfig file, on hosts that use it. */
  fontsConf?: string | undefined
  sandbox: boolean
  environment: Readonly<Record<string, string | undefined>>
}

/**
 * Pictures wait for all their images, and for no clock: at 60 frames a second each waited for two. Any request, even to a local address, goes to a proxy that doesn't exist, and no name is resolved.
 */
const flags = [
  '--disable-gpu',
  '--disable-checker-imaging',
  '--disable-frame-rate-limit',
  '--font-render-hinting=none',
  '--lang=en-US',
  '--proxy-server=127.0.0.1:9',
  '--proxy-bypass-list=<-loopback>',
  '--host-resolver-rules=MAP * ~NOTFOUND',
  '--no-pings',
]

/** Command line arguments for a browser without network, added to puppeteer's. */
export function argumentsOf({ sandbox }: LaunchOptions): string[] {
  return sandbox ? flags : [...flags, '--no-sandbox']
}

/** The browser's environment: on Linux only what it needs, so that no secret of the host gets in. */
export function environmentOf(options: LaunchOptions): Record<string, string | undefined> {
  const { environment, folder, fontsConf, browser } = options
  if (process.platform !== 'linux') return { ...environment, TZ: 'UTC' }
  return {
    PATH: environment.PATH,
    LD_LIBRARY_PATH: browser.libraries ?? environment.LD_LIBRARY_PATH,
    HOME: folder,
    TMPDIR: folder,
    XDG_CACHE_HOME: folder,
    XDG_CONFIG_HOME: folder,
    FONTCONFIG_FILE: fontsConf,
    LANG: 'C.UTF-8',
    TZ: 'UTC',
  }
}

/**
 * Says why a browser didn't start and what to do about it.
 *
 * @param cause what starting it threw
 * @returns the message of an error
 */
export async function explainFailure(options: LaunchOptions, cause: unknown): Promise<string> {
  const { browser, sandbox } = options
  const start = `The browser at ${browser.path} did not start`
  const { code = '' } = cause as NodeJS.ErrnoException
  const words = limits.some(({ signs }) => signs.test(code)) ? code : await lastWords(options)
  const limit = limits.find(({ signs }) => signs.test(words))
  if (limit) return `${start}: ${limit.advice}`
  if (sandbox && /sandbox/i.test(words)) {
    return `${start}: this host lets it make no sandbox. Allow it unprivileged user namespaces, or set \`sandbox: false\`.`
  }
  const library = /error while loading shared libraries: ([\w.+-]{1,80})/.exec(words)?.[1]
  if (library)
    return `${start}: the host lacks the library ${library}. Install it, or \`npm install @sparticuz/chromium\`.`
  return `${start}: ${sentence(words) || 'it said nothing; run it by hand, or name another by `executablePath`.'}`
}

/** What the host has too little of, or forbids. */
const limits = [
  {
    signs: /EMFILE|ENFILE|Too many open files/,
    advice: 'too many files are open. Raise the limit (`ulimit -n`) of this process, or of the host.',
  },
  {
    signs: /EAGAIN|Resource temporarily unavailable|pthread_create/,
    advice: 'the host starts no more processes. Raise the limit of the user (`ulimit -u`) or of the container.',
  },
  {
    signs: /EACCES|Permission denied|failed to map segment/,
    advice:
      'the host forbids it to run there. If that file system is mounted `noexec`, as some hosts mount `/tmp`, set TMPDIR to a ' +
      'folder on another; else make the file executable, or name another by `executablePath`.',
  },
  { signs: /ENOMEM|Cannot allocate memory/, advice: 'there is no memory left. Give the host or the container more.' },
]

/** One line of at most 500 characters, without what Chromium says about graphics on every host that has none. */
function sentence(words: string): string {
  const lines = words.split('\n').filter(line => !/angle|vulkan|\bgl\b|egl|dbus/i.test(line))
  return lines.join(' ').replace(/\s+/g, ' ').trim().slice(0, 500)
}

/** The browser's error output. Over a pipe it exits silently, so it is run again on its own. */
async function lastWords(options: LaunchOptions): Promise<string> {
  const args = [
    ...argumentsOf(options),
    '--headless',
    '--dump-dom',
    `--user-data-dir=${options.folder}/last`,
    'about:blank',
  ]
  const env = environmentOf(options)
  return await new Promise(resolve => {
    execFile(options.browser.path, args, { env, timeout: 5000, killSignal: 'SIGKILL' }, (error, _, words) =>
      resolve(words || error?.message || ''),
    )
  })
}

/**
 * Runs work that starts a program through a library. If the system can't start it (no free file descriptor or process, not
 * executable), the child process reports that with an event; a library that doesn't listen leaves it to end the whole program.
 *
 * @param argument of the program that no other has: several may be started at once
 * @throws what the system says, or what `work` throws
 */
export async function orSpawnFailure<Result>(argument: string, work: () => Promise<Result>): Promise<Result> {
  const failure = Promise.withResolvers<never>()
  if (waits.size === 0) spawns.subscribe(listen)
  waits.set(argument, failure.reject)
  const working = work()
  // To the end: the library may start the program when the wait is over.
  working
    .catch(() => {})
    .finally(() => {
      waits.delete(argument)
      if (waits.size === 0) spawns.unsubscribe(listen)
    })
  return await Promise.race([working, failure.promise])
}

/** How to end each wait, by its program's argument. */
const waits = new Map<string, (error: Error) => void>()

const spawns = channel('child_process')

function listen(message: unknown): void {
  const { process: child } = message as { process: ChildProcess }
  // The library may give up before the event comes.
  const waiting = new Map(waits)
  child.once('error', error => {
    const ended = child.spawnargs?.map(argument => waiting.get(argument)).find(end => end !== undefined)
    if (ended) ended(error)
    // Somebody else's child, which has nobody else to listen.
    else if (child.listenerCount('error') === 0) throw error
  })
}
