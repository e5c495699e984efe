/** A button that opens the browser's own picker for files, or for a folder. */
import { type ReactNode, useRef } from 'react'
import { Button } from './button.tsx'

interface PickButtonProps {
  readonly accept?: string
  readonly isFolder?: boolean
  readonly isDisabled?: boolean
  readonly className?: string
  readonly onPick: (files: readonly File[]) => void
  readonly children: ReactNode
}

/** No attribute of the standard, but every browser knows it. */
const folderPicker = { webkitdirectory: '' }

export function PickButton(props: PickButtonProps) {
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
        {...(isFolder ? folderPicker : {})}
        onChange={({ currentTarget }) => {
          onPick([...(currentTarget.files ?? [])])
          // Otherwise picking the same files again would be no change.
          currentTarget.value = ''
        }}
      />
    </>
  )
}
