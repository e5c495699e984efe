/** Panel of Video to Text. */
import { VideoToText } from '../../features/video-to-text/video-to-text.tsx'
import type { HubPanelProps } from './hub-panel-props.ts'
import { Workspace } from './workspace.tsx'

export function VideoToTextPanel({ isActive }: HubPanelProps) {
  return (
    <Workspace>
      <VideoToText isActive={isActive} />
    </Workspace>
  )
}
