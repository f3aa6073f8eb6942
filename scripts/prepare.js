/**
 * Builds after `npm ci`, if the build tools are installed. An install without them (`--omit=dev`) keeps the existing build; if there
 * is none, it fails. Plain JavaScript, for any Node.
 */
import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))
const { devDependencies } = JSON.parse(readFileSync(`${root}/package.json`, 'utf8'))
if (Object.keys(devDependencies).every(name => existsSync(`${root}/node_modules/${name}`))) {
  const { status } = spawnSync('npm run build --silent', { cwd: root, stdio: 'inherit', shell: true })
  process.exitCode = status ?? 1
} else if (!existsSync(`${root}/dist/index.js`)) {
  console.error(
    'Nothing is built, and the tools to build it are not installed. Run `npm ci`, then `npm prune --omit=dev`.',
  )
  process.exitCode = 1
}
