import { expect, test } from 'vitest'
import { seeded } from '../reliability/random.ts'
import { play } from '../reliability/reliability.ts'
import { tableOf } from '../reliability/report.ts'

test('the reliability run kills, counts and reports', async () => {
  const told: string[] = []
  const rows = await play({ cycles: 2, seed: 7, only: 'sqlite', calm: true }, line => void told.push(line))
  const [kill, race] = rows
  expect(told).toEqual([
    'kill-sqlite …',
    `  kept: ${kill?.acknowledged} acknowledged, 0 lost. 0 mails accepted but not answered`,
    'resend-sqlite …',
    '  kept: 1 acknowledged, 0 lost. 19 of 150 accepted',
  ])
  expect(kill).toMatchObject({ cycles: 2, lost: 0, neverMailed: 0, kept: true })
  expect(kill?.acknowledged).toBeGreaterThan(2)
  expect(kill?.recoveries).toHaveLength(2)
  expect(race).toMatchObject({ note: '19 of 150 accepted', kept: true })
  const [head, , first] = tableOf(rows).split('\n')
  expect(head).toContain('| acknowledged | lost | never mailed | twice |')
  expect(first).toContain(`| ${kill?.acknowledged} `)
}, 300_000)

test('draws the same numbers from the same seed', () => {
  const [one, other, third] = [seeded(42), seeded(42), seeded(43)]
  const drawn = Array.from({ length: 1000 }, one)
  expect(Array.from({ length: 1000 }, other)).toEqual(drawn)
  expect(Array.from({ length: 1000 }, third)).not.toEqual(drawn)
  expect(Math.min(...drawn)).toBeGreaterThanOrEqual(0)
  expect(Math.max(...drawn)).toBeLessThan(1)
  expect(drawn.reduce((sum, value) => sum + value, 0) / 1000).toBeCloseTo(0.5, 1)
})
