/** Props shared by all settings groups. */
import type { EditSettings } from '../edit/edit-settings.ts'
import type { SelectionPreview } from '../edit/use-selection-preview.ts'

export interface SettingsProps {
  readonly settings: EditSettings
  readonly onChange: (settings: EditSettings) => void
  readonly preview: SelectionPreview
  /** Whether the whole file is measured, so that the results can be shown. */
  readonly isMeasured: boolean
}
