/** The Batch Converter. */
import { BatchConverter } from '../../features/batch-converter/batch-converter.tsx'
import { Bench } from './bench.tsx'
import type { HubPanelProps } from './hub-panel-props.ts'

export function BatchPanel({ isActive }: HubPanelProps) {
  return (
    <Bench>
      <BatchConverter isActive={isActive} />
    </Bench>
  )
}
