/** Switch between two tools of one tab. */
import type { RefObject } from 'react'

export interface ModeSwitch {
  readonly label: string
  readonly isOn: boolean
  readonly ref: RefObject<HTMLButtonElement | null>
  /** Switches to the other tool and takes the file along if that tool accepts it. */
  readonly onSwitch: (withFile: boolean) => void
}
