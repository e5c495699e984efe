/** Password of a protected file: a dialog, and its form for tools with another overlay. Loaded on demand. */
import { conversionMessages } from '@filesmith/contract/messages/conversion'
import { lockedFileMessages } from '@filesmith/contract/messages/locked-file'
import { useEffect, useRef } from 'react'
import { Button } from '../ui/button.tsx'
import { Overlay } from '../ui/overlay.tsx'
import { PasswordField } from '../ui/password-field.tsx'
import type { FileLock } from './job/job.ts'
import { textOf, useFormSubmit } from './use-form-submit.ts'

/** Same limit as in the contract; no format supports longer passwords. */
const maxLength = 127

interface FilePasswordPromptProps {
  readonly fileName: string
  /** Why the last password was rejected. */
  readonly problem: string | undefined
  /** Label of the submit button. */
  readonly openLabel?: string
  /** A promise keeps the form busy until it settles. */
  readonly onOpen: (password: string) => unknown
  readonly onLeave: () => void
}

export function FilePasswordPrompt(props: FilePasswordPromptProps) {
  const { fileName, problem, openLabel = lockedFileMessages.open, onOpen, onLeave } = props
  const formRef = useRef<HTMLFormElement>(null)
  const form = useFormSubmit(async data => {
    const password = textOf(data, 'password')
    if (password === '') return { fields: { password: lockedFileMessages.missing } }
    await onOpen(password)
    return undefined
  })

  // Moves the focus from the dialog to the input.
  useEffect(() => formRef.current?.querySelector('input')?.focus(), [])

  return (
    <form ref={formRef} {...form.formProps} className="mt-1 flex flex-col gap-5">
      <div>
        <p className="truncate text-ink-muted" title={fileName}>
          {fileName}
        </p>
        <p className="mt-3">{lockedFileMessages.text}</p>
      </div>
      <PasswordField
        label={lockedFileMessages.password}
        name="password"
        autoComplete="off"
        maxLength={maxLength}
        error={form.problemOf('password') ?? problem}
      />
      <div className="flex justify-end gap-3 max-sm:flex-col-reverse">
        <Button className="min-h-12" onClick={onLeave}>
          {lockedFileMessages.notNow}
        </Button>
        <Button type="submit" variant="accent" size="large">
          {openLabel}
        </Button>
      </div>
    </form>
  )
}

interface PasswordOverlayProps
  extends Pick<FilePasswordPromptProps, 'fileName' | 'openLabel' | 'onOpen' | 'onLeave'> {
  /** Undefined when no password is needed. */
  readonly lock: FileLock | undefined
  /** Restores the focus. */
  readonly onClosed: () => void
}

export function PasswordOverlay({ lock, onClosed, ...prompt }: PasswordOverlayProps) {
  return (
    <Overlay
      isOpen={lock !== undefined}
      title={conversionMessages.lockedTitle}
      onLeave={prompt.onLeave}
      onClosed={onClosed}
    >
      <FilePasswordPrompt {...prompt} problem={lock?.problem} />
    </Overlay>
  )
}
