/** Props of the user dialogs. */
import type { AdminUser } from '@filesmith/contract/schemas/admin'

export interface UserDialogProps {
  readonly user: AdminUser
  readonly isOpen: boolean
  readonly onClose: () => void
  readonly onClosed: () => void
}
