import { beforeEach, describe, expect, test } from 'vitest'
import { createRecipientShares, placesKept } from '../src/delivery/queue/pace.ts'

test.each([
  [1, 0],
  [4, 0],
  [5, 1],
  [15, 1],
  [16, 2],
  [40, 5],
])('of %d places, %d are kept for others', (places, kept) => expect(placesKept(places)).toBe(kept))

describe('of ten places', () => {
  let now: number
  let shares: ReturnType<typeof createRecipientShares>
  beforeEach(() => {
    now = 1000
    shares = createRecipientShares(() => now)
  })

  /** Begins mails to a mail server, which end when they are answered. */
  const begin = (recipient: string, count = 1) => {
    const mails = Array.from({ length: count }, () => {
      const { promise, resolve } = Promise.withResolvers<void>()
      return { ended: shares.measure(recipient, () => promise), resolve }
    })
    return async () => {
      for (const { resolve } of mails) resolve()
      await Promise.all(mails.map(({ ended }) => ended))
    }
  }
  const send = async (recipient: string, ms: number) => {
    const answer = begin(recipient)
    now += ms
    await answer()
  }
  const placesFor = (recipient: string) => shares.placesFor(recipient, 10)

  test('whoever nothing is known of has half, and whoever is quick nearly all', async () => {
    expect(placesFor('mx.birch.example')).toBe(5)
    await send('mx.birch.example', 999)
    expect(placesFor('mx.birch.example')).toBe(9)
    expect(placesFor('mx.alder.example')).toBe(5)
  })

  test('whoever takes a second has half, as soon as it owes the answer', async () => {
    await send('mx.birch.example', 40)
    const answer = begin('mx.birch.example')
    now += 999
    expect(placesFor('mx.birch.example')).toBe(9)
    now += 1
    expect(placesFor('mx.birch.example')).toBe(5)
    await answer()
    expect(shares.isQuick('mx.birch.example')).toBe(false)
    expect(placesFor('mx.birch.example')).toBe(5)
  })

  test('whoever is slow has nearly all once nobody was quick for a minute', async () => {
    await send('mx.alder.example', 40)
    await send('mx.birch.example', 1500)
    now += 58_500
    expect(placesFor('mx.birch.example')).toBe(5)
    now += 1
    expect(placesFor('mx.birch.example')).toBe(9)
  })

  test('all that are slow leave some to the others', async () => {
    await send('mx.elm.example', 40)
    begin('mx.birch.example', 5)
    begin('mx.alder.example', 3)
    now += 2000
    expect([placesFor('mx.birch.example'), placesFor('mx.alder.example')]).toEqual([5, 4])
    begin('mx.alder.example')
    expect([placesFor('mx.birch.example'), placesFor('mx.alder.example')]).toEqual([5, 4])
    expect(placesFor('mx.elm.example')).toBe(9)
  })

  test('where all hangs for a minute, one more is tried, beyond the others, up to twice as many', () => {
    for (let hanging = 10; hanging <= 20; hanging++) {
      begin('mx.birch.example', hanging === 10 ? 10 : 1)
      now += 59_999
      expect(shares.placesInAll(10)).toBe(10)
      now += 1
      expect(shares.placesInAll(10)).toBe(Math.min(hanging + 1, 20))
      expect(placesFor('mx.birch.example')).toBe(hanging + 1)
    }
  })

  test('what hung before one was quick counts no more', async () => {
    begin('mx.birch.example', 2)
    now += 60_000
    await send('mx.birch.example', 40)
    expect(placesFor('mx.birch.example')).toBe(11)
    expect(shares.placesInAll(10)).toBe(12)
  })

  test('without a recipient, the last that was answered says whether it is quick', async () => {
    expect(shares.isQuick()).toBe(false)
    await send('mx.birch.example', 40)
    expect(shares.isQuick()).toBe(true)
    await send('mx.alder.example', 1000)
    expect(shares.isQuick()).toBe(false)
    expect(['birch', 'alder', 'elm'].map(name => shares.isQuick(`mx.${name}.example`))).toEqual([true, false, false])
  })

  test('a failure is measured as an answer is', async () => {
    await expect(
      shares.measure('mx.birch.example', () => Promise.reject(new Error('550 no such user'))),
    ).rejects.toThrow()
    expect(placesFor('mx.birch.example')).toBe(9)
  })
})
