/** Props of every tool panel of the hub. */

export interface HubPanelProps {
  /** Whether it is visible and handles drops and pastes on the page. */
  readonly isActive: boolean
}
