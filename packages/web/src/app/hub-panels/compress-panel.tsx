/** The File Compressor. */
import { FileCompressor } from '../../features/file-compressor/file-compressor.tsx'
import { Bench } from './bench.tsx'
import type { HubPanelProps } from './hub-panel-props.ts'

export function CompressPanel({ isActive }: HubPanelProps) {
  return (
    <Bench>
      <FileCompressor isActive={isActive} />
    </Bench>
  )
}
