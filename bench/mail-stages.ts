import { existsSync, readFileSync } from 'node:fs'
import type { Profiler } from 'node:inspector'
import { Session } from 'node:inspector/promises'
import { fileURLToPath } from 'node:url'
import { counterfoil } from './counterfoil.ts'
import { receiptOf, receiptOptions } from './receipts.ts'
import { type Figure, short } from './table.ts'

/** The stages of the pipeline (`src/engine.ts`), by the folders that do their work. */
const stages: Record<string, readonly string[]> = {
  parse: ['src/receipt/'],
  locale: ['src/locale/resolve/', 'src/merchant/', 'src/options/', 'src/engine.ts'],
  'view: what is said': ['src/view/', 'src/reading/', 'src/brand/'],
  'view: words and amounts': ['src/locale/'],
  barcode: ['src/barcode/'],
  'pages: templates': ['built-templates/'],
  'pages: the rest': ['src/document/'],
  compose: ['src/email/'],
}
const section = 'Where a mail’s time goes: CPU, by samples'

/**
 * Samples one process that makes mails, and adds each sample up to the stage that it belongs to: that of the innermost function of
 * ours, so what a library or Node does counts for who called it.
 *
 * @param seconds how long to sample
 */
export async function mailStages(seconds: number): Promise<Figure[]> {
  await using engine = await counterfoil.createEngine()
  const session = new Session()
  session.connect()
  let mails = 0
  const work = (milliseconds: number) => {
    for (const end = performance.now() + milliseconds; performance.now() < end; mails++)
      engine.email(receiptOf(mails), receiptOptions)
  }
  work(3000)
  mails = 0
  await session.post('Profiler.enable')
  await session.post('Profiler.setSamplingInterval', { interval: 100 })
  await session.post('Profiler.start')
  work(seconds * 1000)
  const { profile } = await session.post('Profiler.stop')
  session.disconnect()
  return figuresOf(timesIn(profile), mails)
}

function figuresOf(times: ReadonlyMap<string, number>, mails: number): Figure[] {
  const all = [...times.values()].reduce((sum, time) => sum + time, 0)
  const names = [...Object.keys(stages), 'garbage collection', 'anything else']
  const figure = (name: string, time: number): Figure => ({
    section,
    name,
    value: time / mails,
    unit: 'µs',
    beside: `${short((100 * time) / all)} %`,
  })
  return [...names.map(name => figure(name, times.get(name) ?? 0)), figure('a mail of 20 goods', all)]
}

/** Microseconds of each stage. */
function timesIn({ nodes, samples = [], timeDeltas = [] }: Profiler.Profile): Map<string, number> {
  const stageOfNode = new Map<number, string>()
  const visit = (node: Profiler.ProfileNode, around: string) => {
    const stage = stageOf(node.callFrame) ?? around
    stageOfNode.set(node.id, stage)
    for (const kid of node.children ?? []) visit(byNumber.get(kid)!, stage)
  }
  const byNumber = new Map(nodes.map(node => [node.id, node]))
  visit(nodes[0]!, 'anything else')
  const times = new Map<string, number>()
  for (const [at, node] of samples.entries()) {
    const stage = stageOfNode.get(node)!
    times.set(stage, (times.get(stage) ?? 0) + timeDeltas[at]!)
  }
  return times
}

function stageOf({ functionName, url, lineNumber }: Profiler.ProfileNode['callFrame']): string | undefined {
  if (functionName === '(garbage collector)') return 'garbage collection'
  const path = url.startsWith('file:') ? fileURLToPath(url) : url
  const source = `/${sourceAt(path, lineNumber) ?? path}`
  return Object.keys(stages).find(stage => stages[stage]!.some(folder => source.includes(`/${folder}`)))
}

/** The file that a line of a bundle is from, by the comments that the bundler leaves; undefined for other files. */
function sourceAt(path: string, lineNumber: number): string | undefined {
  if (!bundled.has(path)) bundled.set(path, existsSync(path) ? regionsIn(readFileSync(path, 'utf8')) : [])
  return bundled.get(path)?.findLast(({ line }) => line <= lineNumber)?.source
}

function regionsIn(code: string): { line: number; source: string }[] {
  return code.split('\n').flatMap((text, line) => {
    const source = text.match(/^\/\/ (\S+\.[cm]?[jt]s)$/)?.[1]
    return source === undefined ? [] : [{ line, source }]
  })
}

const bundled = new Map<string, { line: number; source: string }[]>()
