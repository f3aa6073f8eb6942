import { OptionError } from '../../src/errors.ts'

/**
 * Gives a library that only those install who test or preview.
 *
 * @throws OptionError when it is not installed, saying how to install it
 */
export async function peer<Library>(name: string, load: () => Promise<Library>): Promise<Library> {
  try {
    return await load()
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ERR_MODULE_NOT_FOUND') throw error
    throw new OptionError(
      `${name} is not installed. It comes with: npm i -D @hyzyla/pdfium pixelmatch pngjs zxing-wasm`,
      {
        cause: error,
      },
    )
  }
}
