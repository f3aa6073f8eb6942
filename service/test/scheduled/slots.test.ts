import { describe, expect, test } from 'vitest'
import { newestSlot, nextSlot } from '../../src/worker/reports/slots.ts'

const daily = (minute: number) => ({ every: 'day', weekday: 1, minute }) as const
const iso = (at: number) => new Date(at).toISOString()

/** All slots between two instants, as those see them who look every quarter of an hour. */
function slotsSeen(rhythm: Parameters<typeof newestSlot>[0], zone: string, from: string, to: string): string[] {
  const seen = new Map<number, string>()
  for (let now = Date.parse(from); now < Date.parse(to); now += 900_000) {
    const { day, at } = newestSlot(rhythm, zone, now)
    if (at >= Date.parse(from)) seen.set(day, iso(at))
  }
  return [...seen.values()]
}

describe('a report’s times', () => {
  test.each([
    // 2:30 is skipped on March 8, and comes an hour later by the clock.
    ['skipped', 'America/Toronto', '2026-03-07T12:00Z', '2026-03-10T00:00Z', 150, ['03-08T07:30', '03-09T06:30']],
    // 1:30 comes twice on November 1; the first counts.
    ['repeated', 'America/Toronto', '2026-10-31T12:00Z', '2026-11-03T00:00Z', 90, ['11-01T05:30', '11-02T06:30']],
    // Lord Howe changes its clocks by half an hour.
    [
      'half',
      'Australia/Lord_Howe',
      '2026-10-02T00:00Z',
      '2026-10-05T00:00Z',
      135,
      ['10-02T15:45', '10-03T15:45', '10-04T15:15'],
    ],
    // Midnight is skipped in Beirut.
    [
      'midnight',
      'Asia/Beirut',
      '2026-03-27T00:00Z',
      '2026-03-30T00:00Z',
      0,
      ['03-27T22:00', '03-28T22:00', '03-29T21:00'],
    ],
  ] as const)('are one a day where clocks change: %s', (_, zone, from, to, minute, expected) => {
    expect(slotsSeen(daily(minute), zone, from, to)).toEqual(expected.map(time => `2026-${time}:00.000Z`))
  })

  test('of a week are of its day by the zone’s clock', () => {
    const monday = { every: 'week', weekday: 1, minute: 360 } as const
    // In Auckland it is Monday already.
    const now = Date.parse('2026-11-29T17:30:00Z')
    expect(iso(newestSlot(monday, 'Pacific/Auckland', now).at)).toBe('2026-11-29T17:00:00.000Z')
    expect(iso(newestSlot(monday, 'America/Toronto', now).at)).toBe('2026-11-23T11:00:00.000Z')
    expect(iso(nextSlot(monday, 'America/Toronto', now).at)).toBe('2026-11-30T11:00:00.000Z')
  })

  test('are never at once before and after a moment', () => {
    for (const zone of ['UTC', 'America/St_Johns', 'Pacific/Kiritimati', 'Africa/Casablanca'])
      for (let now = Date.parse('2026-01-01T00:00Z'); now < Date.parse('2027-01-01T00:00Z'); now += 7 * 3_600_000) {
        const [last, next] = [newestSlot(daily(105), zone, now), nextSlot(daily(105), zone, now)]
        expect([last.at <= now, now < next.at, next.day - last.day]).toEqual([true, true, 1])
      }
  })
})
