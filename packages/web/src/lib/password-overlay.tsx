/** Dialog for the password of a protected file, for tools that show their progress on the page. */
import { conversionMessages } from '@filesmith/contract/messages/conversion'
import { lazy, Suspense } from 'react'
import { Overlay } from '../ui/overlay.tsx'
import type { FileLock } from './job-view.ts'

const FilePasswordPrompt = lazy(async () => ({
  default: (await import('./file-password-prompt.tsx')).FilePasswordPrompt,
}))

interface PasswordOverlayProps {
  /** Undefined when no password is needed. */
  readonly lock: FileLock | undefined
  readonly fileName: string
  /** Label of the submit button. */
  readonly openLabel: string
  readonly onOpen: (password: string) => void
  readonly onLeave: () => void
  /** Restores the focus. */
  readonly onClosed: () => void
}

export function PasswordOverlay(props: PasswordOverlayProps) {
  const { lock, fileName, openLabel, onOpen, onLeave, onClosed } = props
  return (
    <Overlay
      isOpen={lock !== undefined}
      title={conversionMessages.lockedTitle}
      onLeave={onLeave}
      onClosed={onClosed}
    >
      <Suspense fallback={<div className="h-60" />}>
        <FilePasswordPrompt
          fileName={fileName}
          problem={lock?.problem}
          openLabel={openLabel}
          onOpen={onOpen}
          onLeave={onLeave}
        />
      </Suspense>
    </Overlay>
  )
}
