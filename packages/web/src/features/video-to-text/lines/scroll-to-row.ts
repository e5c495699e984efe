/** Scrolls a row to the center of its list without scrolling the page. */

export function scrollToRow(list: HTMLElement | null, index: number): void {
  const row = list?.children[index]
  if (!list || !(row instanceof HTMLElement)) return
  const isAbove = row.offsetTop < list.scrollTop
  const isBelow = row.offsetTop + row.offsetHeight > list.scrollTop + list.clientHeight
  if (!isAbove && !isBelow) return
  const prefersReducedMotion = window.matchMedia('(prefers-reduced-motion: reduce)').matches
  list.scrollTo({
    top: row.offsetTop - (list.clientHeight - row.offsetHeight) / 2,
    behavior: prefersReducedMotion ? 'auto' : 'smooth',
  })
}
