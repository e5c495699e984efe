/** One page inside the frame: its title and description, a skeleton while its code loads, a way out when it breaks. */
import type { PageTexts } from '@filesmith/contract/routes'
import { Component, type ComponentType, type ReactNode, Suspense, useEffect } from 'react'
import { PageSkeleton } from './page-skeleton.tsx'
import { ScreenError } from './screen-error.tsx'

interface ScreenProps {
  readonly page: PageTexts
  readonly content: ComponentType
  /** What stands in its place while its code is on the way. */
  readonly skeleton?: ComponentType
}

export function Screen({ page, content: Content, skeleton: Loading = PageSkeleton }: ScreenProps) {
  useEffect(() => {
    document.title = page.title
    document.querySelector('meta[name="description"]')?.setAttribute('content', page.description)
  }, [page])
  return (
    <ErrorBoundary key={page.title}>
      <Suspense fallback={<Loading />}>
        <Content />
      </Suspense>
    </ErrorBoundary>
  )
}

/** React still knows error boundaries only as classes. */
class ErrorBoundary extends Component<{ readonly children: ReactNode }, { readonly hasFailed: boolean }> {
  override state = { hasFailed: false }

  static getDerivedStateFromError() {
    return { hasFailed: true }
  }

  override render() {
    return this.state.hasFailed ? <ScreenError /> : this.props.children
  }
}
