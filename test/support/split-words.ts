/**
 * Runs in a page, as text, because this project's types know no document: the words and numbers that end on another line than they began, as the
 * pieces on their lines. An amount and its currency are one; a hyphen or slash between letters may end a line. Addresses of the web and of mail
 * may break, and what has forty letters or takes over half of the page. Preformatted text is the till's own.
 */
export const readSplitWords = `(() => {
  const split = []
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  while (texts.nextNode()) {
    const node = texts.currentNode
    const element = node.parentElement
    if (!node.data.trim() || element.closest('.raw, pre, svg, style') || element.getClientRects().length === 0) continue
    // Most texts stand on one line.
    const range = document.createRange()
    range.selectNodeContents(node)
    if (linesOf(range) < 2) continue
    for (const { 0: token, index } of node.data.matchAll(/[^\\s\\u2003]+/g)) {
      if (token.length >= 40 || /:\\/\\/|@|\\w\\.\\w+\\//.test(token)) continue
      for (const { 0: word, index: at } of token.matchAll(words)) check(node, index + at, word, element)
    }
    for (const { 0: amount, index } of node.data.matchAll(amounts)) check(node, index, amount, element)
  }
  return [...new Set(split)]

  function check(node, from, word, element) {
    if (word.length < 2 || unspaced.test(word)) return
    const range = document.createRange()
    range.setStart(node, from)
    range.setEnd(node, from + word.length)
    if (linesOf(range) < 2) return
    const pieces = piecesOf(node, from, word.length)
    const width = pieces.reduce((sum, piece) => sum + piece.width, 0)
    const block = blockOf(element)
    const room = document.body.clientWidth
    if (width > roomOf(block) && width > room * 0.6) return
    split.push(pieces.map(({ text }) => text).join(' | ') + ' [' + block.localName + '.' + block.className + ' ' + Math.round(width) + ' of ' + Math.round(roomOf(block)) + ']')
  }

  function linesOf(range) {
    let lines = 0
    let last
    for (const { top, bottom, width } of range.getClientRects()) {
      if (width === 0) continue
      if (last === undefined || (top + bottom) / 2 > last + 4 || (top + bottom) / 2 < last - 4) lines++
      last = (top + bottom) / 2
    }
    return lines
  }

  function piecesOf(node, from, length) {
    const pieces = []
    for (let at = from; at < from + length; at++) {
      const range = document.createRange()
      range.setStart(node, at)
      range.setEnd(node, at + 1)
      const { top, width } = range.getBoundingClientRect()
      const last = pieces.at(-1)
      if (last && (width === 0 || Math.abs(top - last.top) < 4)) {
        last.text += node.data[at]
        last.width += width
      } else pieces.push({ top, width, text: node.data[at] })
    }
    return pieces
  }

  function roomOf(block) {
    const { paddingLeft, paddingRight } = getComputedStyle(block)
    return block.clientWidth - parseFloat(paddingLeft) - parseFloat(paddingRight)
  }

  function blockOf(element) {
    let block = element
    while (getComputedStyle(block).display.startsWith('inline') && getComputedStyle(block).display !== 'inline-block') block = block.parentElement
    return block
  }
})()`.replace(
  '(() => {',
  `(() => {
  // Scripts that end lines within words, or have their own rules.
  const unspaced = /[\\u0e00-\\u0eff\\u1780-\\u17ff\\u3000-\\u9fff]/
  const words = /[\\p{L}\\p{M}\\p{N}\\u2060\\u00ad]+(?:[.,'’:_·][\\p{L}\\p{M}\\p{N}\\u2060]+)*/gu
  const amounts = /(?<![\\p{L}\\p{N}])(?:[\\p{Sc}][\\u00a0\\u202f\\u2060-\\u2069−-]*)?\\d[\\d.,'’\\u202f\\u00a0]*\\d(?:[\\u00a0\\u202f\\u2066-\\u2069]*(?:[\\p{Sc}%]|[A-Z]{3}\\b))?(?![\\p{L}\\p{N}])/gu`,
)
