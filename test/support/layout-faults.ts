/**
 * Runs in a page, as text, because this project's types know no document: what a reader can't read. Texts cut off where overflow is hidden;
 * letters upon others; a line that ends within an amount, code or short word though the whole would fit on the next. Blocks of preformatted text
 * are the till's own.
 */
export const readFaults = `(() => {
  const faults = []
  const canvas = document.createElement('canvas').getContext('2d')
  const segmenter = new Intl.Segmenter()
  const pageWidth = document.body.clientWidth
  for (const element of document.body.querySelectorAll('*')) {
    const { overflowX, overflowY } = getComputedStyle(element)
    if (overflowX !== 'visible' && element.scrollWidth > element.clientWidth + 1) faults.push('cut off: ' + said(element.textContent))
    if (overflowY !== 'visible' && element.scrollHeight > element.clientHeight + 1) faults.push('cut off: ' + said(element.textContent))
  }
  const boxes = []
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  while (texts.nextNode()) {
    const node = texts.currentNode
    const element = node.parentElement
    if (!node.data.trim() || element.closest('.raw, pre') || element.getClientRects().length === 0) continue
    const style = getComputedStyle(element)
    canvas.font = [style.fontStyle, style.fontWeight, style.fontSize, style.fontFamily].join(' ')
    for (const { 0: token, index } of node.data.matchAll(/[^ \\n\\t\\u2003]+/g)) {
      const lines = linesOf(node, index, token.length)
      if (lines.length === 0) continue
      for (const { at, top, left, right, text } of lines) boxes.push({ node, at, font: canvas.font, left, right, ...inkOf(text, top) })
      if (lines.length > 1) broken(token, lines, element)
    }
  }
  boxes.sort((one, other) => one.top - other.top)
  boxes.forEach((box, at) => {
    for (let next = at + 1; next < boxes.length && boxes[next].top < box.bottom - 2; next++) {
      const other = boxes[next]
      const deep = Math.min(box.bottom, other.bottom) - other.top
      const wide = Math.min(box.right, other.right) - Math.max(box.left, other.left)
      if (wide > 1 && deep > 2 && touch(box, other)) faults.push('overlap by ' + deep.toFixed(1) + ': ' + said(box.text) + ' | ' + said(other.text))
    }
  })
  return faults

  function inkOf(text, top) {
    const ink = canvas.measureText(text)
    const base = top + ink.fontBoundingBoxAscent
    return { text, line: top, top: base - ink.actualBoundingBoxAscent, bottom: base + ink.actualBoundingBoxDescent }
  }

  /** Whether a letter of the one meets one of the other. The ink of a letter is known to a pixel above and below. */
  function touch(one, other) {
    const letters = lettersOf(other)
    return lettersOf(one).some(letter => letters.some(each =>
      Math.min(letter.right, each.right) - Math.max(letter.left, each.left) > 0.5 &&
      Math.min(letter.bottom, each.bottom) - Math.max(letter.top, each.top) > 2.5))
  }

  function lettersOf(box) {
    canvas.font = box.font
    box.letters ??= [...segmenter.segment(box.text)].map(({ segment, index }) => {
      const range = document.createRange()
      range.setStart(box.node, box.at + index)
      range.setEnd(box.node, box.at + index + segment.length)
      const { left, right } = range.getBoundingClientRect()
      // Joined as in the word.
      const joined = (index > 0 ? '\\u200d' : '') + segment + (index + segment.length < box.text.length ? '\\u200d' : '')
      return { left, right, ...inkOf(/[\\u0600-\\u06ff]/.test(segment) ? joined : segment, box.line) }
    })
    return box.letters
  }

  /** The pieces of a token, one a line. */
  function linesOf(node, from, length) {
    const range = document.createRange()
    range.setStart(node, from)
    range.setEnd(node, from + length)
    const rects = [...range.getClientRects()].filter(({ width }) => width > 0)
    if (rects.length === 0) return []
    if (rects.every(({ top }) => Math.abs(top - rects[0].top) < 2)) {
      const left = Math.min(...rects.map(rect => rect.left))
      const right = Math.max(...rects.map(rect => rect.right))
      return [{ at: from, top: rects[0].top, left, right, text: node.data.slice(from, from + length) }]
    }
    const lines = []
    for (let at = from; at < from + length; at++) {
      range.setStart(node, at)
      range.setEnd(node, at + 1)
      const { top, left, right, width } = range.getBoundingClientRect()
      const last = lines.at(-1)
      if (last && (width === 0 || Math.abs(top - last.top) < 2)) {
        last.text += node.data[at]
        if (width > 0) Object.assign(last, { left: Math.min(left, last.left), right: Math.max(right, last.right) })
      } else lines.push({ at, top, left, right, text: node.data[at] })
    }
    return lines
  }

  function broken(token, lines, element) {
    if (/[\\u0e00-\\u0e7f\\u3000-\\u9fff\\uac00-\\ud7af]/.test(token)) return
    const pieces = lines.map(({ text }) => text)
    const width = lines.reduce((sum, { left, right }) => sum + right - left, 0)
    const block = blockOf(element)
    const room = block.getBoundingClientRect().width
    const shown = pieces.join(' / ') + ' [' + block.className + ' ' + Math.round(width) + ' of ' + Math.round(room) + ']'
    const isHyphenated = pieces.slice(0, -1).every((piece, at) => /[-–/]$/.test(piece) && /^\\p{L}/u.test(pieces[at + 1]))
    if (isHyphenated || token.includes('//')) return
    if (/\\d/.test(token) && token.length <= 24) faults.push('broken: ' + shown)
    // A word that is wider than its column has to break, but once.
    else if (lines.length > 2 && width < pageWidth) faults.push('letters: ' + shown)
    else if (width < 0.375 * pageWidth) faults.push('word: ' + shown)
  }

  function blockOf(element) {
    let block = element
    while (getComputedStyle(block).display.startsWith('inline')) block = block.parentElement
    return block
  }

  function said(text) {
    return text.trim().slice(0, 40)
  }
})()`
