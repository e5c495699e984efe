/** Makes the head of the document that of one page, as the server writes it too: what the page has not is taken away. */
import type { PageName } from '@filesmith/contract/routes'
import { useEffect } from 'react'
import { useLocation } from 'react-router'

/** What comes late for a page that was left meanwhile is not written. */
let lastShown: PageName | undefined

/** A page that is not indexed tells search engines so. */
export function usePageHead(page: PageName | undefined, isIndexed: boolean): void {
  const { pathname } = useLocation()
  useEffect(() => {
    if (!page || isHeadOf(page, isIndexed)) return
    document.title = page.title
    lastShown = page
    // Of the first page the server has written everything; what the others need comes after them.
    void import('./write-page-head.ts').then(({ writePageHead }) => {
      if (lastShown === page) writePageHead(page, pathname, isIndexed)
    })
  }, [page, pathname, isIndexed])
}

function isHeadOf({ title, isIndexed: isFound = true }: PageName, isIndexed: boolean): boolean {
  const isOpen = document.head.querySelector('meta[name="robots"]') === null
  return document.title === title && isOpen === (isFound && isIndexed)
}
