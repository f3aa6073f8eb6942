/**
 * `node scripts/unpack-browser.ts <folder>` unpacks the browser of `@sparticuz/chromium` with its libraries and license, for every
 * user to run: `PUPPETEER_EXECUTABLE_PATH=<folder>/chromium`.
 */
import { chmodSync, copyFileSync, cpSync, mkdirSync, readdirSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { unpackBrowser } from '../src/pdf/browser/unpack.ts'

const [folder] = process.argv.slice(2)
if (folder === undefined) throw new Error('Name the folder: node scripts/unpack-browser.ts <folder>')

const source = fileURLToPath(new URL('../node_modules/@sparticuz/chromium', import.meta.url))
const scratch = `${folder}.part`
mkdirSync(scratch, { recursive: true })
const { path } = await unpackBrowser(join(source, 'bin'), scratch)
cpSync(dirname(path), folder, { recursive: true })
copyFileSync(join(source, 'LICENSE'), join(folder, 'LICENSE'))
rmSync(scratch, { recursive: true })
for (const name of ['', ...readdirSync(folder, { recursive: true, encoding: 'utf8' })])
  chmodSync(join(folder, name), 0o755)
