/** Sets the document head of a page, identical to the one rendered by the server. */
import type { PageName } from '@filesmith/contract/routes'
import { useEffect } from 'react'
import { useLocation } from 'react-router'

/** Guards against a late import for a page that has been left. */
let lastShown: PageName | undefined

/** Pages that are not indexed get `noindex`. */
export function usePageHead(page: PageName | undefined, isIndexed: boolean): void {
  const { pathname } = useLocation()
  useEffect(() => {
    if (!page || isHeadOf(page, isIndexed)) return
    document.title = page.title
    lastShown = page
    // The server has rendered the head of the first page; later pages load the code on demand.
    void import('./write-page-head.ts').then(({ writePageHead }) => {
      if (lastShown === page) writePageHead(page, pathname, isIndexed)
    })
  }, [page, pathname, isIndexed])
}

function isHeadOf({ title, isIndexed: isPageIndexed = true }: PageName, isIndexed: boolean): boolean {
  const hasNoRobotsTag = document.head.querySelector('meta[name="robots"]') === null
  return document.title === title && hasNoRobotsTag === (isPageIndexed && isIndexed)
}
