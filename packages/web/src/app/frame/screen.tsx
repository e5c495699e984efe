/** Screen of a route: document head, loading skeleton and error boundary. */
import type { PageName } from '@filesmith/contract/routes'
import type { ComponentType } from 'react'
import { LazyFallback } from '../../lib/on-demand.tsx'
import { ErrorBoundary } from './error-boundary.tsx'
import { PageSkeleton } from './page-skeleton.tsx'
import { usePageHead } from './use-page-head.ts'

interface ScreenProps {
  /** Undefined when the content sets the head itself, because several pages share one screen. */
  readonly page?: PageName
  readonly isIndexed?: boolean
  readonly content: ComponentType
  /** Shown while the code is loading. */
  readonly skeleton?: ComponentType
}

export function Screen(props: ScreenProps) {
  const {
    page,
    isIndexed = page?.isIndexed !== false,
    content: Content,
    skeleton: Loading = PageSkeleton,
  } = props
  usePageHead(page, isIndexed)
  return (
    <ErrorBoundary key={page?.title}>
      <LazyFallback fallback={<Loading />}>
        <Content />
      </LazyFallback>
    </ErrorBoundary>
  )
}
