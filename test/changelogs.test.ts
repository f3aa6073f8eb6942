import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { packageRoot } from '../src/package-root.ts'

const read = (path: string) => readFileSync(join(packageRoot, path), 'utf8')
const changelogs = ['CHANGELOG.md', 'service/CHANGELOG.md', 'till/CHANGELOG.md']

describe.each(changelogs)('%s', path => {
  test('has what comes next first, then each version with its day, the newest first', () => {
    const [next, ...versions] = [...read(path).matchAll(/^## (.+)$/gm)].map(([, heading = '']) => heading)
    expect(next).toBe('Next')
    for (const version of versions) expect(version).toMatch(/^\d+\.\d+\.\d+ \(20\d\d-\d\d-\d\d\)$/)
    const days = versions.map(version => version.slice(-11))
    expect(days).toEqual([...days].sort().reverse())
    const { version } = JSON.parse(read(join(path, '../package.json'))) as { version: string }
    expect(versions[0]).toContain(version)
  })
})

test('that of the library has nothing of the service’s settings, database and metrics', () => {
  const found = read('CHANGELOG.md').match(/PostgreSQL|SQLite|\bSMTP_[A-Z]+|METRICS_\w+|`\/admin/g)
  expect(found ?? []).toEqual([])
})
