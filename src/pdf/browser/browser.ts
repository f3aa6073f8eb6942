import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import type { Socket } from 'node:net'
import { join } from 'node:path'
import puppeteer, { type Browser, type CDPSession } from 'puppeteer'
import { BrowserError } from '../../errors.ts'
import { argumentsOf, environmentOf, explainFailure, type LaunchOptions } from './launch-options.ts'

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
    throw new BrowserError(await explainFailure(options), { cause })
  }
  const end = async () => {
    await killGroup(browser.process())
    await rm(profile, { recursive: true, force: true, maxRetries: 5 }).catch(() => undefined)
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
    session.once('Inspector.targetCrashed', kill)
    const { frameTree } = await session.send('Page.getFrameTree')
    letHostEnd(browser.process())
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

/**
 * An idle browser must not keep a program from ending that forgot to close its printer; it dies with the program. While a
 * document is printed, the timer of its deadline keeps the program up.
 */
function letHostEnd(child: ChildProcess | null): void {
  child?.unref()
  for (const pipe of child?.stdio ?? []) (pipe as Socket | null)?.unref()
}

/** The browser leads a process group of its own (puppeteer starts it detached), except on Windows. */
async function killGroup(child: ChildProcess | null): Promise<void> {
  if (child?.pid === undefined) return
  child.ref()
  const hasEnded = child.exitCode !== null || child.signalCode !== null
  const ended = hasEnded ? undefined : once(child, 'exit')
  try {
    process.kill(process.platform === 'win32' ? child.pid : -child.pid, 'SIGKILL')
  } catch {
    // The whole group is gone already.
  }
  await ended
}
