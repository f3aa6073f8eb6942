import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { whatIsAccepted } from '../../../tools/goldens/cases.ts'

beforeEach(() => {
  vi.stubEnv('CI', undefined)
  vi.stubEnv('UPDATE_GOLDENS', undefined)
})

afterEach(() => {
  vi.unstubAllEnvs()
  vi.unstubAllGlobals()
})

/** An `expect` as the runners have it. */
function expectOf(mode: 'all' | 'new' | 'none') {
  return { getState: () => ({ snapshotState: { _updateSnapshot: mode } }) }
}

describe('what becomes a golden', () => {
  test('is a missing one, by default', () => {
    expect(whatIsAccepted(undefined, [])).toBe('new')
    expect(whatIsAccepted(false, [])).toBe('new')
  })

  test('is nothing if CI is set', () => {
    vi.stubEnv('CI', '1')
    expect(whatIsAccepted(undefined, [])).toBe('none')
  })

  test('is everything by option or UPDATE_GOLDENS, even in CI', () => {
    vi.stubEnv('CI', '1')
    expect(whatIsAccepted(true, [])).toBe('all')
    vi.stubEnv('UPDATE_GOLDENS', '1')
    expect(whatIsAccepted(undefined, [])).toBe('all')
    expect(whatIsAccepted(false, [])).toBe('none')
  })

  test('follows vitest’s flag, through the test’s expect', () => {
    expect(whatIsAccepted(undefined, [{ expect: expectOf('all') }])).toBe('all')
    expect(whatIsAccepted(undefined, [{ expect: expectOf('none') }])).toBe('none')
  })

  test('follows jest’s flag, through the global expect', () => {
    vi.stubGlobal('expect', expectOf('all'))
    expect(whatIsAccepted(undefined, [])).toBe('all')
  })

  test('follows node’s flag', () => {
    const { execArgv } = process
    process.execArgv = ['--test-update-snapshots']
    try {
      expect(whatIsAccepted(undefined, [{ name: 'grocery: view' }])).toBe('all')
    } finally {
      process.execArgv = execArgv
    }
  })
})

test('vitest keeps its flag where we look for it', context => {
  const { snapshotState } = context.expect.getState() as unknown as { snapshotState?: { _updateSnapshot?: string } }
  expect(['all', 'new', 'none']).toContain(snapshotState?._updateSnapshot)
})
