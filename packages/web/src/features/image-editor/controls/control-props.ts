/** Props shared by all control panels. */
import type { Size } from '@filesmith/contract/image-edit/geometry'
import type { ImageEdit } from '@filesmith/contract/image-edit/settings'

export interface ControlProps {
  readonly edit: ImageEdit
  /** Size of the original image. */
  readonly size: Size
  /** `control` identifies the input: consecutive changes of one control form one undo step. */
  readonly onChange: (change: Partial<ImageEdit>, control: string) => void
  readonly onCommit: () => void
}
