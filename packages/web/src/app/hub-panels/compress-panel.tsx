/** Panel of the File Compressor. */
import { FileCompressor } from '../../features/file-compressor/file-compressor.tsx'
import type { HubPanelProps } from './hub-panel-props.ts'
import { Workspace } from './workspace.tsx'

export function CompressPanel({ isActive }: HubPanelProps) {
  return (
    <Workspace>
      <FileCompressor isActive={isActive} />
    </Workspace>
  )
}
