import type { ComponentChild } from 'preact'

interface ProblemsProps {
  of: readonly (readonly [path: string, words: string])[]
  /** How a field is named. */
  named: (path: string) => ComponentChild
}

/** What is wrong with a receipt: rows of a list, each with its field, if it is one's. */
export function Problems({ of, named }: ProblemsProps) {
  return (
    <>
      {of.map(([path, words]) => (
        <li key={`${path} ${words}`}>
          {path && named(path)} {words}
        </li>
      ))}
    </>
  )
}
