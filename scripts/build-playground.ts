/**
 * `npm run playground` writes the playground to `out/playground`: a folder of static files that any web server can serve, such as GitHub
 * Pages. It sends nothing anywhere.
 */
import { rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { sourcesByTag } from '../src/locale/words/shipped.ts'
import { readFixtures } from '../tools/lint/fixtures.ts'
import { pageFolder, writeHost } from './page-files.ts'
import { bundleWithoutNode } from './without-node.ts'

const out = resolve(process.argv[2] ?? 'out/playground')
/** What the page opens with: nothing is to be said of it. */
const opening = 'restaurant-tip'
const rank = ({ name, acceptLanguage }: { name: string; acceptLanguage: string }) =>
  name === opening ? 0 : acceptLanguage === 'en-US' ? 1 : 2
const samples = readFixtures()
  .filter(({ trade, receipt }) => trade !== 'Edge cases' && receipt.length < 40_000)
  .sort((one, other) => rank(one) - rank(other))
  .map(({ title, trade, receipt, acceptLanguage }) => ({
    title: `${trade}: ${title}`,
    receipt,
    language: acceptLanguage,
  }))

const code = await bundleWithoutNode(join(pageFolder, 'playground/playground.tsx'), {
  texts: [...sourcesByTag()],
  pages: ['print', 'text', 'pageStyle'],
  modules: { [join(pageFolder, 'playground/samples.ts')]: `export const samples = ${JSON.stringify(samples)}` },
})
rmSync(out, { recursive: true, force: true })
writeHost('playground', out)
writeFileSync(join(out, 'playground.js'), code)
process.stdout.write(`Open ${join(out, 'index.html')} through a web server, such as npx serve ${out}\n`)
