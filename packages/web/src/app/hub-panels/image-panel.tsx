/** Panel of the Image Editor. */
import { ImageEditor } from '../../features/image-editor/image-editor.tsx'
import type { HubPanelProps } from './hub-panel-props.ts'
import { Workspace } from './workspace.tsx'

export function ImagePanel({ isActive }: HubPanelProps) {
  return (
    <Workspace>
      <ImageEditor isActive={isActive} />
    </Workspace>
  )
}
