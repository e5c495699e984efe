/** What every group of controls is given. */
import type { Size } from '@filesmith/contract/image-edit/geometry'
import type { ImageEdit } from '@filesmith/contract/image-edit/settings'

export interface ControlProps {
  readonly edit: ImageEdit
  /** Of the whole picture. */
  readonly size: Size
  /** `what` names the thing in hand: changes of one thing in one go are one step to undo. */
  readonly onChange: (change: Partial<ImageEdit>, what: string) => void
  readonly onSettle: () => void
}
