import { spawnSync } from 'node:child_process'
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'

const compiler = resolve('node_modules/typescript/bin/tsc')

/**
 * Which changes TypeScript rejects: nobody could make these. It looks at a copy of the sources, once for each.
 *
 * @param changes the whole text of a file with each change, by id
 */
export function rejectedByTypes(changes: ReadonlyMap<string, { path: string; text: string }>): Set<string> {
  const folder = mkdtempSync(join(tmpdir(), 'mutation-types-'))
  try {
    for (const part of ['src', 'service/src', 'till/src', 'till/locales', 'locales', 'package.json', 'tsconfig.json'])
      cpSync(part, join(folder, part), { recursive: true })
    for (const part of ['', 'service/', 'till/']) link(folder, `${part}node_modules`)
    const check = (part: string) => {
      // What a change leaves unused may be what it is about.
      const settings = {
        extends: './tsconfig.json',
        include: [part],
        compilerOptions: {
          incremental: true,
          tsBuildInfoFile: 'info',
          noUnusedLocals: false,
          noUnusedParameters: false,
        },
      }
      writeFileSync(join(folder, 'tsconfig.part.json'), JSON.stringify(settings))
      return spawnSync(process.execPath, [compiler, '-p', 'tsconfig.part.json'], { cwd: folder, encoding: 'utf8' })
    }
    const parts = new Set([...changes.values()].map(({ path }) => partOf(path)))
    for (const part of parts) {
      const { status, stdout, stderr } = check(part)
      if (status !== 0) throw new Error(`TypeScript rejects ${part} as it is: ${stdout}${stderr}`)
    }
    const rejected = new Set<string>()
    for (const [id, { path, text }] of changes) {
      writeFileSync(join(folder, path), text)
      if (check(partOf(path)).status !== 0) rejected.add(id)
      writeFileSync(join(folder, path), readFileSync(path))
    }
    return rejected
  } finally {
    rmSync(folder, { recursive: true })
  }
}

/** `src`, `service/src` or `till/src`. */
function partOf(path: string): string {
  return path.slice(0, path.indexOf('src/') + 3)
}

function link(folder: string, path: string): void {
  symlinkSync(resolve(path), join(folder, path))
}
