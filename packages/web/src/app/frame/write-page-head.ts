/** Exchanges the tags of the page that was shown for those of the page that is shown now. */
import { pageAt } from '@filesmith/contract/page-at'
import { describeHead, headTagSelector } from '@filesmith/contract/page-head'
import type { PageName } from '@filesmith/contract/routes'
import { describeStructure } from '@filesmith/contract/structured-data'

const structureSelector = 'script[type="application/ld+json"]'

export function writePageHead(name: PageName, path: string, isIndexed: boolean): void {
  const { origin } = window.location
  const page = { description: '', ...pageAt(path), ...name }
  for (const tag of document.head.querySelectorAll(`${headTagSelector}, ${structureSelector}`)) tag.remove()
  for (const { tag, attributes } of describeHead(page, { origin, isIndexed }))
    append(tag, Object.entries(attributes))
  const structure = isIndexed ? describeStructure({ page, origin }) : undefined
  if (structure) append('script', [['type', 'application/ld+json']]).textContent = JSON.stringify(structure)
}

function append(tag: string, attributes: readonly (readonly [string, string])[]): HTMLElement {
  const element = document.createElement(tag)
  for (const [name, value] of attributes) element.setAttribute(name, value)
  return document.head.appendChild(element)
}
