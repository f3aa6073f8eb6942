/** A file's text; `null` where the folder has none. */
export type Text = string | null

/** The texts a file has had since it was opened. */
export interface History {
  /** The text now. */
  now(): Text
  /** Adds a text; what was undone is gone. */
  add(text: Text): void
  /** Goes back, or forward again; undefined if there is nothing. */
  undo(): Text | undefined
  redo(): Text | undefined
  canUndo(): boolean
  canRedo(): boolean
  /** The text when the file was opened. */
  first(): Text
}

/** @param opened the text when the file was opened */
export function createHistory(opened: Text): History {
  let texts: Text[] = [opened]
  let at = 0
  const go = (by: number) => {
    if (texts[at + by] === undefined) return undefined
    at += by
    return texts[at]
  }
  return {
    now: () => texts[at]!,
    add(text) {
      if (text === texts[at]) return
      texts = [...texts.slice(0, at + 1), text]
      at++
    },
    undo: () => go(-1),
    redo: () => go(1),
    canUndo: () => at > 0,
    canRedo: () => at < texts.length - 1,
    first: () => texts[0]!,
  }
}
