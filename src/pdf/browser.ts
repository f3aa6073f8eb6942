import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import puppeteer, { type Browser, type CDPSession } from 'puppeteer'
import { BrowserError } from '../errors.ts'
import type { FoundBrowser } from './find-browser.ts'

/** One browser process with one page, over the Chrome DevTools Protocol. */
export interface BrowserPage {
  /** The frame that documents are written into. */
  frameId: string
  /** Whether the page has ever left `about:blank`; then what it shows is not what was written into it. */
  hasLeft(): boolean
  /** Sends a command of the protocol to the page; rejects when the browser is gone. */
  send<Answer>(command: string, parameters?: object): Promise<Answer>
  /** Bytes of memory that all processes of this browser have to themselves; 0 where the host does not tell. */
  memory(): Promise<number>
  /** Ends all processes of this browser at once; resolves when they are gone. Safe to call twice. */
  kill(): Promise<void>
}

export interface LaunchOptions {
  browser: FoundBrowser
  /** Folder for the profile and all the browser writes. */
  folder: string
  /** The fontconfig file, where fonts come from there. */
  fontsConf?: string | undefined
  sandbox: boolean
  environment: Readonly<Record<string, string | undefined>>
}

/** The places where puppeteer keeps the browsers it downloads: the headless shell, then Chrome. */
export async function puppeteerPaths(): Promise<string[]> {
  return await Promise.all([
    puppeteer.executablePath({ browser: 'chrome', headless: 'shell' }),
    puppeteer.executablePath({ browser: 'chrome' }),
  ])
}

/**
 * Starts a headless Chromium that runs no script and reaches no network, and opens its one page.
 * Commands go through a pipe, so no port is opened, and the browser ends when this process does.
 *
 * @throws BrowserError when it does not start
 */
export async function launchBrowser(options: LaunchOptions): Promise<BrowserPage> {
  const profile = await mkdtemp(join(options.folder, 'profile-'))
  let browser: Browser
  try {
    browser = await puppeteer.launch({
      browser: 'chrome',
      executablePath: options.browser.path,
      headless: 'shell',
      pipe: true,
      userDataDir: profile,
      env: environmentOf(options),
      args: argumentsOf(options),
      defaultViewport: null,
      handleSIGINT: false,
      handleSIGTERM: false,
      handleSIGHUP: false,
      protocolTimeout: 0,
      timeout: 30_000,
    })
  } catch (cause) {
    throw new BrowserError(startAdvice(options, await lastWords(options)), { cause })
  }
  const exited = new Promise<void>(resolve => browser.process()?.once('exit', () => resolve()))
  const end = async () => {
    killGroup(browser.process()?.pid)
    await exited
    await rm(profile, { recursive: true, force: true, maxRetries: 5 })
  }
  let ending: Promise<void> | undefined
  const kill = () => {
    ending ??= end()
    return ending
  }
  try {
    const session = await openPage(browser)
    let hasLeft = false
    browser.on('targetchanged', () => {
      hasLeft = true
    })
    session.once('Inspector.targetCrashed', () => killGroup(browser.process()?.pid))
    const { frameTree } = await session.send('Page.getFrameTree')
    return {
      frameId: frameTree.frame.id,
      hasLeft: () => hasLeft,
      send: <Answer>(command: string, parameters?: object) =>
        session.send(command as never, parameters as never) as Promise<Answer>,
      memory: () => memoryOf(browser),
      kill,
    }
  } catch (cause) {
    await kill()
    throw new BrowserError('The browser started and ended before its page was open; try again.', { cause })
  }
}

/**
 * Nothing is painted on a screen, so the compositor stays in the page's thread (a third less work per document).
 * Any request would go to a proxy that is not there, local addresses included, and no name is looked up.
 */
const flags = [
  '--disable-gpu',
  '--disable-threaded-compositing',
  '--font-render-hinting=none',
  '--lang=en-US',
  '--proxy-server=127.0.0.1:9',
  '--proxy-bypass-list=<-loopback>',
  '--host-resolver-rules=MAP * ~NOTFOUND',
  '--no-pings',
]

function argumentsOf({ sandbox }: LaunchOptions): string[] {
  return sandbox ? flags : [...flags, '--no-sandbox']
}

function environmentOf(options: LaunchOptions): Record<string, string | undefined> {
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

/** Next to no height, because content is measured as at least as high as the viewport. */
const viewport = { width: 800, height: 1, deviceScaleFactor: 1, mobile: false }

/** A bare session: puppeteer's own page object would listen to dozens of events per document. */
async function openPage(browser: Browser): Promise<CDPSession> {
  const target = await browser.waitForTarget(candidate => candidate.type() === 'page')
  const session = await target.createCDPSession()
  await Promise.all([
    session.send('Emulation.setScriptExecutionDisabled', { value: true }),
    session.send('Emulation.setEmulatedMedia', { media: 'print' }),
    session.send('Emulation.setDeviceMetricsOverride', viewport),
    session.send('Inspector.enable'),
  ])
  return session
}

async function memoryOf(browser: Browser): Promise<number> {
  if (process.platform !== 'linux') return 0
  const session = await browser.target().createCDPSession()
  const { processInfo } = await session.send('SystemInfo.getProcessInfo')
  await session.detach()
  return processInfo.reduce((sum, { id }) => sum + privateBytes(id), 0)
}

/** Resident less shared pages, from `/proc/<pid>/statm` (proc(5)). */
function privateBytes(pid: number): number {
  try {
    const [, resident, shared] = readFileSync(`/proc/${pid}/statm`, 'latin1').split(' ').map(Number)
    return (resident! - shared!) * 4096
  } catch {
    return 0
  }
}

/** The browser leads a process group of its own (puppeteer starts it detached), except on Windows. */
function killGroup(pid: number | undefined): void {
  if (pid === undefined) return
  try {
    process.kill(process.platform === 'win32' ? pid : -pid, 'SIGKILL')
  } catch {
    return
  }
}

/** What the browser says on its error output: over a pipe it ends without a word, so it is run again by itself. */
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
    execFile(options.browser.path, args, { env, timeout: 5000, killSignal: 'SIGKILL' }, (_, __, words) =>
      resolve(words),
    )
  })
}

function startAdvice({ browser, sandbox }: LaunchOptions, words: string): string {
  const start = `The browser at ${browser.path} did not start`
  if (sandbox && /sandbox/i.test(words)) {
    return `${start}: this host lets it make no sandbox. Allow it unprivileged user namespaces, or set \`sandbox: false\`.`
  }
  const library = /error while loading shared libraries: ([\w.+-]{1,80})/.exec(words)?.[1]
  if (library)
    return `${start}: the host lacks the library ${library}. Install it, or \`npm install @sparticuz/chromium\`.`
  return `${start}: ${words.slice(0, 500).trim() || 'it said nothing; run it by hand, or name another by `executablePath`.'}`
}
