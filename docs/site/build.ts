import { execFileSync } from 'node:child_process'
import { cpSync, globSync, rmSync } from 'node:fs'
import { join, resolve } from 'node:path'

/** Makes the site: `npm run docs`, which installs its packages first. Ends with 1 for a link that leads nowhere. */
const root = resolve(import.meta.dirname, '../..')
const pages = join(import.meta.dirname, 'pages')
rmSync(pages, { recursive: true, force: true })
const shown = ['*.md', '{docs,docs/terminology,service,till,examples,fixtures,deploy}/*.md', 'examples/*/*.md', 'docs/*.{png,svg}']
for (const path of globSync(shown, { cwd: root })) cpSync(join(root, path), join(pages, path))
execFileSync('npx', ['vitepress', 'build'], { cwd: import.meta.dirname, stdio: 'inherit' })
