import { test } from 'vitest'

/**
 * Whether all is tested (`npm run test:all`). `npm test` tests each thing once: of combinations it takes a sample, of random
 * runs a part, and it leaves out `thorough` tests.
 */
export const isExhaustive = process.env.TEST_ALL === '1'

/** A test that takes long, of something that a shorter one tests too, or that few changes can break. */
export const thorough = test.runIf(isExhaustive)

/** How often a property is tried. @param runs for `npm run test:all` */
export function tries(runs: number): number {
  return isExhaustive ? runs : Math.ceil(runs / 10)
}

/**
 * Whether a test takes this combination: one in three, such that of three lists or more each part meets each of the others (pairwise
 * testing). Of receipts, looks and papers, `sampled` takes fewer.
 *
 * @param places where each part is in its list, in any order
 */
export function isSampled(...places: number[]): boolean {
  return isExhaustive || places.reduce((sum, place) => sum + place, 0) % 3 === 0
}
