import { render } from 'preact'
import type { BrandState, Rendering, StudioState } from '../../../studio/server/api.ts'
import { byId, debounced } from '../../parts/dom.tsx'
import { server } from '../server.ts'
import { BrandFields } from './brand-fields.tsx'
import { SectionList } from './section-list.tsx'

/**
 * The brand as controls. Each change is written into `brand.json` at once, and the renderings follow as after every save. Without
 * a template folder, it says how to make one.
 */
export function createBrandPanel({ folder, locales }: StudioState) {
  const panel = byId('side-brand')
  let problem = ''
  let state: BrandState | undefined
  let last: Promise<unknown> = Promise.resolve()
  let waiting = 0
  let mail: Pick<Rendering, 'filled' | 'decision'> | undefined
  const dragSoon = debounced(200, (changes: Record<string, unknown>) => void save(changes))

  /** Writes after what is being written, and shows what is written then; whether it worked. */
  function attempt(work: () => Promise<unknown>): Promise<boolean> {
    waiting++
    const done = last.then(async () => {
      try {
        await work()
        problem = ''
      } catch (error) {
        problem = (error as Error).message
      }
      const isRight = problem === ''
      waiting--
      await refresh()
      return isRight
    })
    last = done.catch(() => {})
    return done
  }

  const save = (changes: Record<string, unknown>) => attempt(() => server.saveBrand(changes))

  function putLogo(field: 'logo' | 'logoDark', picture: string | null): Promise<boolean> {
    // A logo for the dark alone is none.
    if (picture === null && field === 'logo') return save({ logo: null, logoDark: null, logoWidth: null })
    return picture === null ? save({ [field]: null }) : attempt(() => server.saveLogo(field, picture))
  }

  const putFont = (weight: 'regular' | 'bold', font: string | null) => attempt(() => server.savePaperFont(weight, font))

  /** Reads `brand.json` again. */
  async function refresh(): Promise<void> {
    if (folder === null) return
    const read = await server.brand()
    // What is still to be written would jump back.
    if (waiting > 0) return
    state = read
    draw(state)
  }

  function draw(state: BrandState): void {
    const steps = [
      { id: 'brand-undo', label: 'Undo', can: state.canUndo, step: server.undo },
      { id: 'brand-redo', label: 'Redo', can: state.canRedo, step: server.redo },
    ]
    render(
      <>
        <div class="brand-tools">
          {steps.map(({ id, label, can, step }) => (
            <button key={id} class="toggle" type="button" id={id} disabled={!can} onClick={() => void attempt(step)}>
              {label}
            </button>
          ))}
          <p class="problem" role="alert">
            {problem}
          </p>
        </div>
        <BrandFields {...{ state, save, dragSoon, putLogo, putFont }} />
        <SectionList
          {...{ state, filled: mail?.filled, language: mail?.decision.languages[0] ?? 'en', locales }}
          save={order => attempt(() => server.saveOrder(order))}
          texts={{
            save: given => attempt(() => server.saveText(given)),
            remove: name => attempt(() => server.removeText(name)),
          }}
        />
      </>,
      panel,
    )
  }

  if (folder === null)
    render(
      <>
        <p class="hint">To change a brand, make a template folder and open the studio with it:</p>
        <pre class="frame">{'npx counterfoil template new my-brand\nnpx counterfoil studio my-brand'}</pre>
      </>,
      panel,
    )
  panel.addEventListener('keydown', event => {
    if (!state || event.key.toLowerCase() !== 'z' || !(event.ctrlKey || event.metaKey) || isText(event.target)) return
    event.preventDefault()
    void attempt(event.shiftKey ? server.redo : server.undo)
  })

  return {
    refresh,
    /** Takes a new rendering: which sections it has, and its language. */
    showMail(rendering: Rendering) {
      mail = rendering
      if (state) draw(state)
    },
  }
}

/** Whether the browser undoes what is typed there. */
function isText(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement && target.matches('textarea, input[type=text], input[type=url], input[type=number]')
  )
}
