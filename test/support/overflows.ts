/** Runs in a page: the texts and pictures that are wider than a block which they stand in, or than the body, to half a pixel. */
export const readOverflows = `[...(function* () {
  const isBlock = element => !getComputedStyle(element).display.startsWith('inline')
  const holds = (element, box) =>
    [...element.getClientRects()].some(area => area.left - 0.5 <= box.left && box.right <= area.right + 0.5)
  function* outOf(node, boxes, what) {
    for (const box of boxes) {
      if (box.width === 0) continue
      for (let around = node; around !== document.documentElement; around = around.parentElement)
        if (isBlock(around) && !holds(around, box)) {
          yield what + ' [' + around.localName + '.' + around.className + '] ' + Math.round(box.left) + '-' + Math.round(box.right)
          break
        }
    }
  }
  // A code's quiet zone may lie in the margin: what is drawn counts.
  for (const picture of document.querySelectorAll('img, svg > *'))
    yield* outOf(picture.closest('svg, img').parentElement, [picture.getBoundingClientRect()], picture.localName)
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  while (texts.nextNode()) {
    const range = document.createRange()
    range.selectNodeContents(texts.currentNode)
    yield* outOf(texts.currentNode.parentElement, range.getClientRects(), texts.currentNode.data.trim().slice(0, 40))
  }
})()]`
