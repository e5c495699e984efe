/** A second mode of a tab: another tool in the same place. */
import type { RefObject } from 'react'

export interface ModeSwitch {
  readonly label: string
  readonly isOn: boolean
  readonly ref: RefObject<HTMLButtonElement | null>
  /** Takes the other tool; with the file, when the other one can use it. */
  readonly onSwitch: (withFile: boolean) => void
}
