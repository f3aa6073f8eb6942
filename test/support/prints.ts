import { existsSync } from 'node:fs'
import { readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { inject } from 'vitest'
import type { Paper } from '../../src/pdf/paper.ts'
import type { Look } from '../../src/view/variant.ts'
import { engineFor, type Fixture } from './fixtures.ts'

/**
 * A scenario with its offers as PDF. Several test files look at the same prints, each at something else, so each is printed once
 * in a run, by whoever needs it first; the others wait for its file.
 */
export async function printed(fixture: Fixture, paper: Paper, look: Look): Promise<Uint8Array> {
  const file = join(inject('prints'), `${fixture.name} ${paper} ${look}.pdf`)
  const claim = `${file}.claim`
  while (!existsSync(file)) {
    if (await isFirst(claim)) return await print(fixture, paper, look, file).finally(() => rm(claim))
    await pause(20)
  }
  return new Uint8Array(await readFile(file))
}

async function isFirst(claim: string): Promise<boolean> {
  return await writeFile(claim, '', { flag: 'wx' }).then(
    () => true,
    () => false,
  )
}

async function print(fixture: Fixture, paper: Paper, variant: Look, file: string): Promise<Uint8Array> {
  const { receipt, acceptLanguage, offers } = fixture
  const pdf = await (await engineFor(fixture)).pdf(receipt, { acceptLanguage, offers, paper, variant })
  await writeFile(`${file}.part`, pdf)
  await rename(`${file}.part`, file)
  return pdf
}
