import { OptionError } from '../../src/errors.ts'

/**
 * Loads an optional library that only tests and previews need.
 *
 * @throws OptionError with the command to install it, if it is missing
 */
export async function peer<Library>(name: string, load: () => Promise<Library>): Promise<Library> {
  try {
    return await load()
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ERR_MODULE_NOT_FOUND') throw error
    throw new OptionError(`${name} is not installed. Run: npm i -D @hyzyla/pdfium pixelmatch zxing-wasm`, {
      cause: error,
    })
  }
}
