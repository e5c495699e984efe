/** Makes the head of the document that of one page, as the server writes it too: what the page has not is taken away. */
import type { PageTexts } from '@filesmith/contract/routes'
import { useEffect } from 'react'

/** A page that is not indexed tells search engines so. */
export function usePageHead(page: PageTexts | undefined, isIndexed: boolean): void {
  useEffect(() => {
    if (!page) return
    const { title, description, keywords, canonical } = page
    document.title = title
    setTag('meta', 'name', 'description', 'content', description)
    setTag('meta', 'name', 'keywords', 'content', keywords?.join(', '))
    setTag('meta', 'name', 'robots', 'content', isIndexed ? undefined : 'noindex')
    setTag('link', 'rel', 'canonical', 'href', canonical && new URL(canonical, window.location.origin).href)
  }, [page, isIndexed])
}

/** One tag, known by its attribute `key`; without a value there is none. */
function setTag(tag: string, key: string, name: string, attribute: string, value: string | undefined): void {
  const present = document.head.querySelector(`${tag}[${key}="${name}"]`)
  if (value === undefined) {
    present?.remove()
    return
  }
  const element = present ?? document.head.appendChild(document.createElement(tag))
  element.setAttribute(key, name)
  element.setAttribute(attribute, value)
}
