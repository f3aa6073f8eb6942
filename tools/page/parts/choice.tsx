/** What a select offers, by value. */
export type Offered = readonly (readonly [value: string, words: string])[]

/** The options of a select. */
export function Options({ of, picked }: { of: Offered; picked?: string | undefined }) {
  return (
    <>
      {of.map(([value, words]) => (
        <option key={value} value={value} selected={picked === undefined ? undefined : value === picked}>
          {words}
        </option>
      ))}
    </>
  )
}

interface ChoiceProps {
  id?: string
  name?: string
  class?: string
  /** The one that is chosen at first. */
  value: string
  options: Offered
  label?: string
  changed?: (value: string) => void
}

/** A choice of one. What is chosen is shown even where it isn't offered, as from an old link: a browser would show the first. */
export function Choice({ value, options, label, changed, ...props }: ChoiceProps) {
  const isOffered = value === '' || options.some(([each]) => each === value)
  return (
    <select {...props} aria-label={label} onChange={event => changed?.(event.currentTarget.value)}>
      <Options of={isOffered ? options : [[value, value], ...options]} picked={value} />
    </select>
  )
}
