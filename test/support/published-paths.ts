import { globSync, statSync } from 'node:fs'
import { join } from 'node:path'

/** The paths of the files that a manifest's `files` publish, sorted: of its folders all; npm adds the manifest, README and license. */
export function publishedPaths(root: string, files: readonly string[]): string[] {
  const isFolder = (path: string) => statSync(join(root, path), { throwIfNoEntry: false })?.isDirectory()
  const all = (pattern: string) =>
    globSync(isFolder(pattern) ? `${pattern}/**` : pattern, { cwd: root }).filter(path => !isFolder(path))
  const out = new Set(files.filter(each => each.startsWith('!')).flatMap(each => all(each.slice(1))))
  const usual = ['package.json', 'README.md', 'LICENSE'].flatMap(all)
  const taken = [...usual, ...files.filter(each => !each.startsWith('!')).flatMap(all)]
  return [...new Set(taken)].filter(path => !out.has(path)).sort()
}
