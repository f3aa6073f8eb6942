import { beforeEach, describe, expect, test, vi } from 'vitest'
import { DatabaseUnavailableError } from '../src/basics/errors/errors.ts'
import { keepTrying, lanes, waitAfter } from '../src/delivery/queue/queue.ts'
import { createTurns, recipientOf, type Turn } from '../src/delivery/queue/turns.ts'
import { createTimeShares } from '../src/delivery/scheduling/time-shares.ts'

let now: number
beforeEach(() => {
  now = 1000
})
const clock = () => now

describe('shares of time', () => {
  /** Whose turn it is, again and again, while each one's work takes so long. */
  function turnsOf(shares: ReturnType<typeof createTimeShares>, costs: Record<string, number>, count: number): string {
    return Array.from({ length: count }, () => {
      const name = shares.leastOf(Object.keys(costs)) ?? ''
      const end = shares.begin(name)
      now += costs[name] ?? 0
      end()
      return name
    }).join('')
  }

  test('are equal, whatever each piece of work takes', () => {
    const shares = createTimeShares(clock)
    for (const name of ['a', 'b']) shares.join(name)
    expect(turnsOf(shares, { a: 30, b: 10 }, 9)).toBe('abbbabbba')
    expect(shares.leastOf([])).toBeUndefined()
  })

  test('begin where the others are: nobody saves up time, or loses any, by having no work', () => {
    const shares = createTimeShares(clock)
    shares.join('a')
    expect(turnsOf(shares, { a: 10 }, 4)).toBe('aaaa')
    shares.join('b')
    expect(turnsOf(shares, { a: 10, b: 10 }, 6)).toBe('bababa')
    // Whoever had more than the others keeps that.
    now += 1000
    for (const name of ['a', 'b', 'b']) shares.join(name)
    expect(turnsOf(shares, { a: 10, b: 10 }, 3)).toBe('bab')
  })

  test('count what is running: as long as it has, but never less than is usual', () => {
    const shares = createTimeShares(clock, 50)
    for (const name of ['a', 'b']) shares.join(name)
    const ends = [shares.begin('a'), shares.begin('a')]
    expect([shares.runningOf('a'), shares.runningOf('b')]).toEqual([2, 0])
    now += 10
    const end = shares.begin('b')
    // Twice 50 for the one, once 50 for the other.
    expect(shares.leastOf(['a', 'b'])).toBe('b')
    now += 190
    ends[0]?.()
    expect(shares.runningOf('a')).toBe(1)
    ends[1]?.()
    expect(shares.runningOf('a')).toBe(0)
    // Twice 200, and 190 up to now.
    expect(shares.leastOf(['a', 'b'])).toBe('b')
    now += 209
    expect(shares.leastOf(['a', 'b'])).toBe('b')
    now += 2
    expect(shares.leastOf(['a', 'b'])).toBe('a')
    end()
    expect(shares.leastOf(['a', 'b'])).toBe('a')
  })

  test('of work that runs aren’t begun anew', () => {
    const shares = createTimeShares(clock)
    for (const name of ['a', 'b']) shares.join(name)
    const end = shares.begin('b')
    now += 100
    end()
    const running = shares.begin('a')
    shares.leastOf(['b'])
    // The others are at 100 by now; what runs of this one began before.
    shares.join('a')
    running()
    expect(shares.leastOf(['b', 'a'])).toBe('a')
  })

  test('are remembered while they say anything, of however many merchants', () => {
    const shares = createTimeShares(clock)
    for (let count = 0; count < 1100; count++) shares.join(`m-${count}`)
    const end = shares.begin('m-7')
    now += 100
    end()
    shares.join('another')
    expect(shares.leastOf(['m-7', 'm-8'])).toBe('m-8')
  })
})

describe('turns', () => {
  const pace = { inHand: () => 8, inHandFor: (recipient: string) => (recipient === 'slow.example' ? 1 : 2) }
  const work = (merchantId: string, lane: number = lanes.live) => ({ lane, merchantId, dueAt: 0 })
  const said = (turn: Turn | undefined) => turn && `${turn.lane === lanes.live ? 'live' : 'later'} ${turn.merchantId}`

  test('go to live work first, with one in eight for what comes later', () => {
    const turns = createTurns({ ...pace, inHand: () => 100 }, clock)
    expect([turns.isWaiting(), turns.next()]).toEqual([false, undefined])
    turns.note([work('a'), work('b', lanes.later), work('b', 7)])
    expect(turns.isWaiting()).toBe(true)
    const given = Array.from({ length: 17 }, () => said(turns.next()))
    expect(given.map(turn => (turn === 'live a' ? '.' : turn)).join('')).toBe('.......later b.......later b.')
  })

  test('are no more than there are places, some of which are kept for live work', () => {
    const turns = createTurns(pace, clock)
    turns.note([work('b', lanes.later)])
    const given = Array.from({ length: 8 }, () => turns.next())
    expect(given.map(said)).toEqual([...Array(7).fill('later b'), undefined])
    turns.note([work('a')])
    expect([said(turns.next()), turns.next()]).toEqual(['live a', undefined])
    given[0]?.end()
    expect([said(turns.next()), turns.next()]).toEqual(['live a', undefined])
    given[1]?.end()
    given[2]?.end()
    // Live work had two in a row since; what comes later has its places again.
    turns.forget({ lane: lanes.live, merchantId: 'a', end() {} }, false)
    expect([said(turns.next()), said(turns.next()), turns.next()]).toEqual(['later b', 'later b', undefined])
  })

  test('are shared by merchants by the time that their work is in hand', () => {
    const turns = createTurns({ ...pace, inHand: () => 1 }, clock)
    turns.note([work('a'), work('b')])
    // Who is known already is not begun anew.
    const names = Array.from({ length: 6 }, () => {
      turns.note([work('a'), work('b')])
      const turn = turns.next()
      now += turn?.merchantId === 'a' ? 300 : 100
      turn?.end()
      return turn?.merchantId
    })
    expect(names).toEqual(['a', 'b', 'b', 'b', 'a', 'b'])
    // Who comes later begins where the others are.
    turns.note([work('c')])
    const later = Array.from({ length: 4 }, () => {
      const turn = turns.next()
      now += 100
      turn?.end()
      return turn?.merchantId
    })
    expect(later.filter(name => name === 'c').length).toBeLessThan(3)
    const many = createTurns(pace, clock)
    many.note([work('a'), work('b')])
    expect([1, 2, 3, 4].map(() => many.next()?.merchantId)).toEqual(['a', 'b', 'a', 'b'])
  })

  test('of who has nothing more are over; who waits for a recipient comes back when something is laid down', () => {
    const turns = createTurns({ ...pace, inHand: () => 100 }, clock)
    const live = { lane: lanes.live, merchantId: 'a', end() {} }
    const later = { ...live, lane: lanes.later, merchantId: 'b' }
    turns.note([work('a'), work('b', lanes.later)])
    const layDown = turns.take({ id: '1', recipient: 'ada@slow.example' }, 'a')
    turns.forget(live, false)
    turns.forget(later, true)
    expect(turns.isWaiting()).toBe(false)
    layDown?.()
    expect([said(turns.next()), turns.isWaiting()]).toEqual(['later b', true])
    turns.note([work('a')])
    turns.forget(live, true)
    turns.forget(later, false)
    turns.take({ id: '2', recipient: 'ada@slow.example' }, 'a')?.()
    expect([said(turns.next()), said(turns.next())]).toEqual(['live a', 'live a'])
    // It came back once.
    turns.forget(live, false)
    turns.take({ id: '3', recipient: 'ada@slow.example' }, 'a')?.()
    expect(turns.isWaiting()).toBe(false)
  })

  test('take each row once, and of a recipient no more than its share', () => {
    const turns = createTurns(pace, clock)
    const take = (id: string, recipient: string, merchantId = 'a') => turns.take({ id, recipient }, merchantId)
    const first = take('1', 'ada@SLOW.example')
    expect(first).toBeTypeOf('function')
    expect([take('1', 'ada@quick.example'), take('2', 'ben@slow.example')]).toEqual([undefined, undefined])
    const others = [take('3', 'ada@quick.example', 'b'), take('4', 'ben@quick.example')]
    expect(take('5', 'cem@quick.example')).toBeUndefined()
    expect(['1', '2', '3'].map(turns.isInHand)).toEqual([true, false, true])
    expect(['a', 'b', 'c'].map(turns.inHandOf)).toEqual([2, 1, 0])
    first?.()
    for (const layDown of others) layDown?.()
    expect(['1', '3'].map(turns.isInHand)).toEqual([false, false])
    expect(['a', 'b'].map(turns.inHandOf)).toEqual([0, 0])
    expect(take('1', 'ada@slow.example')).toBeTypeOf('function')
  })

  test('count recipients by their domain; what is no address is itself', () => {
    expect(['ada@Example.com', '"a@b"@example.com', 'Hook-7'].map(recipientOf)).toEqual([
      ...['example.com', 'example.com', 'hook-7'],
    ])
  })
})

describe('what became of work', () => {
  test('is tried again by its schedule, a fifth sooner or later', () => {
    const schedule = [1000, 60_000]
    expect([0, 0.5, 1].map(chance => waitAfter(1, chance, schedule))).toEqual([800, 1000, 1200])
    expect([2, 3].map(tries => waitAfter(tries, 0.5, schedule))).toEqual([60_000, undefined])
  })

  test('is kept as soon as the database is back, and what else goes wrong is said at once', async () => {
    const failing = (error: Error, times: number) => {
      let left = times
      return vi.fn(async () => {
        if (left-- > 0) throw error
        return 'kept'
      })
    }
    const away = new DatabaseUnavailableError(new Error('away'))
    const once = failing(away, 1)
    expect([await keepTrying(once), once.mock.calls.length]).toEqual(['kept', 2])
    const broken = failing(new Error('no such column'), 1)
    await expect(keepTrying(broken)).rejects.toThrow('no such column')
    expect(broken).toHaveBeenCalledTimes(1)
  })
})
