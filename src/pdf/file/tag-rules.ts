import { contents, groups, headings, nameOf, parents, standardRoles, wholeOf } from './roles.ts'

/** What an element and those in it hold. */
export interface Held {
  /** Something that is seen, or read in place of it. */
  says: boolean
  /** A link's annotation. */
  leads: boolean
}

/** What ISO 14289-1, 7, and ISO 32000-1, 14.8.4, ask of the elements of a structure, met in its order: each problem once. */
export class TagRules {
  /** In words that complete "has …". */
  readonly problems = new Set<string>()
  /** Level of the last heading. */
  #level = 0

  /**
   * An element begins.
   *
   * @param parent role of the first around it that means something; empty for the root
   */
  begin(role: string, parent: string): void {
    if (!standardRoles.has(role)) this.problems.add(`the tag ${role}, which isn’t one of PDF 1.7`)
    if (parents[role]?.includes(parent) === false) this.problems.add(`${nameOf(role)} outside of ${wholeOf(role)}`)
    if (role !== 'NonStruct' && contents[parent]?.includes(role) === false)
      this.problems.add(`${nameOf(role)} directly in ${nameOf(parent)}`)
    if (headings.has(role)) this.#heading(role)
  }

  /** Text, or something drawn, in an element. */
  text(role: string): void {
    if (contents[role] || groups.has(role)) this.problems.add(`text directly in ${nameOf(role)}`)
  }

  /** An element ends. @param isDescribed whether it has a text that stands for it */
  end(role: string, { says, leads }: Held, isDescribed: boolean): void {
    if (role === 'Figure' && !isDescribed) this.problems.add('a picture without alternative text')
    if (role === 'Formula' && !isDescribed) this.problems.add('a formula without alternative text')
    if (role === 'Link' && !leads) this.problems.add('a link that leads nowhere')
    if (role === 'Link' && !says) this.problems.add('a link that says nothing')
    if (!says && headings.has(role)) this.problems.add('an empty heading')
  }

  #heading(role: string): void {
    if (role === 'H') this.problems.add('a heading whose level isn’t 1 to 6')
    const level = Number(role.slice(1))
    if (level > this.#level + 1)
      this.problems.add(
        this.#level === 0
          ? `a first heading of level ${level}`
          : `a heading of level ${level} after one of ${this.#level}`,
      )
    this.#level = level || this.#level
  }
}
