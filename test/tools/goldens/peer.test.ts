import { expect, test } from 'vitest'
import { OptionError } from '../../../src/errors.ts'
import { peer } from '../../../tools/goldens/peer.ts'

test('names a missing package and the command that installs it', async () => {
  const missing = Object.assign(new Error("Cannot find package 'pixelmatch'"), { code: 'ERR_MODULE_NOT_FOUND' })
  const failed = peer('pixelmatch', () => Promise.reject(missing))
  await expect(failed).rejects.toThrow(OptionError)
  await expect(failed).rejects.toThrow(
    'pixelmatch is not installed. Run: npm i -D @hyzyla/pdfium pixelmatch zxing-wasm',
  )
})

test('reports a broken package’s own error', async () => {
  await expect(peer('pixelmatch', () => Promise.reject(new SyntaxError('Unexpected end of input')))).rejects.toThrow(
    SyntaxError,
  )
})
