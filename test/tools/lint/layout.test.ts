import { describe, expect, test } from 'vitest'
import type { Finding } from '../../../tools/lint/finding.ts'
import { layoutFindings } from '../../../tools/lint/layout.ts'
import { runCommand } from '../../support/command.ts'
import { isExhaustive, thorough } from '../../support/scope.ts'
import { inFolder } from './folders.ts'

const told = (files: Record<string, string>) => inFolder(files, folder => layoutFindings(folder))

describe('text broken into letters on a narrow phone', () => {
  test('is reported at the declaration that takes its space', async () => {
    const css = '.sum { font-weight: 400; }\n.num {\n  color: #1d1b16;\n  width: 99%;\n}\n.item { width: 1%; }\n'
    const findings = await inFolder({ 'brand.css': css }, async folder => {
      // Only on request: it takes a browser.
      if (!isExhaustive) return await layoutFindings(folder)
      expect((await runCommand('lint', folder)).out).not.toContain('broken-words')
      const { out } = await runCommand('lint', folder, '--layout', '--format', 'json')
      return (JSON.parse(out).findings as Finding[]).filter(({ rule }) => rule === 'broken-words')
    })
    expect(findings).toHaveLength(1)
    expect(findings[0]).toMatchObject({
      file: 'brand.css',
      line: 6,
      column: 9,
      rule: 'broken-words',
      severity: 'warning',
    })
    expect(findings[0]!.message).toMatch(
      /^on a phone 320 px wide, receipt [\w.-]+ breaks .*\bitems\.groups\.items\.name\b/,
    )
  })

  // The test above would have a second finding; wide names take all receipts once more.
  thorough('does not occur in the package’s templates, even with wide names', async () => {
    expect(await told({ 'brand.json': '{ "density": "dense" }' })).toEqual([])
  })
})
