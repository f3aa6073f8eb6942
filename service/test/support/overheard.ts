import { afterEach, beforeEach, expect, vi } from 'vitest'
import { openLog } from '../../src/basics/monitoring/log.ts'
import { randomIds, secrets } from './marked.ts'
import { type OtelSdk, startOtel } from './otel.ts'
import { startService, type TestOptions, type TestService } from './service.ts'

/** All that services say in a test, but for answers to tills and mails. */
export interface Overheard {
  /** The log, from level debug on. */
  lines: string[]
  /** What `/metrics` and `/readyz` said. */
  scraped: string[]
  /** Starts a service that is listened to. */
  open(options?: TestOptions): Promise<TestService>
  scrape(service: { url: string }): Promise<void>
}

/** Where secrets are, each with the text around it. */
export function leaksIn(output: Readonly<Record<string, readonly string[]>>): string[] {
  return Object.entries(output).flatMap(([kind, texts]) =>
    texts.flatMap(text => {
      const told = text.replaceAll(randomIds, 'id')
      return secrets.flatMap(secret => (told.match(secret) ?? []).map(found => `${kind}: ${found} in ${text}`))
    }),
  )
}

/** Listens in every test from here on, and fails those in which a marker of `marked.ts` is heard. */
export function overhear(): Overheard {
  let sdk: OtelSdk
  let terminal: string[] = []
  const overheard: Overheard = {
    lines: [],
    scraped: [],
    open(options = {}) {
      const log = openLog('debug', { write: line => void overheard.lines.push(line) })
      const settings = { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:4318', ...options.settings }
      return startService({ ...options, log, settings })
    },
    async scrape({ url }) {
      for (const path of ['/metrics', '/readyz']) overheard.scraped.push(await (await fetch(`${url}${path}`)).text())
    },
  }

  beforeEach(() => {
    overheard.lines = []
    overheard.scraped = []
    terminal = []
    sdk = startOtel()
    for (const stream of [process.stdout, process.stderr])
      vi.spyOn(stream, 'write').mockImplementation(chunk => Boolean(terminal.push(String(chunk))))
    for (const name of ['log', 'info', 'warn', 'error', 'debug'] as const)
      vi.spyOn(console, name).mockImplementation((...words) => void terminal.push(words.join(' ')))
  })

  afterEach(async () => {
    vi.restoreAllMocks()
    const metrics = [JSON.stringify(await sdk.metrics())]
    sdk.stop()
    const spans = sdk
      .spans()
      .map(({ name, attributes, events, status, links, resource }) =>
        JSON.stringify([name, attributes, events, status, links.map(link => link.attributes), resource.attributes]),
      )
    const { lines, scraped } = overheard
    expect(leaksIn({ lines, scraped, terminal, metrics, spans })).toEqual([])
    // Silence would prove nothing.
    expect([lines.length, scraped.length, spans.length].every(Boolean)).toBe(true)
  })
  return overheard
}
