/** One page inside the frame: its head, a skeleton while its code loads, a way out when it breaks. */
import type { PageName } from '@filesmith/contract/routes'
import type { ComponentType } from 'react'
import { Meanwhile } from '../../lib/on-demand.tsx'
import { ErrorBoundary } from './error-boundary.tsx'
import { PageSkeleton } from './page-skeleton.tsx'
import { usePageHead } from './use-page-head.ts'

interface ScreenProps {
  /** Absent when the content knows better: several pages may share one screen. */
  readonly page?: PageName
  readonly isIndexed?: boolean
  readonly content: ComponentType
  /** What stands in its place while its code is on the way. */
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
      <Meanwhile show={<Loading />}>
        <Content />
      </Meanwhile>
    </ErrorBoundary>
  )
}
