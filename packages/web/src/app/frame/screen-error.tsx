/** Error screen with a reload button. */
import { frameMessages } from '@filesmith/contract/messages/frame'
import { Button } from '../../ui/button.tsx'

export function ScreenError() {
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
