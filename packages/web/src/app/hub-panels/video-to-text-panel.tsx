/** Video to Text. */
import { VideoToText } from '../../features/video-to-text/video-to-text.tsx'
import { Bench } from './bench.tsx'
import type { HubPanelProps } from './hub-panel-props.ts'

export function VideoToTextPanel({ isActive }: HubPanelProps) {
  return (
    <Bench>
      <VideoToText isActive={isActive} />
    </Bench>
  )
}
