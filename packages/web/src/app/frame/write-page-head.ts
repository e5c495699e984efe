/** Replaces the head tags of the previous page with those of the current one. */
import { pageAt } from '@filesmith/contract/page-at'
import { describeHead, headTagSelector } from '@filesmith/contract/page-head'
import type { PageName } from '@filesmith/contract/routes'
import { describeStructure } from '@filesmith/contract/structured-data'
import { currentInstance } from '../../lib/instance.ts'
import { siteUrl } from '../../lib/site-address.ts'

const structuredDataSelector = 'script[type="application/ld+json"]'

export function writePageHead(name: PageName, path: string, isIndexed: boolean): void {
  const instance = currentInstance()
  const page = { description: '', ...pageAt(instance, path), ...name }
  for (const tag of document.head.querySelectorAll(`${headTagSelector}, ${structuredDataSelector}`))
    tag.remove()
  for (const { tag, attributes } of describeHead(page, { instance, siteUrl: siteUrl(), isIndexed }))
    append(tag, Object.entries(attributes))
  const structuredData = isIndexed ? describeStructure({ instance, page, siteUrl: siteUrl() }) : undefined
  if (structuredData)
    append('script', [['type', 'application/ld+json']]).textContent = JSON.stringify(structuredData)
}

function append(tag: string, attributes: readonly (readonly [string, string])[]): HTMLElement {
  const element = document.createElement(tag)
  for (const [name, value] of attributes) element.setAttribute(name, value)
  return document.head.appendChild(element)
}
