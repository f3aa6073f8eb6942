import { setTimeout as pause } from 'node:timers/promises'
import { beforeEach, describe, expect, test } from 'vitest'
import { createRecipientShares, createSendConcurrency, placesKept } from '../src/delivery/queue/pace.ts'

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

  test('the thousand that were used last are remembered, and whoever has work', async () => {
    const [first, second, third] = ['a', 'b', 'c'].map(name => `mx.${name}.example`) as [string, string, string]
    for (const recipient of [first, second, third]) await send(recipient, 0)
    begin(second)
    for (let number = 0; number < 997; number++) await send(`mx.${number}.example`, 0)
    await send(third, 0)
    expect([first, second, third].map(shares.isQuick)).toEqual([true, true, true])
    for (const name of ['one', 'other']) await send(`mx.${name}.example`, 0)
    expect([first, second, third].map(shares.isQuick)).toEqual([false, true, true])
  })
})

const never = new AbortController().signal

/** A pace whose sends take a given time. */
function paceOf(connections: number) {
  let time = 0
  const pace = createSendConcurrency(connections, () => time)
  const send = (milliseconds: number, domain = 'example.com') =>
    pace.send(domain, never, async () => {
      time += milliseconds
    })
  /** Begins to send to a domain; returns how many have begun, and how to end them. */
  const hang = (count: number, domain: string) => {
    const end = Promise.withResolvers<void>()
    let begun = 0
    const all = Array.from({ length: count }, () =>
      pace.send(domain, never, () => {
        begun += 1
        return end.promise
      }),
    )
    return { begun: () => begun, end: end.resolve, all: Promise.all(all) }
  }
  return { pace, send, hang, pass: (milliseconds: number) => (time += milliseconds) }
}

/** Until whatever may begin has begun. */
const settle = () => pause(20)

test('as many mails are in hand as connections, four times that after one that took less than a second', async () => {
  const { pace, send } = paceOf(3)
  expect(pace.inHand()).toBe(3)
  await send(999)
  expect(pace.inHand()).toBe(12)
  await send(1000)
  expect(pace.inHand()).toBe(3)
})

describe('of ten connections', () => {
  test('a domain that nothing is known of has half, a quick one all but one, and a slow one half again', async () => {
    const { pace, send, hang, pass } = paceOf(10)
    const first = hang(20, 'example.com')
    await settle()
    expect(first.begun()).toBe(5)
    expect(pace.inHandFor('example.com')).toBe(5)
    first.end()
    await first.all
    expect(pace.inHandFor('example.com')).toBe(36)
    const second = hang(20, 'example.com')
    await settle()
    expect(second.begun()).toBe(9)
    pass(1000)
    expect(pace.inHandFor('example.com')).toBe(5)
    // One is left, though nothing answers.
    await send(1, 'example.net')
    second.end()
    await second.all
  })

  test('a slow domain has nearly all if nothing else was quick for a minute: it is the mail server that is slow', async () => {
    const { send, hang, pass } = paceOf(10)
    await send(1, 'example.net')
    await send(2000)
    const first = hang(20, 'example.com')
    await settle()
    expect(first.begun()).toBe(5)
    first.end()
    pass(60_000)
    await first.all
    const second = hang(20, 'example.com')
    await settle()
    expect(second.begun()).toBe(9)
    second.end()
    await second.all
  })

  test('a domain is quick again with the first mail that is, however long answers to earlier ones are owed', async () => {
    const { pace, send, hang, pass } = paceOf(10)
    await send(10)
    const lost = hang(4, 'example.com')
    await settle()
    pass(30_000)
    expect(pace.inHandFor('example.com')).toBe(5)
    await send(10)
    expect(pace.inHandFor('example.com')).toBe(36)
    pass(30_000)
    expect([pace.inHandFor('example.com'), pace.inHand()]).toEqual([52, 56])
    pass(540_000)
    lost.end()
    await lost.all
    expect(pace.inHandFor('example.com')).toBe(36)
    const slow = hang(1, 'example.com')
    await settle()
    pass(1000)
    expect(pace.inHandFor('example.com')).toBe(5)
    slow.end()
    await slow.all
  })

  test('while all mails hang, one more is tried each minute; once one is sent, the others count no more', async () => {
    const { pace, send, hang, pass } = paceOf(10)
    await send(10)
    pass(1)
    const lost = [hang(9, 'example.com')]
    await settle()
    for (const minute of [1, 2, 3]) {
      pass(59_999)
      const probe = hang(1, 'example.com')
      await settle()
      expect([minute, probe.begun()]).toEqual([minute, 0])
      pass(1)
      // It is looked at again when another one comes.
      await pace.send('example.net', AbortSignal.timeout(5), () => Promise.resolve()).catch(() => {})
      expect([minute, probe.begun()]).toEqual([minute, 1])
      lost.push(probe)
    }
    pass(60_000)
    expect(pace.inHandFor('example.com')).toBe(13)
    await send(10)
    expect([pace.inHandFor('example.com'), pace.inHand()]).toEqual([4 * (9 + 12), 4 * 20])
    for (const { end } of lost) end()
    await Promise.all(lost.map(({ all }) => all))
    expect([pace.inHandFor('example.com'), pace.inHand()]).toEqual([36, 40])
  })

  test('domains that are known to be slow leave one to the others', async () => {
    const { send, hang, pass } = paceOf(10)
    for (const domain of ['example.com', 'example.net', 'example.org']) await send(2000, domain)
    const hanging = ['example.com', 'example.net', 'example.org'].map(domain => hang(5, domain))
    await settle()
    expect(hanging.reduce((sum, { begun }) => sum + begun(), 0)).toBe(9)
    pass(5000)
    await send(1, 'example.edu')
    for (const { end } of hanging) end()
    await Promise.all(hanging.map(({ all }) => all))
  })

  test('no more are used than there are', async () => {
    const { hang } = paceOf(10)
    const all = ['example.com', 'example.net', 'example.org'].map(domain => hang(5, domain))
    await settle()
    expect(all.reduce((sum, { begun }) => sum + begun(), 0)).toBe(10)
    for (const { end } of all) end()
    await Promise.all(all.map(each => each.all))
  })
})

test('one connection is never kept for nobody', async () => {
  const { pace, send } = paceOf(1)
  expect(pace.inHandFor('example.com')).toBe(1)
  await send(1)
  expect([pace.inHand(), pace.inHandFor('example.com')]).toEqual([4, 4])
})

test('a mail that no connection becomes free for is never sent', async () => {
  const { pace } = paceOf(1)
  const end = Promise.withResolvers<void>()
  const first = pace.send('example.com', never, () => end.promise)
  let sent = false
  const late = pace.send('example.net', AbortSignal.timeout(5), async () => {
    sent = true
  })
  await expect(late).rejects.toMatchObject({ code: 'no_connection' })
  end.resolve()
  await first
  const tooLate = pace.send('example.com', AbortSignal.abort(), async () => {})
  await expect(tooLate).rejects.toMatchObject({ code: 'no_connection' })
  expect(sent).toBe(false)
})

test('a mail’s own failure is passed on, and leaves its place to the next', async () => {
  const { pace, send } = paceOf(1)
  const failing = pace.send('example.com', never, () => Promise.reject(new Error('The database is away')))
  await expect(failing).rejects.toThrow('The database is away')
  await send(1)
})

test('a mail that waits for a connection isn’t sent once stopped', async () => {
  const { pace } = paceOf(1)
  const end = Promise.withResolvers<void>()
  const running = pace.send('example.com', never, () => end.promise)
  let sent = false
  const send = async () => {
    sent = true
  }
  const waiting = pace.send('example.com', never, send)
  pace.stop()
  await expect(waiting).rejects.toMatchObject({ code: 'stopped' })
  await expect(pace.send('example.com', never, send)).rejects.toMatchObject({ code: 'stopped' })
  expect(sent).toBe(false)
  end.resolve()
  await running
  await pause(1)
  await pace.send('example.com', never, send)
  expect(sent).toBe(true)
})
