/** Keeps what breaks inside it from taking the rest of the page along. */
import { Component, type ReactNode } from 'react'
import { ScreenError } from './screen-error.tsx'

/** React still knows error boundaries only as classes. */
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
