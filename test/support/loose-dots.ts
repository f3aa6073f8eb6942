/**
 * What stands around each dot that is seen at an end of its line: a dot of the stylesheet takes room, or one that is text does, beside a space at least. Only the
 * blocks that have a dot are read, letter by letter. Runs in the page.
 */
export const readLooseDots = `(() => {
  const range = document.createRange()
  const boxOf = (node, at) => {
    range.setStart(node, at)
    range.setEnd(node, at + 1)
    return range.getBoundingClientRect()
  }
  const textsIn = element => {
    const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT)
    return Array.from({ *[Symbol.iterator]() { while (walker.nextNode()) yield walker.currentNode } })
  }
  const isDot = node => node.parentElement.className === 'd'
  const blocks = new Set(textsIn(document.body).filter(node => isDot(node) || node.data.includes('·')).map(node => {
    let block = node.parentElement
    while (getComputedStyle(block).display.startsWith('inline')) block = block.parentElement
    return block
  }))
  return [...blocks].flatMap(block => {
    const letters = []
    const dots = []
    for (const node of textsIn(block))
      for (let at = 0; at < node.data.length; at++) {
        const isMark = isDot(node) || (node.data[at] === '·' && /(?:^|[\\s\\u2060-\\u2069])·|·(?:[\\s\\u2060-\\u2069]|$)/.test(node.data.slice(Math.max(0, at - 1), at + 2)))
        if (!isMark && /\\s/.test(node.data[at])) continue
        const box = boxOf(node, at)
        if (box.width < 1 || box.height < 1) continue
        if (isMark) dots.push(box)
        else letters.push(box)
      }
    return dots.filter(box => {
      const middle = (box.top + box.bottom) / 2
      const line = letters.filter(each => each.top < middle && each.bottom > middle)
      const isBehind = line.some(each => each.right <= box.left + 1 && box.left - each.right < 14)
      const isBefore = line.some(each => each.left >= box.right - 1 && each.left - box.right < 14)
      return !isBehind || !isBefore
    }).map(() => block.textContent.slice(0, 80))
  })
})()`
