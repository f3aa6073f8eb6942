import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import type { Memory, MemoryRun } from './memory-run.ts'
import type { Figure } from './table.ts'

const section = "Memory of the node process, after a tenth of the work → at the end (the browsers' is not in it)"
const program = fileURLToPath(new URL('memory-run.ts', import.meta.url))

/** Growth that isn't a leak: a tenth of the memory, plus a few late compilations. */
const slack = { share: 0.1, megabytes: 5 }

/** Megabytes left after many emails and PDFs. */
export async function memory(mails: number, pdfs: number): Promise<Figure[]> {
  const { stdout } = await promisify(execFile)(process.execPath, ['--expose-gc', program, String(mails), String(pdfs)])
  const run = JSON.parse(stdout) as MemoryRun
  return [...growth(`${mails} mails`, run.mails), ...growth(`${pdfs} PDFs`, run.pdfs)]
}

function growth(name: string, [warm, end]: [Memory, Memory]): Figure[] {
  return (['heap', 'resident'] as const).map((kind): Figure => {
    const most = warm[kind] * (1 + slack.share) + slack.megabytes
    return {
      section,
      name: `${name}, ${kind === 'heap' ? 'heap' : 'resident set'}`,
      value: end[kind],
      unit: 'MB',
      beside: `${warm[kind].toFixed(1)} → ${end[kind].toFixed(1)}`,
      ...(kind === 'heap' && { target: { words: 'flat', met: end[kind] <= most } }),
    }
  })
}
