import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import type { Socket } from 'node:net'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import type { Browser, CDPSession, PuppeteerNode } from 'puppeteer'
import { BrowserError } from '../../errors.ts'
import { noPuppeteer } from './find-browser.ts'
import { argumentsOf, environmentOf, explainFailure, type LaunchOptions, orSpawnFailure } from './launch-options.ts'

/** One browser process with one page, over the Chrome DevTools Protocol. */
export interface BrowserPage {
  /** The frame to write documents into. */
  readonly frameId: string
  /** Replaces the page's document by a new, empty one, which no policy of the pages before binds but ours. */
  renew(): Promise<void>
  /** How documents are laid out from now on; on sheets, printing itself is not concerned. */
  layOutFor(layout: PageLayout): Promise<void>
  /** Whether the page ever left `about:blank`, so that it no longer shows what was written into it. */
  hasLeft(): boolean
  /** Sends a protocol command to the page; rejects if the browser is gone. */
  send<Answer>(command: string, parameters?: object): Promise<Answer>
  /** Private memory of all this browser's processes, in bytes; 0 if the host doesn't report it. */
  memory(): Promise<number>
  /** Kills all this browser's processes; resolves when they are gone. Safe to call twice. */
  kill(): Promise<void>
}

/** How a document is laid out before it is printed or drawn. */
export interface PageLayout {
  /** As it is printed, or as on a screen. */
  media: 'print' | 'screen'
  /** What the reader prefers. Default `light`. */
  colorScheme?: 'light' | 'dark'
  /** Width in CSS px. Default 800. */
  width?: number
  /** Height in CSS px. Default 1. */
  height?: number
  /** Device pixels per CSS px. Default 1. */
  scale?: number
}

/** Where puppeteer keeps its downloaded browsers: the headless shell, then Chrome; nowhere for a user without a home. @throws BrowserError without puppeteer */
export async function puppeteerPaths(): Promise<string[]> {
  const puppeteer = await loadPuppeteer()
  const found = await Promise.allSettled([
    puppeteer.executablePath({ browser: 'chrome', headless: 'shell' }),
    puppeteer.executablePath({ browser: 'chrome' }),
  ])
  return found.flatMap(path => (path.status === 'fulfilled' ? [path.value] : []))
}

/**
 * Starts a headless Chromium without scripts or network, and opens its one page.
 * Commands go through a pipe, so no port is opened, and the browser ends with this process.
 *
 * @throws BrowserError if it doesn't start, or without puppeteer
 */
export async function launchBrowser(options: LaunchOptions): Promise<BrowserPage> {
  const puppeteer = await loadPuppeteer()
  const profile = await mkdtemp(join(options.folder, 'profile-'))
  ensureHome(options.folder)
  let browser: Browser
  try {
    browser = await orSpawnFailure(`--user-data-dir=${profile}`, () =>
      puppeteer.launch({
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
      }),
    )
  } catch (cause) {
    throw new BrowserError(await explainFailure(options, cause), { cause })
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
    let [media, viewport] = [mediaOf({ media: 'screen' }), viewportOf({ media: 'screen' })]
    browser.on('targetchanged', () => {
      hasLeft = true
    })
    session.once('Inspector.targetCrashed', kill)
    let frameId = await boundFrame(session)
    letHostEnd(browser.process())
    return {
      get frameId() {
        return frameId
      },
      async renew() {
        await session.send('Page.navigate', { url: 'about:blank' })
        frameId = await boundFrame(session)
      },
      async layOutFor(layout) {
        const [wanted, wantedSize] = [mediaOf(layout), viewportOf(layout)]
        const changes = [
          ...(isDeepStrictEqual(wanted, media) ? [] : [session.send('Emulation.setEmulatedMedia', wanted)]),
          ...(isDeepStrictEqual(wantedSize, viewport)
            ? []
            : [session.send('Emulation.setDeviceMetricsOverride', wantedSize)]),
        ]
        ;[media, viewport] = [wanted, wantedSize]
        await Promise.all(changes)
      },
      hasLeft: () => hasLeft,
      send: <Answer>(command: string, parameters?: object) =>
        withoutStack(() => session.send(command as never, parameters as never)) as Promise<Answer>,
      memory: () => memoryOf(browser),
      kill,
    }
  } catch (cause) {
    await kill()
    throw new BrowserError('The browser started and ended before its page was open; try again.', { cause })
  }
}

/** Who only sends mail doesn't install it. */
async function loadPuppeteer(): Promise<PuppeteerNode> {
  try {
    return (await import('puppeteer')).default
  } catch (cause) {
    throw noPuppeteer(cause)
  }
}

/** Puppeteer makes an error for each command, should it fail; finding out its stack took longer than sending the command. */
function withoutStack<Result>(work: () => Result): Result {
  const { stackTraceLimit } = Error
  Error.stackTraceLimit = 0
  try {
    return work()
  } finally {
    Error.stackTraceLimit = stackTraceLimit
  }
}

/** Puppeteer fails for a user without a home, as some containers have, because it looks there for its settings. */
function ensureHome(folder: string): void {
  try {
    homedir()
  } catch {
    process.env.HOME = folder
  }
}

/** Without a name it is the screen, but not what is printed. */
function mediaOf({ media, colorScheme }: PageLayout) {
  const scheme = { name: 'prefers-color-scheme', value: colorScheme === 'dark' ? 'dark' : '' }
  return { media: media === 'print' ? 'print' : '', features: [scheme] }
}

/** Almost no height, because content never measures less than the viewport. */
function viewportOf({ width = 800, height = 1, scale = 1 }: PageLayout) {
  return { width, height, deviceScaleFactor: scale, mobile: false }
}

/** A bare session: puppeteer's page object would listen to dozens of events per document. */
async function openPage(browser: Browser): Promise<CDPSession> {
  const target = await browser.waitForTarget(candidate => candidate.type() === 'page')
  const session = await target.createCDPSession()
  await Promise.all([
    session.send('Emulation.setScriptExecutionDisabled', { value: true }),
    session.send('Emulation.setDeviceMetricsOverride', viewportOf({ media: 'screen' })),
    session.send('Inspector.enable'),
  ])
  return session
}

/** The page's frame, in which nothing is loaded from elsewhere. */
async function boundFrame(session: CDPSession): Promise<string> {
  const { frameTree } = await session.send('Page.getFrameTree')
  await session.send('Page.setDocumentContent', { frameId: frameTree.frame.id, html: policyPage })
  return frameTree.frame.id
}

async function memoryOf(browser: Browser): Promise<number> {
  if (process.platform !== 'linux') return 0
  const session = await browser.target().createCDPSession()
  const { processInfo } = await session.send('SystemInfo.getProcessInfo')
  await session.detach()
  return processInfo.reduce((sum, { id }) => sum + privateBytes(id), 0)
}

/** Resident minus shared pages, from `/proc/<pid>/statm` (proc(5)). */
function privateBytes(pid: number): number {
  try {
    const [, resident = 0, shared = 0] = readFileSync(`/proc/${pid}/statm`, 'latin1').split(' ').map(Number)
    return (resident - shared) * 4096
  } catch {
    return 0
  }
}

/**
 * An idle browser must not keep alive a program that forgot to close its printer; it dies with the program. While a document is
 * printing, its deadline's timer keeps the program running.
 */
function letHostEnd(child: ChildProcess | null): void {
  child?.unref()
  // Bun's pipes have no `unref`, and don't keep it running.
  for (const pipe of child?.stdio ?? []) (pipe as Partial<Socket> | null)?.unref?.()
}

/** The browser leads its own process group (puppeteer starts it detached), except on Windows. */
async function killGroup(child: ChildProcess | null): Promise<void> {
  if (child?.pid === undefined) return
  child.ref()
  const hasEnded = child.exitCode !== null || child.signalCode !== null
  const ended = hasEnded ? undefined : once(child, 'exit')
  try {
    process.kill(process.platform === 'win32' ? child.pid : -child.pid, 'SIGKILL')
  } catch {
    // The group is already gone.
  }
  await ended
}

/**
 * What pages may load (CSP Level 3): embedded pictures and fonts.
 *
 * Chromium keeps a document's policies for whatever is written into it later, and asks them all. So this one is written into a new
 * document, once: in each page, it made each slower than the one before, by half after 500.
 */
const directives =
  "default-src 'none'; img-src data:; font-src data:; style-src 'unsafe-inline'; form-action 'none'; base-uri 'none'"

/** The first page of a new document of the browser, which binds all later ones. */
const policyPage = `<!doctype html><html lang="en"><head><meta http-equiv="Content-Security-Policy" content="${directives}"><title>Policy</title></head></html>`

/** The page without the policy in our templates, which is for whoever shows their pages elsewhere. */
export function withoutPolicy(html: string): string {
  return html.replace(templatePolicy, '')
}

const templatePolicy =
  '<meta http-equiv="Content-Security-Policy" content="default-src \'none\'; img-src data:; font-src data:; ' +
  "style-src 'unsafe-inline'\">"

/** Whether a page must not stay: it may have a policy of its own, which would bind the pages of others, or move without end. */
export function mustNotStay(html: string): boolean {
  return /http-equiv|animation|<animate|image\/svg/i.test(html)
}
