/** The Image Editor. */
import { ImageEditor } from '../../features/image-editor/image-editor.tsx'
import { Bench } from './bench.tsx'
import type { HubPanelProps } from './hub-panel-props.ts'

export function ImagePanel({ isActive }: HubPanelProps) {
  return (
    <Bench>
      <ImageEditor isActive={isActive} />
    </Bench>
  )
}
