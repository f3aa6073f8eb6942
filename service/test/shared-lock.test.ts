import { expect, test } from 'vitest'
import { createSharedLock } from '../src/basics/gate.ts'

/** Work that ends on command, and records when it began and ended. */
function workOf(name: string, log: string[]) {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  return {
    end: resolve,
    fail: () => reject(new Error(name)),
    run: async () => {
      log.push(`${name} begins`)
      try {
        await promise
      } finally {
        log.push(`${name} ends`)
      }
    },
  }
}

const settled = () => new Promise(resolve => setTimeout(resolve, 5))

test('exclusive work waits for running work, and holds up later work', async () => {
  const log: string[] = []
  const lock = createSharedLock()
  const [one, two, suspect, later] = ['one', 'two', 'suspect', 'later'].map(name => workOf(name, log)) as never as [
    ReturnType<typeof workOf>,
    ReturnType<typeof workOf>,
    ReturnType<typeof workOf>,
    ReturnType<typeof workOf>,
  ]
  const running = [lock.shared(one.run), lock.shared(two.run), lock.exclusive(suspect.run), lock.shared(later.run)]
  await settled()
  expect(log).toEqual(['one begins', 'two begins'])
  two.end()
  await settled()
  expect(log).toEqual(['one begins', 'two begins', 'two ends'])
  one.end()
  await settled()
  expect(log.slice(3)).toEqual(['one ends', 'suspect begins'])
  later.end()
  suspect.end()
  await Promise.all(running)
  expect(log.slice(5)).toEqual(['suspect ends', 'later begins', 'later ends'])
})

test('failed work blocks no other work', async () => {
  const log: string[] = []
  const lock = createSharedLock()
  const [one, suspect] = [workOf('one', log), workOf('suspect', log)]
  const running = Promise.allSettled([lock.shared(one.run), lock.exclusive(suspect.run)])
  one.fail()
  suspect.fail()
  expect((await running).map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  expect(await lock.exclusive(async () => 'alone')).toBe('alone')
  expect(await lock.shared(async () => 'together')).toBe('together')
})
