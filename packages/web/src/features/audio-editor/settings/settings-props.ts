/** What every panel of settings is given. */
import type { EditSettings } from '../edit/edit-settings.ts'
import type { HeardSelection } from '../edit/use-heard-selection.ts'

export interface SettingsProps {
  readonly settings: EditSettings
  readonly onChange: (settings: EditSettings) => void
  readonly heard: HeardSelection
  /** Whether the selection has been measured, so that there is something to say about it. */
  readonly isMeasured: boolean
}
