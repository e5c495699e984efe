/** Gives the tab the title and description of the page it shows. */
import { notFoundPage } from '@filesmith/contract/routes'
import { useEffect } from 'react'
import { useMatches } from 'react-router'

type PageTexts = typeof notFoundPage

export function usePageTexts(): void {
  const handle = useMatches().at(-1)?.handle as PageTexts | undefined
  const { title, description } = handle ?? notFoundPage
  useEffect(() => {
    document.title = title
    document.querySelector('meta[name="description"]')?.setAttribute('content', description)
  }, [title, description])
}
