import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { createEngine } from '../../../src/engine.ts'
import { runCommand } from '../../support/command.ts'
import { aReceipt } from '../../support/receipts.ts'

const temporary = mkdtempSync(join(tmpdir(), 'counterfoil-template-'))
const folder = join(temporary, 'my-brand')
afterAll(() => rmSync(temporary, { recursive: true }))

const run = (...args: string[]) => runCommand('template', ...args)

describe('counterfoil template', () => {
  test('new creates a folder that changes brand, section, styles and words', async () => {
    const { code, out } = await run('new', folder)
    expect(code).toBe(0)
    for (const file of ['brand.json', 'brand.css', 'sections/footer.html.hbs', 'locales/en.json'])
      expect(out).toContain(join(folder, file))
    await using engine = await createEngine({ templates: folder })
    const { html } = engine.email(aReceipt(), { acceptLanguage: 'fr-CA' })
    expect(html).toContain('Conservez ce courriel')
    expect(html).toContain('Fait à la main')
    expect(html).toContain('Maple &amp; Main Ltd')
    expect(html).toMatch(/<div style="[^"]*font-style:italic/)
    expect(html).toContain('#7a1f3d')
    expect(html).toContain('border-radius:4px')
  })

  test('new writes nothing into a folder that isn’t empty', async () => {
    const { code, err } = await run('new', folder)
    expect(code).toBe(1)
    expect(err).toContain('not empty')
  })

  test('copy takes a file of the package into the folder', async () => {
    expect((await run('copy', folder, 'sections/hero.html.hbs')).code).toBe(0)
    expect(readFileSync(join(folder, 'sections/hero.html.hbs'), 'utf8')).toContain('{{heading.amount}}')
  })

  test('copy suggests the right name, and writes nothing if one is wrong', async () => {
    const { code, err } = await run('copy', folder, 'sections/items.html.hbs', 'sections/foooter.html.hbs')
    expect(code).toBe(1)
    expect(err).toContain('did you mean sections/footer.html.hbs?')
    expect(existsSync(join(folder, 'sections/items.html.hbs'))).toBe(false)
  })

  test('copy overwrites nothing', async () => {
    const { code, err } = await run('copy', folder, 'sections/footer.html.hbs')
    expect(code).toBe(1)
    expect(err).toContain('nothing was overwritten')
  })
})
