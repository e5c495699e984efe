/** Error boundary that shows an error screen instead of its children. */
import { Component, type ReactNode } from 'react'
import { ScreenError } from './screen-error.tsx'

/** React supports error boundaries only as class components. */
export class ErrorBoundary extends Component<
  { readonly children: ReactNode },
  { readonly hasFailed: boolean }
> {
  override state = { hasFailed: false }

  static getDerivedStateFromError() {
    return { hasFailed: true }
  }

  override render() {
    return this.state.hasFailed ? <ScreenError /> : this.props.children
  }
}
