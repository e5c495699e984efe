/** Button that opens the browser's file or folder picker. */
import { type ReactNode, useRef } from 'react'
import { Button } from './button.tsx'

interface FilePickerButtonProps {
  readonly accept?: string
  readonly isFolder?: boolean
  readonly isDisabled?: boolean
  readonly className?: string
  readonly onPick: (files: readonly File[]) => void
  readonly children: ReactNode
}

/** Non-standard attribute that every browser supports. */
const folderPickerProps = { webkitdirectory: '' }

export function FilePickerButton(props: FilePickerButtonProps) {
  const { accept, isFolder = false, isDisabled = false, className, onPick, children } = props
  const inputRef = useRef<HTMLInputElement>(null)
  return (
    <>
      <Button
        disabled={isDisabled}
        {...(className === undefined ? {} : { className })}
        onClick={() => inputRef.current?.click()}
      >
        {children}
      </Button>
      <input
        ref={inputRef}
        type="file"
        multiple
        hidden
        accept={isFolder ? undefined : accept || undefined}
        disabled={isDisabled}
        {...(isFolder ? folderPickerProps : {})}
        onChange={({ currentTarget }) => {
          onPick([...(currentTarget.files ?? [])])
          // Otherwise choosing the same files again would not fire `change`.
          currentTarget.value = ''
        }}
      />
    </>
  )
}
