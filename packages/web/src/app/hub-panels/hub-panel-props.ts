/** What a tool of the hub is told about its place. */

export interface HubPanelProps {
  /** Whether it is the one in sight, which takes what is dropped or pasted on the page. */
  readonly isActive: boolean
}
