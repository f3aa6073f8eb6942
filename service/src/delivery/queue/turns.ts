import type { DueRow, MerchantWork } from '../../database/queue/due-rows.ts'
import { createTimeShares } from '../scheduling/time-shares.ts'
import { placesKept } from './pace.ts'
import { lanes, type Pace } from './queue.ts'

/** What a turn is assumed to cost until that is known, milliseconds, so that turns given at one moment are shared, too. */
const usualMs = 50

/** After so many turns in a row for live work, one is for what comes later, if there is any. */
const liveInARow = 7

/** A turn to do something of a merchant's work. */
export interface Turn {
  lane: number
  merchantId: string
  /** It is over, or wasn't used. */
  end(): void
}

/** Whose turn it is. */
export type Turns = ReturnType<typeof createTurns>

/**
 * Whose turn it is. Live work goes first, and some places are kept for it; within a lane, merchants have equal shares of
 * the time that work is in hand, and of what is in hand each recipient has no more than its share.
 *
 * @param clock milliseconds
 */
export function createTurns(pace: Pace, clock?: () => number) {
  const shares = [createTimeShares(clock, usualMs), createTimeShares(clock, usualMs)] as const
  /** Merchants of whom something is due, as far as is known, by lane; and those of them who wait for a recipient's share. */
  const waiting = [new Set<string>(), new Set<string>()] as const
  const aside = [new Set<string>(), new Set<string>()] as const
  const running = [0, 0] as [number, number]
  const inHand = new Set<string>()
  const ofMerchants = new Map<string, number>()
  const ofRecipients = new Map<string, number>()
  let live = 0

  const add = (counts: Map<string, number>, key: string, count: 1 | -1) => {
    const sum = (counts.get(key) ?? 0) + count
    if (sum === 0) counts.delete(key)
    else counts.set(key, sum)
  }

  /** Which lane has the next turn. */
  function nextLane(): 0 | 1 | undefined {
    const limit = pace.inHand()
    if (running[0] + running[1] >= limit) return undefined
    const isRoomForLater = running[1] < limit - placesKept(limit)
    const isLater = waiting[1].size > 0 && isRoomForLater
    if (waiting[0].size > 0 && !(isLater && live >= liveInARow)) return lanes.live
    return isLater ? lanes.later : undefined
  }

  return {
    /** Whether anybody waits for a turn. */
    isWaiting: () => waiting[0].size + waiting[1].size > 0,
    /** Of these merchants something is due. */
    note(found: readonly MerchantWork[]): void {
      for (const { lane, merchantId } of found) {
        const list = waiting[indexOf(lane)]
        if (list.has(merchantId)) continue
        shares[indexOf(lane)].join(merchantId)
        list.add(merchantId)
      }
    },
    /** Nothing more of a merchant's is due; or there is, but until something is laid down none of it may be taken. */
    forget({ lane, merchantId }: Turn, isAside: boolean): void {
      waiting[indexOf(lane)].delete(merchantId)
      if (isAside) aside[indexOf(lane)].add(merchantId)
    },
    /** The next turn, if there is work and room for it. It counts from now on. */
    next(): Turn | undefined {
      const lane = nextLane()
      if (lane === undefined) return undefined
      const merchantId = shares[lane].leastOf(waiting[lane])
      if (merchantId === undefined) return undefined
      live = lane === lanes.live ? live + 1 : 0
      running[lane] += 1
      const end = shares[lane].begin(merchantId)
      return {
        lane,
        merchantId,
        end() {
          running[lane] -= 1
          end()
        },
      }
    },
    isInHand: (id: string) => inHand.has(id),
    /** How much of a merchant's work is in hand. */
    inHandOf: (merchantId: string) => ofMerchants.get(merchantId) ?? 0,
    /** Takes a row in hand, if it isn't and its recipient hasn't had its share. Returns how to lay it down, if so. */
    take({ id, recipient }: Pick<DueRow, 'id' | 'recipient'>, merchantId: string): (() => void) | undefined {
      const to = recipientOf(recipient)
      if (inHand.has(id) || (ofRecipients.get(to) ?? 0) >= pace.inHandFor(to)) return undefined
      inHand.add(id)
      add(ofMerchants, merchantId, 1)
      add(ofRecipients, to, 1)
      return () => {
        inHand.delete(id)
        add(ofMerchants, merchantId, -1)
        add(ofRecipients, to, -1)
        for (const lane of [0, 1] as const) {
          for (const each of aside[lane]) waiting[lane].add(each)
          aside[lane].clear()
        }
      }
    },
  }
}

/** Rows have a lane as a number, which may be any. */
function indexOf(lane: number): 0 | 1 {
  return lane === lanes.live ? 0 : 1
}

/** Whom mails share a way with: an address's domain, in lowercase. What is no address stays as it is. */
export function recipientOf(text: string): string {
  return text.slice(text.lastIndexOf('@') + 1).toLowerCase()
}
