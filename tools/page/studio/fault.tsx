import { render } from 'preact'
import type { Finding, FolderFault, Refusal } from '../../studio/server/api.ts'
import { byId, PathButton } from '../parts/dom.tsx'
import { Problems } from '../parts/problems.tsx'
import { type OpenFile, PlaceButton } from './checks/checks.tsx'

/** Above the last good rendering: why there is no new one. Opens what it names. */
export function createFault(hasRendering: () => boolean, pickField: (path: string) => void, openFile: OpenFile) {
  let fault: FolderFault | Refusal | undefined
  let findings: readonly Finding[] = []

  function draw(): void {
    byId('panes').classList.toggle('old', fault !== undefined)
    byId('fault').hidden = !fault
    const parts = fault && (
      <>
        {fault.kind === 'refusal' ? (
          <RefusalParts {...fault} pickField={pickField} />
        ) : (
          <FaultParts {...located(fault, findings)} openFile={openFile} />
        )}
        {hasRendering() && <p class="hint">Below is the last rendering that worked.</p>}
      </>
    )
    render(parts, byId('fault'))
  }

  return {
    /** Says what is wrong, or with `undefined` that nothing is any more. */
    show(trouble: FolderFault | Refusal | undefined) {
      fault = trouble
      draw()
    },
    /** Takes the lint's findings, which may know the place. */
    takeFindings(found: readonly Finding[]) {
      findings = found
      draw()
    },
  }
}

/** Lint rules about fields that cannot be printed. */
const aboutFields = ['unknown-field', 'maybe-absent', 'not-text']

/** An error while rendering names the field but not its place; the lint knows where it is printed. */
function located(fault: FolderFault, findings: readonly Finding[]): FolderFault & { advice?: string } {
  const [, field] = /^\{\{(.+?)\}\}/.exec(fault.message) ?? []
  if (fault.place || !field) return fault
  const likely = findings.find(({ rule, frame }) => aboutFields.includes(rule) && markedLine(frame).includes(field))
  return likely ? { ...fault, place: likely, frame: likely.frame, advice: likely.advice } : fault
}

function markedLine(frame: string): string {
  return frame.split('\n').find(line => line.startsWith('>')) ?? ''
}

function FaultParts(props: FolderFault & { advice?: string; openFile: OpenFile }) {
  const { message, place, frame, advice, openFile } = props
  return (
    <>
      {place && <PlaceButton {...place} open={openFile} />}
      <p class="message">{message}</p>
      {frame && (
        <pre class="frame">
          {frame.split('\n').map(line => (
            <span key={line} class={line.startsWith('>') ? 'line here' : 'line'}>{`${line}\n`}</span>
          ))}
        </pre>
      )}
      {advice && <p class="hint">{advice}</p>}
    </>
  )
}

/** Fields listed; the rest are counted. */
const maxListed = 8

function RefusalParts({ errors, pickField }: Refusal & { pickField: (path: string) => void }) {
  const entries = Object.entries(errors)
  const count = entries.length
  return (
    <>
      <p class="message">
        {count === 1 ? 'One field of the receipt is not valid' : `${count} fields of the receipt are not valid`}
      </p>
      <ul>
        <Problems
          of={entries.slice(0, maxListed).map(([path, messages]) => [path, messages.join('; ')])}
          named={path => <PathButton text={path} pick={() => pickField(path)} />}
        />
        {count > maxListed && <li>and {count - maxListed} more</li>}
      </ul>
    </>
  )
}
