/** Error boundary that shows an error screen instead of its children. */

import { frameMessages } from '@filesmith/contract/messages/frame'
import { Component, type ReactNode } from 'react'
import { Button } from '../../ui/button.tsx'

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

/** Error screen with a reload button. */
function ScreenError() {
  return (
    <div role="alert" className="flex min-h-96 flex-col items-start justify-center gap-5">
      <h1 className="text-xl">{frameMessages.screenError.heading}</h1>
      <p className="max-w-prose text-base text-ink-muted">{frameMessages.screenError.text}</p>
      <Button variant="accent" size="large" onClick={() => window.location.reload()}>
        {frameMessages.screenError.reload}
      </Button>
    </div>
  )
}
