import { type ComponentChildren, render } from 'preact'
import { useState } from 'preact/hooks'
import { failureWords } from './api.ts'
import { t } from './words.ts'

export { Choice } from '../../../tools/page/parts/choice.tsx'

/** What was typed and chosen in a form, by the fields' names. */
export type Values = Readonly<Record<string, string>>

/**
 * Does something on a click, then says how it went.
 *
 * @param work gives what to say afterwards, if anything; throws what went wrong
 */
export function useAct<Given extends unknown[]>(work: (...given: Given) => Promise<unknown>) {
  const [{ isBusy, isDone, words }, setState] = useState({ isBusy: false, isDone: false, words: '' })
  const act = async (...given: Given) => {
    setState({ isBusy: true, isDone: false, words: '' })
    try {
      const answer = await work(...given)
      setState({ isBusy: false, isDone: true, words: typeof answer === 'string' ? answer : '' })
    } catch (error) {
      setState({ isBusy: false, isDone: false, words: failureWords(error) })
    }
  }
  const state = (
    <p class={isDone ? 'state done' : 'state'} role="alert">
      {words}
    </p>
  )
  return { isBusy, state, act }
}

/** Does a form's work when it is sent, as `useAct`. */
export function useSubmit(work: (values: Values, form: HTMLFormElement) => Promise<unknown>) {
  const { act, ...shown } = useAct(work)
  const onSubmit = (event: SubmitEvent) => {
    event.preventDefault()
    const form = event.currentTarget as HTMLFormElement
    return act(Object.fromEntries(new FormData(form)) as Values, form)
  }
  return { ...shown, onSubmit }
}

interface FormProps {
  /** What its button says. */
  button: string
  work: (values: Values) => Promise<unknown>
  /** What to say afterwards; nothing by default. */
  done?: string
  /** Names of the fields that are empty afterwards. */
  empties?: readonly string[]
  children?: ComponentChildren
}

/** A form with its button. */
export function Form({ button, work, done = '', empties = [], children }: FormProps) {
  const { isBusy, state, onSubmit } = useSubmit(async (values, form) => {
    await work(values)
    for (const name of empties) (form.elements.namedItem(name) as HTMLInputElement).value = ''
    return done
  })
  return (
    <form class="stack" onSubmit={onSubmit}>
      {children}
      <div class="send-row">
        <button class="main" type="submit" disabled={isBusy}>
          {button}
        </button>
        {state}
      </div>
    </form>
  )
}

/** A field with its label, and what there is to know about it. */
export function Field(props: { label: string; hint?: string | undefined; children: ComponentChildren }) {
  const { label, hint, children } = props
  return (
    // biome-ignore lint/a11y/noLabelWithoutControl: its control is a child
    <label class="field">
      {label}
      {children}
      {hint !== undefined && <span class="hint">{hint}</span>}
    </label>
  )
}

/** A yes or no with its label. */
export function Tick(props: { label: string; name?: string; isOn: boolean; changed?: (isOn: boolean) => void }) {
  const { label, name, isOn, changed } = props
  return (
    <label class="tick">
      <input
        type="checkbox"
        name={name}
        defaultChecked={isOn}
        onChange={event => changed?.(event.currentTarget.checked)}
      />
      {label}
    </label>
  )
}

/** A text shown once, with a button that copies it. */
export function SecretText({ text, words }: { text: string; words: string }) {
  return (
    <div class="notice secret" role="status">
      <p>{words}</p>
      <code dir="ltr">{text}</code>
      <CopyButton text={text} />
    </div>
  )
}

/** What to set a second factor up with. */
export interface BegunFactor {
  secret: string
  /** A QR code, as an address of a picture. */
  picture: string
}

/** How an authenticator app gets to know a second factor: by a QR code, or the same typed. */
export function FactorCode({ factor: { secret, picture } }: { factor: BegunFactor }) {
  return (
    <>
      <p>{t('factor.scan')}</p>
      <img class="factor-code" src={picture} alt={t('factor.qr')} />
      <code class="factor-secret" dir="ltr">
        {secret.replace(/(.{4})(?=.)/g, '$1 ')}
      </code>
    </>
  )
}

/** A button that copies a text, and says so. */
export function CopyButton({ text }: { text: string }) {
  const [copied, setCopied] = useState('')
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text)
      setCopied(text)
    } catch {
      // Only pages with TLS may: the text stands beside the button.
    }
  }
  return (
    <button type="button" onClick={copy}>
      {t(copied === text ? 'act.copied' : 'act.copy')}
    </button>
  )
}

interface DialogProps {
  title: string
  content: ComponentChildren
  button: string
  /** Whether its button destroys something. */
  isDanger?: boolean
  work: (values: Values) => Promise<void>
}

/** Asks for something in a window over the page. Closes by its button, Escape, or when the work is done. */
export function openDialog(props: DialogProps): void {
  const dialog = document.createElement('dialog')
  dialog.setAttribute('aria-labelledby', 'dialog-title')
  dialog.addEventListener('close', () => {
    render(null, dialog)
    dialog.remove()
  })
  document.body.append(dialog)
  render(<DialogForm {...props} close={() => dialog.close()} />, dialog)
  dialog.showModal()
}

function DialogForm({ title, content, button, isDanger = false, work, close }: DialogProps & { close: () => void }) {
  const { isBusy, state, onSubmit } = useSubmit(async values => {
    await work(values)
    close()
  })
  return (
    <form onSubmit={onSubmit}>
      <h2 id="dialog-title">{title}</h2>
      {content}
      {state}
      <div class="buttons">
        <button type="button" onClick={close}>
          {t('act.cancel')}
        </button>
        <button class={isDanger ? 'danger' : 'main'} type="submit" disabled={isBusy}>
          {button}
        </button>
      </div>
    </form>
  )
}
